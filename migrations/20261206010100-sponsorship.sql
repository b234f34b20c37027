-- What sponsors give: a sponsorship is the promise, a contribution each payment of it. States are src/features/sponsorship/states.ts.
create table sponsorship (
  id uuid primary key,
  person_id uuid not null references person (id),
  cadence text not null check (cadence in ('once', 'monthly')),
  amount bigint not null check (amount > 0),
  -- As the amount was called when it was promised.
  tier text not null check (tier in ('screw', 'gear', 'motor', 'bench')),
  -- Who gets it; nobody is the house. Of a resource, its owner at that time.
  recipient_id uuid references person (id),
  resource_id uuid references resource (id) on delete set null,
  is_anonymous boolean not null,
  message text not null,
  state text not null check (state in ('pending', 'active', 'ended')),
  -- The Korean day of the month on which a monthly one is asked for, and the next such day.
  anchor_day smallint check (anchor_day between 1 and 31),
  next_due_on date,
  -- A moderator's.
  hidden_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((cadence = 'monthly') = (anchor_day is not null)),
  check ((resource_id is null) or (recipient_id is not null)),
  check (recipient_id <> person_id)
);
create index sponsorship_person on sponsorship (person_id, id desc);
create index sponsorship_recipient on sponsorship (recipient_id, id desc) where recipient_id is not null;
create index sponsorship_resource on sponsorship (resource_id) where resource_id is not null;
create index sponsorship_due on sponsorship (next_due_on) where state = 'active' and next_due_on is not null;

create table contribution (
  id uuid primary key,
  sponsorship_id uuid not null references sponsorship (id),
  -- Whose of both; copied, because money outlives promises.
  person_id uuid not null references person (id),
  recipient_id uuid references person (id),
  amount bigint not null check (amount > 0),
  -- Our part of what goes to somebody.
  fee bigint not null check (fee between 0 and amount),
  state text not null check (state in ('open', 'paid', 'kept', 'expired', 'refunded', 'reversed')),
  version integer not null default 1,
  payment_id uuid references payment (id),
  created_at timestamptz not null,
  -- Until when it can be paid, and how long what was paid can be taken back.
  expires_at timestamptz not null,
  paid_at timestamptz,
  held_until timestamptz,
  -- Since what it brings was used (a banner was shown), it cannot be taken back any more.
  used_at timestamptz,
  kept_at timestamptz,
  ended_at timestamptz,
  check ((paid_at is null) = (payment_id is null)),
  check ((paid_at is null) = (state in ('open', 'expired')))
);
-- One at a time is asked for.
create unique index contribution_open on contribution (sponsorship_id) where state = 'open';
create index contribution_sponsorship on contribution (sponsorship_id, id);
create index contribution_expiring on contribution (expires_at) where state = 'open';
create index contribution_held on contribution (held_until) where state = 'paid';
create unique index contribution_payment on contribution (payment_id) where payment_id is not null;

-- What the house has paid out of what sponsors gave; the money is the journal 'spending:{id}'.
create table sponsor_spending (
  id uuid primary key,
  amount bigint not null check (amount > 0),
  spent_on date not null,
  -- What for, in each language.
  purpose jsonb not null,
  recorded_by uuid not null references person (id),
  recorded_at timestamptz not null,
  reversed_at timestamptz
);

alter table payment drop constraint payment_subject_kind_check,
  add constraint payment_subject_kind_check check (subject_kind in ('order', 'contribution'));

alter table ledger_entry drop constraint ledger_entry_account_check,
  add constraint ledger_entry_account_check check (account in ('gateway_receivable', 'bank_safeguard', 'bank_operating',
    'provider_debt', 'buyer_clearing', 'escrow', 'provider_payable', 'payout_transit', 'refund_payable', 'vat_payable',
    'fee_revenue', 'gateway_fees', 'losses', 'sponsor_income', 'sponsor_spending'));
alter table ledger_entry drop constraint ledger_entry_check,
  add constraint ledger_entry_check check ((subject_id is null) = (account in ('bank_safeguard', 'bank_operating',
    'vat_payable', 'fee_revenue', 'gateway_fees', 'losses', 'sponsor_income', 'sponsor_spending')));
