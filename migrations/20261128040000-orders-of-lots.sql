-- Whoever has won finds an order to pay at once: the clock looks for those who have none yet.
create index auction_without_order on auction (id) where state = 'awaiting_payment' and order_id is null;
