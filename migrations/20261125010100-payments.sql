-- Payments, refunds and payouts, each a machine of its own (src/features/payments/states.ts). What moves money is a journal
-- of the ledger beside it; gateways are asked outside transactions, by jobs whose key and body are written down first.

create table payment (
  id uuid primary key,
  -- What is paid for: the room that it belongs to is told when money has come.
  subject_kind text not null check (subject_kind in ('order')),
  subject_id uuid not null,
  person_id uuid not null references person (id),
  gateway text not null check (gateway in ('sandbox', 'toss', 'stripe')),
  state text not null check (state in ('new', 'authenticated', 'confirming', 'waiting_deposit', 'captured', 'failed',
    'expired', 'unknown')),
  version integer not null default 1,
  amount bigint not null check (amount > 0),
  currency text not null check (currency = 'KRW'),
  order_name text not null,
  method text,
  -- What the gateway knows it by: ours is made from the id, theirs comes with it.
  ref text not null unique,
  payment_key text,
  -- What a person's browser is sent away with.
  begun jsonb,
  -- Where a deposit is awaited; account numbers and what webhooks prove themselves with are sealed.
  sealed_deposit text,
  sealed_secret text,
  deposit_due_at timestamptz,
  -- What the gateway holds by now, as it last said.
  gateway_balance bigint,
  captured_amount bigint,
  captured_at timestamptz,
  -- Whether this is the money that its subject is paid with.
  bound boolean not null default false,
  settled_at timestamptz,
  receipt_url text,
  failure_code text,
  unknown_since timestamptz,
  queries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (gateway, payment_key)
);
create unique index payment_bound on payment (subject_kind, subject_id) where bound;
create index payment_subject on payment (subject_kind, subject_id, id);
create index payment_person on payment (person_id, id desc);
create index payment_open on payment (expires_at) where state in ('new', 'authenticated', 'waiting_deposit');
create index payment_unsettled on payment (captured_at) where state = 'captured' and settled_at is null;

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment (id),
  order_id uuid,
  person_id uuid not null references person (id),
  state text not null check (state in ('decided', 'submitting', 'confirmed', 'unknown', 'needs_account', 'failed')),
  version integer not null default 1,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- As it is sent, however often: gateways compare keys and not bodies.
  body jsonb not null,
  -- Where a deposit is sent back to.
  sealed_account text,
  -- A key is forgotten by gateways after 15 days, and may be taken anew only after asking.
  key text not null unique,
  keyed_at timestamptz not null,
  failure_code text,
  unknown_since timestamptz,
  tries integer not null default 0,
  decided_at timestamptz not null,
  confirmed_at timestamptz
);
create index refund_payment on refund (payment_id);
create index refund_person on refund (person_id, id desc);
create index refund_open on refund (decided_at) where state <> 'confirmed';

-- What a provider is owed for one order, until it is paid out.
create table payable (
  order_id uuid primary key,
  provider_id uuid not null references person (id),
  buyer_id uuid not null references person (id),
  released_at timestamptz not null,
  held_until timestamptz not null,
  -- Staff may hold it, and an open claim does.
  frozen_reason text,
  payout_id uuid
);
create index payable_provider on payable (provider_id, held_until) where payout_id is null;

create table payout (
  id uuid primary key,
  provider_id uuid not null references person (id),
  gateway text not null,
  state text not null check (state in ('requested', 'completed', 'failed', 'unknown')),
  version integer not null default 1,
  amount bigint not null check (amount > 0),
  -- What the gateway knows it by. Never a new one for the same money while its end is unknown.
  ref text not null unique,
  payout_key text,
  seller_key text,
  -- The last digits of the account that it goes to, for statements.
  account_digits text not null,
  bank_code text not null,
  failure_code text,
  unknown_since timestamptz,
  tries integer not null default 0,
  requested_at timestamptz not null,
  completed_at timestamptz
);
create index payout_provider on payout (provider_id, id desc);
create index payout_open on payout (requested_at) where state in ('requested', 'unknown');
alter table payable add foreign key (payout_id) references payout (id);

create table payout_part (
  payout_id uuid not null references payout (id),
  order_id uuid not null,
  buyer_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (payout_id, order_id)
);

-- Who a provider is at the gateway that pays out.
create table payout_seller (
  person_id uuid primary key references person (id),
  gateway text not null,
  ref text not null unique,
  seller_key text,
  status text not null,
  account_registered_at timestamptz not null,
  updated_at timestamptz not null
);

-- Every step of these machines: a state is what its steps lead to.
create table money_event (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('payment', 'refund', 'payout')),
  subject_id uuid not null,
  version integer not null,
  event text not null,
  from_state text,
  to_state text not null,
  -- The journal of the ledger that moved the money, where some moved.
  command_id text,
  actor_id uuid,
  detail jsonb not null default '{}',
  at timestamptz not null,
  unique (kind, subject_id, version)
);
create trigger money_event_append_only before update or delete or truncate on money_event
  for each statement execute function refuse_change();

-- What gateways told us, once each: a webhook is a hint to ask.
create table payment_webhook (
  gateway text not null,
  id text not null,
  received_at timestamptz not null,
  primary key (gateway, id)
);

-- What a check of all money found; open ones wait for somebody.
create table ledger_finding (
  id uuid primary key default uuidv7(),
  invariant text not null,
  subject text not null,
  detail jsonb not null,
  found_at timestamptz not null,
  resolved_at timestamptz
);
create unique index ledger_finding_open on ledger_finding (invariant, subject) where resolved_at is null;
