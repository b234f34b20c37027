-- What is known of a file that holds a 3D model. A row without figures and without a problem waits to be measured.
create table resource_model (
  file_id uuid primary key references resource_file (id) on delete cascade,
  stored_at timestamptz not null,
  figures jsonb,
  problem text,
  -- How often measuring it began, and when last: what ends the process itself is not tried for ever.
  tries integer not null default 0,
  began_at timestamptz
);
-- What came last is measured first: nobody who uploads waits for a backlog.
create index resource_model_waiting on resource_model (stored_at desc, file_id) where figures is null and problem is null;

insert into resource_model (file_id, stored_at)
select id, created_at from resource_file where media_type in ('model/stl', 'model/obj', 'model/3mf', 'model/gltf-binary');

-- Whether we drew it from the resource's model, because nobody sent a picture.
alter table resource_image add column drawn boolean not null default false;
