-- Places of things wanted and of jobs were blurred by chance each time, so that the average of many told where their owner is.
-- Those of one person that may be one place get the point of the first.
create temporary table place_kept (person_id uuid, lat double precision, long double precision) on commit drop;
create index on place_kept (person_id);
do $$
declare
  place record;
  kept record;
begin
  for place in
    select id, asker_id as person_id, lat, long, created_at from wanted where lat is not null
    union all select id, customer_id, lat, long, created_at from tender where lat is not null
    order by created_at, id
  loop
    select k.lat, k.long into kept from place_kept k
      where k.person_id = place.person_id and abs(k.lat - place.lat) < 0.02 and abs(k.long - place.long) < 0.02
      limit 1;
    if found then
      update wanted set lat = kept.lat, long = kept.long where id = place.id;
      update tender set lat = kept.lat, long = kept.long where id = place.id;
    else
      insert into place_kept values (place.person_id, place.lat, place.long);
    end if;
  end loop;
end $$;
