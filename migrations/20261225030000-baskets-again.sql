-- What an order was put into the basket as, so that one that was never paid can be put in again.
alter table basket_order
  add column quantity integer not null default 1 check (quantity > 0),
  add column resource_file_ids uuid[] not null default '{}';
