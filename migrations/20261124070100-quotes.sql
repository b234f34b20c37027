-- Prices that bind a provider until they expire, each for one very file.
create table quote (
  id uuid primary key default uuidv7(),
  service_id uuid not null references service (id) on delete cascade,
  person_id uuid not null references person (id),
  -- Without a reference: an upload goes its own way afterwards, and what binds is the hash.
  file_kind text not null check (file_kind in ('upload', 'resource_file')),
  file_id uuid not null,
  file_name text not null,
  file_sha256 text not null,
  -- As the server measured it.
  size_mm double precision[] not null check (cardinality(size_mm) = 3),
  volume_mm3 double precision not null check (volume_mm3 > 0),
  material text not null,
  infill double precision not null,
  layer_height double precision not null,
  quantity integer not null check (quantity > 0),
  machine text,
  -- What it was worked out from, whatever the provider writes later.
  rate_card jsonb not null,
  fee_percent numeric(5, 2) not null,
  grams double precision not null,
  billed_grams bigint not null,
  lines jsonb not null,
  principal bigint not null check (principal >= 0),
  fee bigint not null check (fee >= 0),
  total bigint not null,
  currency text not null,
  lead_time_days integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (total = principal + fee)
);
create index quote_person on quote (person_id, id desc);
create index quote_service on quote (service_id);

create function quote_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a quote is never changed';
end $$;
create trigger quote_is_final before update on quote for each row execute function quote_is_final();
