-- Kinds of resources in full: pictures of steps, how far a reader has come, and headers of AI models' files.

-- Sent before its step is saved: until then it is its sender's, afterwards its resource's.
create table resource_step_picture (
  id uuid primary key default uuidv7(),
  person_id uuid references person (id) on delete cascade,
  resource_id uuid references resource (id) on delete cascade,
  width integer not null,
  height integer not null,
  blob_prefix text not null,
  widths integer[] not null,
  created_at timestamptz not null,
  check ((person_id is null) <> (resource_id is null))
);
create index resource_step_picture_resource on resource_step_picture (resource_id);
create index resource_step_picture_person on resource_step_picture (person_id);

-- Which steps of an assembly somebody has done, by their position from 0.
create table resource_progress (
  person_id uuid not null references person (id) on delete cascade,
  resource_id uuid not null references resource (id) on delete cascade,
  done integer[] not null,
  updated_at timestamptz not null,
  primary key (person_id, resource_id)
);
create index resource_progress_resource on resource_progress (resource_id);

-- What the header of an AI model's file says: a summary, and the list of its tensors, which can be long.
alter table resource_model add column header jsonb, add column tensors jsonb;
drop index resource_model_waiting;
create index resource_model_waiting on resource_model (stored_at desc, file_id)
  where figures is null and header is null and problem is null;
insert into resource_model (file_id, stored_at)
select id, created_at from resource_file where name ilike '%.safetensors' or name ilike '%.gguf';

-- Several profiles where there was one.
update resource set details = jsonb_set(details, '{printSettings}', jsonb_build_array(details -> 'printSettings'))
where jsonb_typeof(details -> 'printSettings') = 'object';
-- Several results where there was one line.
update resource set details = jsonb_set(
  details #- '{aiModel,metric}', '{aiModel,metrics}',
  jsonb_build_array(jsonb_build_object('name', details #> '{aiModel,metric}')))
where details #>> '{aiModel,metric}' <> '';
