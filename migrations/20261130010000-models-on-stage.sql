-- A 3D model can stand where all look, with the way its presenter looks at it.
alter table call drop constraint call_stage_kind_check;
alter table call
  add constraint call_stage_kind_check check (stage_kind in ('screen', 'camera', 'model')),
  -- Which file, by where it comes from, and what is known of it.
  add column stage_model jsonb,
  -- From where it is looked at, with the number of that view.
  add column stage_view jsonb,
  add check ((stage_kind is not distinct from 'model') = (stage_model is not null)),
  add check (stage_view is null or stage_model is not null);
