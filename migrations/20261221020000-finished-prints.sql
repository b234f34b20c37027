-- What a print of an order was estimated at, by the formula alone, and what it really took, in weight and hours of all pieces.
create table service_print (
  order_id uuid primary key,
  service_id uuid not null references service (id) on delete cascade,
  -- Null where the provider listed no machines.
  machine_id uuid,
  material text not null,
  -- What the rate card told the formula: results made with another one do not correct this one.
  told text not null,
  estimated_grams double precision not null check (estimated_grams > 0),
  estimated_hours double precision not null check (estimated_hours > 0),
  real_grams double precision check (real_grams > 0),
  real_hours double precision check (real_hours > 0),
  delivered_at timestamptz not null,
  -- When its order was completed: no other result teaches anything.
  finished_at timestamptz
);
create index service_print_finished on service_print (service_id, finished_at desc) where finished_at is not null;
-- What a quote was worked out from. The formula's own amounts are kept beside, so that no correction is learned twice.
alter table quote
  add column machine_id uuid,
  add column basis text check (basis in ('formula', 'learned', 'slice')),
  add column slicer text,
  add column learned_from integer,
  add column formula_grams double precision,
  add column formula_hours double precision;
