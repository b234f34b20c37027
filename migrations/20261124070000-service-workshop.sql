-- What a provider makes things with and asks for it. Beside the service, because only estimates and detail pages need it.
create table service_workshop (
  service_id uuid primary key references service (id) on delete cascade,
  -- Null where the provider has written none: then the standard one holds.
  rate_card jsonb,
  machines jsonb not null default '[]' check (jsonb_typeof(machines) = 'array'),
  calendar jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null
);
