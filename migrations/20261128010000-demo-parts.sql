-- Which parts of the demo marketplace are there, so that a start that was killed on the way is finished by the next.
create table demo_part (
  part text primary key,
  written_at timestamptz not null default now()
);

-- What was loaded before this was noted counts as whole.
insert into demo_part (part) select 'finished' where exists (select from resource);
