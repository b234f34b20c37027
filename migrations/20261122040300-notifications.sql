-- What a person is told of, in the app and by mail.
create table notification (
  id uuid primary key default uuidv7(),
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('account', 'news')),
  what text not null,
  -- What the words of `what` need.
  params jsonb not null default '{}',
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_person on notification (person_id, id desc);
create index notification_unread on notification (person_id) where read_at is null;

-- Kinds that a person wants no mail of.
create table notification_mute (
  person_id uuid not null references person (id) on delete cascade,
  kind text not null,
  primary key (person_id, kind)
);
