-- Orders that a payment is for, with the amount of each. A basket pays for several orders at once.
create table payment_part (
  payment_id uuid not null references payment (id) on delete cascade,
  order_id uuid not null references orders (id),
  amount bigint not null check (amount > 0),
  primary key (payment_id, order_id)
);
create index payment_part_order on payment_part (order_id);
insert into payment_part select id, subject_id, amount from payment where subject_kind = 'order';
alter table payment drop constraint payment_subject_kind_check,
  add constraint payment_subject_kind_check check (subject_kind in ('order', 'contribution', 'basket'));
-- A basket is paid again for what replaces a part of it; its orders are each paid once.
drop index payment_bound;
create unique index payment_bound on payment (subject_kind, subject_id) where bound and subject_kind <> 'basket';

-- What one person buys from several makers at once. It is open while things are put into it; its orders are placed
-- together, and each has an escrow of its own.
create table basket (
  id uuid primary key,
  buyer_id uuid not null references person (id),
  title text not null default '',
  -- The thing that the orders make together, if they come from a resource.
  resource_id uuid references resource (id) on delete set null,
  -- Parts that the buyer buys elsewhere, as the bill of materials lists them, and which of them are there already.
  bought jsonb not null default '[]',
  -- When the author last stated the prices of these parts.
  priced_at timestamptz,
  created_at timestamptz not null,
  placed_at timestamptz
);
create unique index basket_open on basket (buyer_id) where placed_at is null;
create index basket_buyer on basket (buyer_id, id desc);

create table basket_item (
  id uuid primary key,
  basket_id uuid not null references basket (id) on delete cascade,
  service_id uuid not null references service (id) on delete cascade,
  quote_id uuid references quote (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  -- Files of resources that a service without a quote makes, such as those of a board.
  resource_file_ids uuid[] not null default '{}'
);
create unique index basket_item_once on basket_item (basket_id, service_id, quote_id) nulls not distinct;

create table basket_order (
  order_id uuid primary key references orders (id),
  basket_id uuid not null references basket (id),
  replaces_id uuid references orders (id)
);
create index basket_order_basket on basket_order (basket_id, order_id);
