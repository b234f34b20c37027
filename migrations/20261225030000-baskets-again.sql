-- What an order was put into the basket as, so that one that was never paid can be put in again; the files of earlier
-- orders, and of those that replace others, are not known.
alter table basket_order
  add column quantity integer check (quantity > 0),
  add column resource_file_ids uuid[],
  add column again_at timestamptz;
update basket_order set quantity = orders.quantity from orders where orders.id = order_id;
alter table basket_order alter column quantity set not null;
