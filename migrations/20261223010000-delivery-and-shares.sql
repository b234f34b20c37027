-- The price of the delivery and the shares of authors stand next to the principal, because our fee is not taken of them.
-- Orders from before have the delivery among their lines, as a part of the principal.
alter table orders
  add column delivery_price bigint not null default 0 check (delivery_price >= 0),
  -- Whether the provider received it, once that is decided.
  add column delivery_kept boolean;
alter table orders add check (not is_free or delivery_price = 0);

-- What the author of a file receives for each thing made of it. Its id is the subject of its accounts in the ledger.
create table order_share (
  id uuid primary key,
  order_id uuid not null references orders (id),
  author_id uuid not null references person (id),
  resource_id uuid references resource (id) on delete set null,
  -- The right that it pays for: order_right.
  right_id uuid not null,
  title text not null,
  pieces integer not null check (pieces > 0),
  amount bigint not null check (amount > 0),
  -- What the author keeps, once that is decided.
  kept bigint check (kept between 0 and amount),
  returned_at timestamptz
);
create index order_share_order on order_share (order_id);
create index order_share_author on order_share (author_id, id desc);

-- Payables of shares: the order that they are of, which their owner cannot open, and what to call them instead.
alter table payable add column part_of uuid, add column title text;
create index payable_part_of on payable (part_of) where part_of is not null;

-- Who bears the price of the delivery in a split, where a ruling says so.
alter table order_ruling add column delivery_bearer text check (delivery_bearer in ('buyer', 'provider'));
