-- Each service of an individual blurred the same home again, so that the average of several told where it is. Services from
-- one place, to about a hundred metres, get the point of the person's first one.
update service_location l set public_lat = first.public_lat, public_long = first.public_long
from (
  select l.id, first_value(l.public_lat) over place as public_lat, first_value(l.public_long) over place as public_long
  from service_location l join service s on s.id = l.service_id
  where s.is_individual and not l.exact
  window place as (
    partition by s.owner_id, round(l.lat::numeric, 3), round(l.long::numeric, 3)
    order by s.created_at, s.id, l.position
  )
) first
where first.id = l.id and (l.public_lat, l.public_long) <> (first.public_lat, first.public_long);
