-- What sending costs, from when it is free, and whether things can be picked up. Null: nothing was said, as before.
alter table service_workshop add column delivery jsonb;
