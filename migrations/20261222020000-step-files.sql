-- STEP files could be uploaded before they were read.
insert into resource_model (file_id, stored_at)
select id, created_at from resource_file where name ilike '%.step' or name ilike '%.stp'
on conflict do nothing;
