-- What was won at an auction is of no service: its two sides talk about their order.
alter table conversation add column order_id uuid unique references orders (id) on delete set null;
