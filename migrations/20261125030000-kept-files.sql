-- Files that were handed over for a quote or an order: their bytes stay what they were, for as long as something refers
-- to them. Whatever does so has a foreign key to this table; the sweep finds those by itself.
create table kept_file (
  -- Of an upload, the upload's own id: whoever names the upload again names the same file.
  id uuid primary key,
  owner_id uuid not null references person (id),
  name text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  media_type text not null,
  blob_key text not null unique,
  created_at timestamptz not null
);
create index kept_file_owner on kept_file (owner_id);
create index kept_file_created on kept_file (created_at);
