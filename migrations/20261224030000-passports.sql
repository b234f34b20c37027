-- What a provider chose for the labels of a service's things, or of all that has none of its own.
create table passport_choice (
  provider_id uuid not null references person (id),
  service_id uuid,
  -- Null where the provider has chosen nothing: then by the number of pieces.
  each text check (each in ('piece', 'batch', 'none')),
  shows_maker boolean not null,
  warranty_months integer check (warranty_months between 1 and 120),
  warranty text not null,
  changed_at timestamptz not null,
  unique nulls not distinct (provider_id, service_id)
);

-- GTINs of makers, for what they sell as a service, or for a version of a resource.
create table trade_item (
  provider_id uuid not null references person (id),
  service_id uuid,
  resource_id uuid,
  version integer,
  gtin text not null check (gtin ~ '^[0-9]{14}$'),
  changed_at timestamptz not null,
  unique nulls not distinct (provider_id, service_id, resource_id, version)
);

-- Made things, or batches of them, with what is known of them. Resources are named without a reference: a thing stays what it is
-- when its design is gone.
create table passport (
  id uuid primary key,
  order_id uuid not null,
  right_id uuid,
  position integer not null check (position > 0),
  pieces integer not null check (pieces > 0),
  resource_id uuid,
  version integer,
  title text not null,
  file_hashes text[] not null,
  material text not null,
  machine text not null,
  settings jsonb,
  provider_id uuid not null references person (id),
  service_id uuid,
  shows_maker boolean not null,
  warranty_months integer check (warranty_months between 1 and 120),
  warranty text not null,
  gtin text check (gtin ~ '^[0-9]{14}$'),
  made_at timestamptz not null,
  holder_id uuid references person (id),
  claimed_at timestamptz,
  unique nulls not distinct (order_id, right_id, position),
  check ((holder_id is null) = (claimed_at is null))
);
create index passport_resource on passport (resource_id, version) where holder_id is not null;
create index passport_holder on passport (holder_id, id desc) where holder_id is not null;
create index passport_provider on passport (provider_id);

-- Codes on labels. A passport has at most one that is valid; a revoked one is never given out again.
create table passport_code (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  passport_id uuid not null references passport (id) on delete cascade,
  issued_at timestamptz not null,
  revoked_at timestamptz
);
create unique index passport_code_valid on passport_code (passport_id) where revoked_at is null;
create index passport_code_passport on passport_code (passport_id);

-- Codes by which a holder passes a thing on, used once; only their hashes are kept.
create table passport_handover (
  passport_id uuid primary key references passport (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Fixes and recalls of versions of a resource; of all versions where none is named.
create table recall (
  id uuid primary key,
  resource_id uuid not null,
  versions integer[] check (cardinality(versions) > 0),
  urgency text not null check (urgency in ('fix', 'stop')),
  what text not null,
  remedy text not null,
  author_id uuid not null references person (id),
  is_by_staff boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index recall_resource on recall (resource_id, id desc);
create index recall_author on recall (author_id);

create table recall_update (
  id uuid primary key,
  recall_id uuid not null references recall (id) on delete cascade,
  text text not null,
  author_id uuid not null references person (id),
  is_by_staff boolean not null,
  created_at timestamptz not null
);
create index recall_update_recall on recall_update (recall_id, id);
create index recall_update_author on recall_update (author_id);

-- Who was told of a recall or of an update, so that nobody is told twice. `about_id` is the recall's or the update's.
create table recall_notice (
  about_id uuid not null,
  person_id uuid not null references person (id),
  told_at timestamptz not null,
  primary key (about_id, person_id)
);
create index recall_notice_person on recall_notice (person_id);

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (
    kind in ('account', 'orders', 'auctions', 'messages', 'social', 'follows', 'versions', 'recalls', 'news'));
