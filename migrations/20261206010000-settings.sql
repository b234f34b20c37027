-- What staff change while the place runs (src/platform/shared/settings.ts says what there is, and what holds where there is no row).
create table setting (
  -- What the audit log knows it by.
  id uuid not null default uuidv7(),
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);
