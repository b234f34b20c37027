-- Orders of services: their states are src/features/orders/states.ts. The table is named in the plural because "order" is a
-- word of SQL.

create table orders (
  id uuid primary key,
  service_id uuid references service (id) on delete set null,
  -- A part of a larger job, with money of its own.
  parent_id uuid references orders (id),
  quote_id uuid unique,
  buyer_id uuid not null references person (id),
  provider_id uuid not null references person (id),
  state text not null check (state in ('created', 'paid', 'accepted', 'working', 'delivered', 'disputed', 'completed',
    'cancelled', 'refunded', 'settled')),
  version integer not null default 1,
  is_free boolean not null,
  custom_made boolean not null,
  title text not null,
  service_type text not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  -- As agreed: how it was worked out, and what stays the same whatever is configured later.
  lines jsonb not null,
  principal bigint not null check (principal >= 0),
  fee bigint not null check (fee >= 0),
  total bigint not null check (total >= 0),
  currency text not null,
  fee_percent numeric(5, 2) not null,
  fee_bearer text not null check (fee_bearer in ('buyer', 'provider')),
  lead_time_days integer,
  -- What the provider keeps of the principal, once that is decided.
  kept bigint check (kept between 0 and principal),
  delivery_kind text not null check (delivery_kind in ('ship', 'pickup', 'digital')),
  sealed_address text,
  tracking jsonb,
  sealed_pickup_code text,
  reworks integer not null default 0,
  -- Whose money is in its escrow; null when none is.
  payment_id uuid references payment (id),
  due_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  accepted_at timestamptz,
  started_at timestamptz,
  delivered_at timestamptz,
  arrived_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('buyer', 'provider', 'admin', 'system')),
  check (buyer_id <> provider_id),
  check (is_free = (total = 0)),
  check (not is_free or principal = 0 and fee = 0)
);
create index orders_buyer on orders (buyer_id, id desc);
create index orders_provider on orders (provider_id, id desc);
create index orders_service on orders (service_id, id desc);
create index orders_parent on orders (parent_id) where parent_id is not null;
create index orders_disputed on orders (id) where state = 'disputed';

create table order_event (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  -- The order's version after it.
  version integer not null,
  event text not null,
  side text not null check (side in ('buyer', 'provider', 'admin', 'system')),
  actor_id uuid,
  from_state text,
  to_state text not null,
  -- The journals of the ledger that it moved money with begin with it.
  command_id text not null unique,
  -- What both sides may know of it; words of people stand in order_note.
  detail jsonb not null default '{}',
  at timestamptz not null,
  unique (order_id, version)
);
create trigger order_event_append_only before update or delete or truncate on order_event
  for each statement execute function refuse_change();

-- What people wrote with an event: apart, because it goes when they are erased.
create table order_note (
  event_id uuid primary key references order_event (id),
  order_id uuid not null references orders (id),
  author_id uuid not null references person (id),
  text text not null
);
create index order_note_order on order_note (order_id);
create index order_note_author on order_note (author_id);

-- When something happens by itself. Frozen ones keep what was left of them while there is a dispute.
create table order_timer (
  order_id uuid not null references orders (id),
  kind text not null,
  at timestamptz not null,
  left_ms bigint,
  primary key (order_id, kind)
);
create index order_timer_due on order_timer (at) where left_ms is null;

create table order_proposal (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('settlement', 'rework', 'return', 'late_cancel')),
  side text not null check (side in ('buyer', 'provider')),
  keep bigint,
  state text not null check (state in ('open', 'agreed', 'refused', 'lapsed', 'replaced')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
create unique index order_proposal_open on order_proposal (order_id) where state = 'open';
create index order_proposal_order on order_proposal (order_id, id);

create table order_dispute (
  id uuid primary key,
  order_id uuid not null references orders (id),
  opened_by text not null check (opened_by in ('buyer', 'provider', 'system')),
  previous_state text not null,
  phase text not null check (phase in ('answering', 'negotiating', 'ruling', 'ruled', 'appealed', 'ended')),
  has_appealed boolean not null default false,
  opened_at timestamptz not null,
  ended_at timestamptz
);
create unique index order_dispute_open on order_dispute (order_id) where ended_at is null;

-- What admins decided; above a sum, two have to say the same.
create table order_ruling (
  id uuid primary key,
  dispute_id uuid references order_dispute (id),
  claim_id uuid,
  order_id uuid not null references orders (id),
  admin_id uuid not null references person (id),
  outcome text not null check (outcome in ('provider', 'buyer', 'split')),
  keep bigint not null,
  reason text not null,
  round integer not null,
  at timestamptz not null
);
create index order_ruling_order on order_ruling (order_id, id);

create table order_claim (
  id uuid primary key,
  order_id uuid not null references orders (id),
  state text not null check (state in ('open', 'accepted', 'refused')),
  known_on date not null,
  -- How much of the principal is asked back.
  amount bigint not null,
  granted bigint,
  created_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  decided_at timestamptz
);
create unique index order_claim_open on order_claim (order_id) where state = 'open';
alter table order_ruling add foreign key (claim_id) references order_claim (id);

create table order_photo (
  id uuid primary key,
  order_id uuid not null references orders (id),
  author_id uuid not null references person (id),
  side text not null check (side in ('buyer', 'provider')),
  kind text not null check (kind in ('pre_ship', 'arrival', 'evidence')),
  -- Null until something was said with it.
  event_id uuid references order_event (id),
  width integer not null,
  height integer not null,
  blob_prefix text not null,
  widths integer[] not null,
  created_at timestamptz not null
);
create index order_photo_order on order_photo (order_id, id);
create index order_photo_author on order_photo (author_id, id);

create table order_file (
  id uuid primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('request', 'result')),
  kept_file_id uuid not null,
  name text not null,
  -- As agreed upon.
  sha256 text not null,
  event_id uuid references order_event (id)
);
create index order_file_order on order_file (order_id, id);
create index order_file_kept on order_file (kept_file_id);

-- What a buyer agreed to for this very deal, word for word.
create table order_consent (
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('terms', 'custom_made')),
  version text not null,
  words text not null,
  locale text not null,
  given_at timestamptz not null,
  primary key (order_id, kind)
);
