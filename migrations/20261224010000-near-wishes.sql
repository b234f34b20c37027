-- Wishes of people to be told when somebody near them offers a trade. The place is rounded to about a kilometre.
create table near_wish (
  id uuid primary key,
  person_id uuid not null references person (id),
  trade text not null,
  lat double precision not null check (lat between -90 and 90),
  long double precision not null check (long between -180 and 180),
  radius_km integer not null check (radius_km between 1 and 500),
  resource_id uuid references resource (id) on delete cascade,
  created_at timestamptz not null,
  -- The service that came near, once its person was told of one.
  service_id uuid references service (id) on delete set null,
  told_at timestamptz
);
comment on table near_wish is 'Wishes to be told when a service of a trade becomes active within a radius.';
create unique index near_wish_once on near_wish (person_id, trade, lat, long, radius_km, resource_id)
  nulls not distinct;
create index near_wish_open on near_wish (trade, lat) where told_at is null;
create index near_wish_resource on near_wish (resource_id) where resource_id is not null;
create index near_wish_service on near_wish (service_id) where service_id is not null;
