-- What games keep for a person: one set of slots for each person and game, the texts being the games' own.

create table game_save (
  person_id uuid not null references person (id) on delete cascade,
  resource_id uuid not null references resource (id) on delete cascade,
  slots jsonb not null,
  -- Counts from 1; whoever saves says which one they have seen, so that two windows do not undo each other.
  revision integer not null,
  updated_at timestamptz not null,
  primary key (person_id, resource_id)
);
create index game_save_resource on game_save (resource_id);
