-- A quote is one order's; one that was cancelled before anything was paid leaves it to be ordered again.
alter table orders drop constraint orders_quote_id_key;
create unique index orders_quote on orders (quote_id) where state <> 'cancelled';
