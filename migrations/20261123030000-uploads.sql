-- Files that come in pieces. A row lives until its file is attached to something, is given up, or expires.

create table upload (
  id uuid primary key,
  owner_id uuid not null references person (id) on delete cascade,
  name text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  state text not null default 'receiving' check (state in ('receiving', 'quarantined', 'finished', 'refused')),
  -- The code of the error that it was refused with.
  refusal text,
  -- What the sender said it would be, and what came.
  expected_sha256 text,
  sha256 text,
  -- As sent, because the protocol wants it back.
  metadata text not null,
  -- The store's note about what it has so far.
  parts jsonb not null default '{}',
  -- Whose bytes are taken: the request that came last.
  writer uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index upload_owner_id on upload (owner_id);
create index upload_expires_at on upload (expires_at);
