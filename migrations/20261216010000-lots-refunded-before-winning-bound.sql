-- Lots whose order was refunded while buyers were told that they could cancel: they come back to their sellers without a strike or a mail.
alter table auction add column is_binding boolean not null default true;
update auction set is_binding = false from orders
  where orders.id = auction.order_id and auction.state = 'sold' and orders.state in ('cancelled', 'refunded');
