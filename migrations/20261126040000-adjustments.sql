-- What two people of the house change about money together: one proposes it, another makes it so. States are
-- src/features/payments/states.ts.
create table adjustment (
  id uuid primary key,
  kind text not null check (kind in ('release_early', 'goodwill', 'reversal')),
  order_id uuid not null references orders (id),
  -- Of goodwill.
  amount bigint check (amount > 0),
  -- Of a reversal: the journal that it corrects.
  command_id text,
  state text not null default 'proposed' check (state in ('proposed', 'applied', 'refused')),
  proposer_id uuid not null references person (id),
  reason text not null,
  proposed_at timestamptz not null,
  decider_id uuid references person (id),
  decision_reason text,
  decided_at timestamptz,
  -- What stood there and what stands there then, as it was when it was last looked at.
  before jsonb not null,
  after jsonb not null,
  check ((kind = 'goodwill') = (amount is not null)),
  check ((kind = 'reversal') = (command_id is not null)),
  check ((state = 'proposed') = (decider_id is null)),
  check (state <> 'applied' or decider_id <> proposer_id)
);
create unique index adjustment_open on adjustment (order_id, kind) where state = 'proposed';
create index adjustment_order on adjustment (order_id, id desc);
