-- Services: what people near each other make for one another.

create table service (
  id uuid primary key default uuidv7(),
  -- Newest first is by this; ids are public and say nothing of order within a millisecond.
  seq bigint generated always as identity unique,
  owner_id uuid not null references person (id),
  state text not null check (state in ('draft', 'active', 'paused', 'hidden')),
  service_type text not null,
  is_individual boolean not null,
  is_free_service boolean not null,
  title text not null,
  description text not null default '',
  language text not null default 'ko' check (language in ('ko', 'en', 'ja')),
  translations jsonb not null default '{}',
  pricing text not null default '',
  -- In the currency's smallest unit, like every amount of money.
  price bigint check (price >= 0),
  hourly_rate bigint check (hourly_rate >= 0),
  price_per_unit bigint check (price_per_unit >= 0),
  currency text not null default 'KRW',
  -- What "lowest price first" orders by: rules.ts decides it when the service is written. Unknown is the largest.
  sort_price bigint not null,
  available_hours text not null default '',
  tags text[] not null default '{}',
  contact_phone text not null default '',
  contact_email text not null default '',
  printer_model text not null default '',
  file_formats text[] not null default '{}',
  materials text[] not null default '{}',
  specializations text[] not null default '{}',
  production_items text[] not null default '{}',
  -- From completed orders alone; null until there is one.
  rating numeric(3, 2),
  -- Every text that a search looks at, folded.
  search_text text collate "C" not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index service_newest on service (seq desc) where state = 'active';
create index service_type_newest on service (service_type, seq desc) where state = 'active';
create index service_cheapest on service (sort_price, seq desc) where state = 'active';
create index service_type_cheapest on service (service_type, sort_price, seq desc) where state = 'active';
create index service_owner on service (owner_id, id desc);

create table service_location (
  id uuid primary key default uuidv7(),
  service_id uuid not null references service (id) on delete cascade,
  position integer not null,
  address text not null,
  city text not null default '',
  district text not null default '',
  lat double precision not null check (lat between -90 and 90),
  long double precision not null check (long between -180 and 180),
  -- What everybody sees and distances are measured from: an individual's is blurred once, when it is written, so that
  -- nobody can find the middle of many.
  public_lat double precision not null,
  public_long double precision not null
);
create index service_location_service on service_location (service_id, position);
create index service_location_place on service_location (public_lat, public_long);

create table service_image (
  id uuid primary key default uuidv7(),
  service_id uuid not null references service (id) on delete cascade,
  -- The service itself, or a sample of what came out of it.
  kind text not null check (kind in ('photo', 'sample')),
  position integer not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  blob_prefix text not null,
  widths integer[] not null,
  created_at timestamptz not null
);
create index service_image_service on service_image (service_id, kind, position);
