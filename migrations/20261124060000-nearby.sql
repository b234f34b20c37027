-- Nearby services at any size. What a search around a point orders and narrows down by stands beside each place, so
-- that one index answers it without a look at the service.

alter table service_location
  add column seq bigint,
  add column service_type text,
  add column sort_price bigint,
  add column rating real,
  add column active boolean not null default false,
  -- Stripes of some two kilometres: a box is a range of longitudes in a few of them.
  add column band smallint generated always as (floor(public_lat * 50)) stored,
  -- Degrees, the longitude as long as it is in the middle of Korea: near enough to find candidates by distance.
  add column spot point generated always as (point(public_long * 0.79, public_lat)) stored,
  -- The same place in space, in km from the middle of the earth, on the ellipsoid of rules.ts: distances are then three
  -- multiplications, right at the poles and across the date line as well.
  add column earth_x double precision generated always as (
    6378.137 / sqrt(1 - 0.00669437999 * sin(radians(public_lat)) * sin(radians(public_lat)))
    * cos(radians(public_lat)) * cos(radians(public_long))) stored,
  add column earth_y double precision generated always as (
    6378.137 / sqrt(1 - 0.00669437999 * sin(radians(public_lat)) * sin(radians(public_lat)))
    * cos(radians(public_lat)) * sin(radians(public_long))) stored,
  add column earth_z double precision generated always as (
    6378.137 / sqrt(1 - 0.00669437999 * sin(radians(public_lat)) * sin(radians(public_lat)))
    * (1 - 0.00669437999) * sin(radians(public_lat))) stored;

-- Copies that follow by themselves: whoever changes a service need not know of them.
create function service_location_copy() returns trigger language plpgsql as $$
begin
  select s.seq, s.service_type, s.sort_price, coalesce(s.rating, 0), s.state = 'active'
    into new.seq, new.service_type, new.sort_price, new.rating, new.active
    from service s where s.id = new.service_id;
  return new;
end $$;
create trigger service_location_copy before insert on service_location
  for each row execute function service_location_copy();

create function service_copy() returns trigger language plpgsql as $$
begin
  update service_location set seq = new.seq, service_type = new.service_type, sort_price = new.sort_price,
    rating = coalesce(new.rating, 0), active = new.state = 'active'
  where service_id = new.id;
  return null;
end $$;
create trigger service_copy after update of state, service_type, sort_price, rating on service
  for each row
  when ((old.state, old.service_type, old.sort_price, old.rating)
    is distinct from (new.state, new.service_type, new.sort_price, new.rating))
  execute function service_copy();

update service_location l set seq = s.seq, service_type = s.service_type, sort_price = s.sort_price,
  rating = coalesce(s.rating, 0), active = s.state = 'active'
from service s where s.id = l.service_id;
alter table service_location
  alter column seq set not null,
  alter column service_type set not null,
  alter column sort_price set not null,
  alter column rating set not null;

drop index service_location_place;
create index service_location_band on service_location (band, public_long)
  include (seq, service_type, sort_price, rating, earth_x, earth_y, earth_z) where active;
create index service_location_spot on service_location using gist (spot)
  include (service_id, service_type, earth_x, earth_y, earth_z) where active;
create index service_location_newest on service_location (seq desc)
  include (earth_x, earth_y, earth_z, service_id) where active;
create index service_location_cheapest on service_location (sort_price, seq desc)
  include (earth_x, earth_y, earth_z, service_id) where active;
create index service_location_rated on service_location (rating desc, seq desc)
  include (earth_x, earth_y, earth_z, service_id, service_type) where active;
create index service_location_type_newest on service_location (service_type, seq desc)
  include (earth_x, earth_y, earth_z, service_id) where active;
create index service_location_type_cheapest on service_location (service_type, sort_price, seq desc)
  include (earth_x, earth_y, earth_z, service_id) where active;

create index service_rated on service ((coalesce(rating, 0)) desc, seq desc) where state = 'active';
create index service_type_rated on service (service_type, (coalesce(rating, 0)) desc, seq desc) where state = 'active';
