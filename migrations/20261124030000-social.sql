-- What people do with each other's resources: like, collect, talk about, make, and whom they follow.

alter table resource add column make_count bigint not null default 0;

create table resource_like (
  resource_id uuid not null references resource (id) on delete cascade,
  person_id uuid not null references person (id),
  created_at timestamptz not null,
  primary key (resource_id, person_id)
);
create index resource_like_person on resource_like (person_id, resource_id);

create table collection (
  id uuid primary key,
  owner_id uuid not null references person (id),
  title text not null,
  description text not null default '',
  is_public boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index collection_owner on collection (owner_id, id desc);

create table collection_item (
  collection_id uuid not null references collection (id) on delete cascade,
  resource_id uuid not null references resource (id) on delete cascade,
  note text not null default '',
  -- From 0, without gaps but for resources that have gone.
  position integer not null,
  added_at timestamptz not null,
  primary key (collection_id, resource_id)
);
create index collection_item_order on collection_item (collection_id, position);
create index collection_item_resource on collection_item (resource_id);

create table comment (
  id uuid primary key,
  resource_id uuid not null references resource (id) on delete cascade,
  -- One level: what is answered is never an answer itself.
  parent_id uuid references comment (id) on delete cascade,
  author_id uuid references person (id),
  text text not null,
  -- deleted: an empty place, because there are answers below it. hidden: by a moderator. concealed: its writer is leaving.
  state text not null default 'shown' check (state in ('shown', 'deleted', 'hidden', 'concealed')),
  created_at timestamptz not null,
  edited_at timestamptz,
  check ((state = 'deleted') = (author_id is null))
);
create index comment_resource on comment (resource_id, id desc) where parent_id is null;
create index comment_parent on comment (parent_id, id) where parent_id is not null;
create index comment_author on comment (author_id, id);

create table make (
  id uuid primary key,
  resource_id uuid not null references resource (id) on delete cascade,
  author_id uuid not null references person (id),
  machine text not null default '',
  -- What makes "Bambu Lab A1" and "bambulab-a1" one machine: rules.ts.
  machine_key text not null default '',
  material text not null default '',
  outcome text not null check (outcome in ('success', 'partly', 'failed')),
  settings text not null default '',
  text text not null default '',
  minutes integer,
  grams double precision,
  state text not null default 'shown' check (state in ('shown', 'hidden', 'concealed')),
  -- All of these, or none: there is one picture at most.
  picture_id uuid unique,
  width integer,
  height integer,
  blob_prefix text,
  widths integer[],
  created_at timestamptz not null,
  edited_at timestamptz,
  check (num_nulls(picture_id, width, height, blob_prefix, widths) in (0, 5))
);
create index make_resource on make (resource_id, id desc);
create index make_author on make (author_id, id);
create index make_machine on make (machine_key) where machine_key <> '';

create table follow (
  follower_id uuid not null references person (id),
  person_id uuid not null references person (id),
  created_at timestamptz not null,
  primary key (person_id, follower_id),
  check (follower_id <> person_id)
);
create index follow_follower on follow (follower_id, created_at desc);
