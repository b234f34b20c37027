-- What authors ask for things that are made of their files: an amount per piece or a percentage of the price.
create table resource_share (
  resource_id uuid primary key references resource (id) on delete cascade,
  amount bigint check (amount > 0),
  percent numeric(5, 2) check (percent > 0 and percent <= 50),
  changed_at timestamptz not null,
  check ((amount is null) <> (percent is null))
);

-- Requests to an author for what a licence does not allow, with their answers.
create table making_permission (
  id uuid primary key,
  resource_id uuid not null references resource (id) on delete cascade,
  asker_id uuid not null references person (id),
  author_id uuid not null references person (id),
  purpose text not null check (purpose in ('own', 'gift', 'sale')),
  pieces integer not null check (pieces > 0),
  note text not null,
  state text not null check (state in ('asked', 'granted', 'refused', 'withdrawn')),
  -- Pieces that may be made, and those that orders have taken of them.
  allowed integer not null default 0 check (allowed >= 0),
  used integer not null default 0 check (used between 0 and allowed),
  answer text not null default '',
  conversation_id uuid,
  asked_at timestamptz not null,
  answered_at timestamptz,
  check (asker_id <> author_id)
);
create unique index making_permission_open on making_permission (resource_id, asker_id) where state = 'asked';
create index making_permission_asker on making_permission (asker_id, id desc);
create index making_permission_author on making_permission (author_id, id desc);

-- Texts of licences as they were when something was made under them.
create table license_text (
  sha256 text primary key,
  license text not null,
  text text not null,
  kept_at timestamptz not null
);

-- The right by which each order is made, decided when it was placed. The receipt is canonical JSON, signed when the order is
-- completed.
create table order_right (
  id uuid primary key,
  order_id uuid not null,
  resource_id uuid references resource (id) on delete set null,
  title text not null,
  version integer not null,
  file_hashes text[] not null,
  license text not null,
  license_sha256 text not null references license_text (sha256),
  purpose text not null check (purpose in ('own', 'gift', 'sale')),
  pieces integer not null check (pieces > 0),
  verdict text not null check (verdict in ('allowed', 'allowed_with_share')),
  reason text not null,
  permission_id uuid references making_permission (id) on delete set null,
  decided_at timestamptz not null,
  receipt text,
  signature text,
  key_id text,
  issued_at timestamptz,
  check ((receipt is null) = (signature is null))
);
create index order_right_order on order_right (order_id);
create index order_right_resource on order_right (resource_id);
create index order_right_permission on order_right (permission_id) where permission_id is not null;
