-- Calls of channels: who is in one hears of everything, in order, under the lock of its row.
create table call (
  channel_id uuid primary key,
  -- What all look at together and draw on: somebody's screen or camera, or a picture taken of it.
  stage_id uuid,
  stage_kind text check (stage_kind in ('screen', 'camera')),
  stage_peer_id uuid,
  frame_id uuid,
  check ((stage_id is null) = (stage_kind is null) and (stage_id is null) = (stage_peer_id is null)),
  check (frame_id is null or stage_id is not null)
);

-- Links for guests without an account: used once, and then theirs alone.
create table call_link (
  id uuid primary key,
  channel_id uuid not null,
  token_hash text not null unique,
  made_by uuid not null references person on delete cascade,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  guest_name text,
  guest_hash text,
  -- Whoever moderates has put the guest out.
  closed_at timestamptz,
  check ((used_at is null) = (guest_hash is null) and (used_at is null) = (guest_name is null))
);
create index call_link_made_by on call_link (made_by);
create index call_link_expires_at on call_link (expires_at);

-- Who is in a call now, by the database's clock: whoever is not heard of for some seconds is gone.
create table call_peer (
  id uuid primary key,
  channel_id uuid not null references call on delete cascade,
  -- What proves who this is, and names the topic that only they follow.
  key uuid not null unique,
  person_id uuid references person on delete cascade,
  link_id uuid references call_link on delete cascade,
  name text not null,
  is_muted boolean not null,
  has_video boolean not null,
  hand_raised boolean not null default false,
  joined_at timestamptz not null,
  seen_at timestamptz not null,
  -- How many events their topic has had.
  seq bigint not null default 0,
  check ((person_id is null) <> (link_id is null))
);
create index call_peer_channel on call_peer (channel_id, joined_at);
create index call_peer_person on call_peer (person_id);
create index call_peer_link on call_peer (link_id);
create index call_peer_seen on call_peer (seen_at);

-- Whom somebody who moderates has put out, and until when.
create table call_removal (
  channel_id uuid not null,
  person_id uuid not null references person on delete cascade,
  until timestamptz not null,
  primary key (channel_id, person_id)
);
create index call_removal_person on call_removal (person_id);

-- What was drawn on what all look at, for whoever comes later; all of it goes when that ends.
create table call_mark (
  channel_id uuid not null references call on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  mark jsonb not null,
  primary key (channel_id, id)
);
create table call_frame (
  channel_id uuid primary key references call on delete cascade,
  id uuid not null,
  bytes bytea not null
);
