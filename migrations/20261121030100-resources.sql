-- Resources: what is published, its versions, files and pictures.

create table resource (
  id uuid primary key default uuidv7(),
  -- Dense order of publication. Lists are "newest first" by it and search windows are ranges of it;
  -- it is given on the first publication, so a draft has none.
  seq bigint unique,
  owner_id uuid not null references person (id),
  state text not null check (state in ('draft', 'published', 'hidden', 'removed')),
  category text not null,
  subcategory text not null default '',
  title text not null,
  description text not null default '',
  -- The language that title and description are written in.
  language text not null default 'ko' check (language in ('ko', 'en', 'ja')),
  -- {"en": {"title": …, "description": …}}: the author's own translations.
  translations jsonb not null default '{}',
  tags text[] not null default '{}',
  license text not null default 'all-rights-reserved',
  author text not null default '',
  source_site text not null default '',
  download_url text,
  model_type text not null default '',
  usage_instructions text not null default '',
  game_controls text not null default '',
  game_code text not null default '',
  -- Ordered steps: [{"title", "text", "minutes"?, "tools"?, "warning"?}].
  assembly_instructions jsonb not null default '[]',
  -- What only one category has (bill of materials, print settings, model card, platforms): see contract.ts.
  details jsonb not null default '{}',
  download_count bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  -- The JSON of its card in lists, without counts and last brace; written with what it shows (see cards.ts).
  card text,
  version integer not null default 1,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state <> 'published') or (seq is not null and published_at is not null))
);
create sequence resource_seq as bigint;
create index resource_newest on resource (seq desc) where state = 'published';
create index resource_category_newest on resource (category, seq desc) where state = 'published';
create index resource_owner on resource (owner_id, id desc);

create table resource_version (
  id uuid primary key default uuidv7(),
  resource_id uuid not null references resource (id) on delete cascade,
  number integer not null,
  changelog text not null default '',
  created_at timestamptz not null,
  unique (resource_id, number)
);

create table resource_file (
  id uuid primary key default uuidv7(),
  resource_id uuid not null references resource (id) on delete cascade,
  version_id uuid not null references resource_version (id) on delete cascade,
  position integer not null,
  name text not null,
  size bigint not null check (size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  blob_key text not null,
  created_at timestamptz not null
);
create index resource_file_resource on resource_file (resource_id, version_id, position);
create index resource_file_blob on resource_file (blob_key);

create table resource_image (
  id uuid primary key default uuidv7(),
  resource_id uuid not null references resource (id) on delete cascade,
  position integer not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  -- Prefix of the stored sizes: <blob_prefix>/<width>.webp, widths in image_widths.
  blob_prefix text not null,
  widths integer[] not null,
  created_at timestamptz not null
);
create index resource_image_resource on resource_image (resource_id, position);

-- One row per person (or guest's address, hashed) and day: downloads count once.
create table resource_download (
  resource_id uuid not null references resource (id) on delete cascade,
  day date not null,
  person_key text not null,
  primary key (resource_id, day, person_key)
);
