-- Which machine of the provider's workshop makes it, and the day on which it begins, as the provider said.
alter table orders add column machine_id uuid;
alter table orders add column machine text;
alter table orders add column starts_on date;

-- Photos of the making: of it under way, and of the finished piece.
alter table order_photo drop constraint order_photo_kind_check;
alter table order_photo add constraint order_photo_kind_check
  check (kind in ('underway', 'finished', 'pre_ship', 'arrival', 'evidence'));

-- Dimensions that matter to the buyer, with what both sides measured last. A measurement without a value is of what could not
-- be measured; earlier ones stand in the events.
create table order_dimension (
  order_id uuid not null references orders (id),
  position integer not null check (position between 0 and 2),
  label text not null,
  target_mm double precision not null check (target_mm > 0),
  tolerance_mm double precision not null check (tolerance_mm > 0),
  provider_mm double precision check (provider_mm > 0),
  provider_at timestamptz,
  buyer_mm double precision check (buyer_mm > 0),
  buyer_at timestamptz,
  primary key (order_id, position),
  check (provider_mm is null or provider_at is not null),
  check (buyer_mm is null or buyer_at is not null)
);

-- Dimensions that a request for quotes names; its order takes them.
alter table quote_request add column dimensions jsonb not null default '[]';

-- What the buyer found after the arrival: whether it fits and works. A rework takes it away; events keep what was said.
create table order_arrival (
  order_id uuid primary key references orders (id),
  works boolean not null,
  -- Null where it was said with a review.
  event_id uuid references order_event (id),
  at timestamptz not null
);

-- Whether what was made works, as the review of its buyer says.
alter table review add column worked boolean;
