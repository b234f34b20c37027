-- Things that were made and shown: orders that were completed with photos, and makes with a photo and their file's hash.
create table build (
  id uuid primary key,
  source text not null check (source in ('order', 'make')),
  source_id uuid not null,
  -- Null for a thing that was made from a file of the buyer's own.
  resource_id uuid references resource (id) on delete cascade,
  file_hashes text[] not null,
  -- The person who made it, the person who it was made for, and the owner of the resource; null once they have left.
  maker_id uuid references person (id),
  for_id uuid references person (id),
  owner_id uuid references person (id),
  service_id uuid references service (id) on delete set null,
  machine_id uuid,
  machine text not null default '',
  material text not null default '',
  settings text not null default '',
  worked boolean not null,
  built_at timestamptz not null,
  unique nulls not distinct (source, source_id, resource_id)
);
comment on table build is 'Verified builds: each says whether it worked, on which machine, of which material and with which settings.';
create index build_resource on build (resource_id, built_at) where resource_id is not null;
create index build_service on build (service_id, built_at) where service_id is not null;
create index build_maker on build (maker_id) where maker_id is not null;
create index build_for on build (for_id) where for_id is not null;
create index build_owner on build (owner_id) where owner_id is not null;

alter table make add column file_sha256 text;
comment on column make.file_sha256 is 'Hash of the file that it was made from, one of the resource; a make with it and a photo is a verified build.';
