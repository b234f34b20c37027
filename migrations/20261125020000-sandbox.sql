-- The far side of the sandbox: what a payment company would keep of payments. Nothing but the sandbox reads it.

create table sandbox_payment (
  -- Unguessable: whoever has it may decide what becomes of the payment.
  key text primary key,
  ref text not null unique,
  status text not null default 'ready' check (
    status in ('ready', 'in_progress', 'waiting_deposit', 'done', 'cancelled', 'partly_cancelled', 'aborted', 'expired')
  ),
  currency text not null,
  amount bigint not null check (amount > 0),
  balance bigint not null default 0 check (balance between 0 and amount),
  method text,
  success_url text not null,
  fail_url text not null,
  valid_hours integer not null check (valid_hours > 0),
  -- What its person has chosen.
  outcome text check (outcome in ('approve', 'decline', 'delay', 'charge_then_hang', 'virtual_account')),
  delay_seconds integer,
  webhooks text not null default 'after' check (webhooks in ('before', 'after', 'twice', 'never')),
  refunds text not null default 'done' check (refunds in ('done', 'hang', 'fail')),
  -- Of the call that charged it: the same one again is answered the same.
  confirm_key text,
  -- When a delayed one is charged.
  approve_at timestamptz,
  approved_at timestamptz,
  deposit_due_at timestamptz,
  secret text,
  failure_code text,
  begun_at timestamptz not null,
  -- Until when the next step may be taken.
  expires_at timestamptz not null
);
create index sandbox_payment_approved on sandbox_payment (approved_at);

create table sandbox_cancel (
  key text primary key,
  payment_key text not null references sandbox_payment (key),
  idempotency_key text not null,
  amount bigint not null check (amount >= 0),
  at timestamptz not null,
  unique (payment_key, idempotency_key)
);
create index sandbox_cancel_at on sandbox_cancel (at);

create table sandbox_payout (
  key text primary key,
  ref text not null unique,
  seller_key text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('in_progress', 'completed', 'failed')),
  -- When one that is on its way fails.
  fail_at timestamptz,
  requested_at timestamptz not null
);

-- Of a seller's account only what its number makes of payouts.
create table sandbox_seller (
  key text primary key,
  ref text not null unique,
  mode text not null check (mode in ('done', 'hang', 'fail', 'late', 'unapproved'))
);
