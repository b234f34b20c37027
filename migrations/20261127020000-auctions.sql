-- Auctions: their states are src/features/auctions/states.ts, the rules of bidding rules.ts beside it.

create table auction (
  id uuid primary key,
  seller_id uuid not null references person (id),
  state text not null check (state in ('draft', 'scheduled', 'live', 'ended', 'awaiting_payment', 'second_offer', 'sold',
    'unsold', 'cancelled')),
  version integer not null default 1,
  lot_kind text not null check (lot_kind in ('thing', 'capacity', 'licence')),
  category text not null,
  title text not null,
  description text not null,
  -- Of a thing: in which condition, and what is to be said of it.
  condition text check (condition in ('new', 'like_new', 'used', 'for_parts')),
  condition_note text not null default '',
  -- Of capacity: whose hours. Of a licence: of which resource.
  service_id uuid references service (id) on delete set null,
  resource_id uuid references resource (id) on delete set null,
  -- Of capacity: from when to when, as agreed upon with the winner within.
  capacity jsonb,
  -- Of a licence: what the winner may do.
  licence_terms text not null default '',
  delivery_kinds text[] not null default '{}',
  shipping_fee bigint not null default 0 check (shipping_fee >= 0),
  handover text not null default '',
  start_price bigint check (start_price > 0),
  reserve_price bigint check (reserve_price > 0),
  buy_now_price bigint check (buy_now_price > 0),
  -- Null for at once.
  starts_at timestamptz,
  ends_at timestamptz,
  -- As published: bids may have moved the end since.
  published_end timestamptz,
  duration_minutes integer not null check (duration_minutes > 0),
  -- What it was published under, whatever is configured later: terms and increments.
  terms jsonb,
  relisted_from uuid references auction (id),
  search_text text not null default '',
  -- How it stands. The price is everybody's; of the others the maxima are nobody's but their bidder's.
  price bigint,
  leader_id uuid references person (id),
  leader_seq integer,
  leader_maximum bigint,
  runner_up bigint,
  is_reserve_met boolean not null default false,
  bid_count integer not null default 0,
  bidder_count integer not null default 0,
  entry_count integer not null default 0,
  -- With it, what is said of the reserve from the beginning can be checked after the end.
  reserve_salt bytea,
  -- The last of the chain of its log.
  log_hash bytea,
  -- Of what is pushed to open pages.
  event_seq bigint not null default 0,
  -- Who is to pay how much until when.
  winner_id uuid references person (id),
  winner_price bigint,
  pay_by timestamptz,
  pay_reminded integer not null default 0,
  offered_to uuid references person (id),
  offer_price bigint,
  offer_until timestamptz,
  offers integer not null default 0,
  decide_by timestamptz,
  order_id uuid unique references orders (id),
  cancel_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  check (state in ('draft', 'cancelled') or (start_price is not null and ends_at is not null and terms is not null)),
  check (state = 'draft' or reserve_price is null or reserve_price >= start_price),
  check (state = 'draft' or buy_now_price is null or buy_now_price >= greatest(start_price, reserve_price)),
  check ((leader_id is null) = (price is null)),
  check ((leader_id is null) = (leader_maximum is null)),
  check (price is null or price <= leader_maximum),
  check ((state = 'awaiting_payment') <= (winner_id is not null and pay_by is not null)),
  check ((state = 'second_offer') = (offered_to is not null))
);
create index auction_seller on auction (seller_id, id desc);
create index auction_starting on auction (starts_at) where state = 'scheduled';
create index auction_ending on auction (ends_at) where state = 'live';
create index auction_due on auction (id) where state in ('ended', 'awaiting_payment', 'second_offer');
create index auction_listed on auction (published_at desc, id desc) where state not in ('draft');
create index auction_winner on auction (winner_id, id desc) where winner_id is not null;
create index auction_offered on auction (offered_to) where offered_to is not null;

create table auction_image (
  id uuid primary key,
  auction_id uuid not null references auction (id) on delete cascade,
  position integer not null,
  alt text not null default '',
  width integer not null,
  height integer not null,
  widths integer[] not null,
  blob_prefix text not null,
  created_at timestamptz not null,
  unique (auction_id, position)
);

-- Who bids, by the number that everybody else knows them by.
create table auction_bidder (
  auction_id uuid not null references auction (id) on delete cascade,
  person_id uuid not null references person (id),
  number integer not null,
  -- When somebody went over their bid, and when they were last told.
  outbid_at timestamptz,
  told_at timestamptz,
  primary key (auction_id, person_id),
  unique (auction_id, number)
);
create index auction_bidder_person on auction_bidder (person_id, auction_id desc);
create index auction_bidder_outbid on auction_bidder (outbid_at) where outbid_at is not null;

-- The log of an auction, without holes: bids, and what happened to them. It is published after the end, all but the winner's maximum.
-- Without foreign keys, of which each row would cost two look-ups under the lot's lock: bidders stand in auction_bidder, and an auction that
-- has a log is never deleted.
create table auction_entry (
  auction_id uuid not null,
  seq integer not null,
  at timestamptz not null,
  kind text not null check (kind in ('bid', 'buy', 'void', 'end', 'cancel')),
  bidder_id uuid,
  bidder_number integer,
  maximum bigint,
  salt bytea,
  commitment bytea,
  -- Of a void: which bid does not count, and why.
  voided_seq integer,
  reason text,
  -- How the auction stands after it.
  price bigint,
  leader_number integer,
  is_reserve_met boolean not null,
  ends_at timestamptz not null,
  hash bytea not null,
  command_key text,
  primary key (auction_id, seq)
);
create unique index auction_entry_command on auction_entry (auction_id, bidder_id, command_key) where command_key is not null;
create index auction_entry_bidder on auction_entry (bidder_id, auction_id) where bidder_id is not null;
create trigger auction_entry_append_only before update or delete or truncate on auction_entry
  for each statement execute function refuse_change();

create table auction_event (
  id uuid primary key default uuidv7(),
  auction_id uuid not null references auction (id) on delete cascade,
  event text not null,
  side text not null,
  actor_id uuid,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index auction_event_auction on auction_event (auction_id, id);

create table auction_watch (
  person_id uuid not null references person (id),
  auction_id uuid not null references auction (id) on delete cascade,
  created_at timestamptz not null,
  -- When they were told that it ends soon.
  told_at timestamptz,
  primary key (person_id, auction_id)
);
create index auction_watch_auction on auction_watch (auction_id);

-- Who did not pay for what they had won.
create table auction_strike (
  id uuid primary key,
  person_id uuid not null references person (id),
  auction_id uuid not null references auction (id),
  at timestamptz not null,
  -- Staff may take one back, and say why.
  lifted_at timestamptz,
  unique (person_id, auction_id)
);
create index auction_strike_person on auction_strike (person_id, at) where lifted_at is null;

-- People of one household, as staff have found: they do not bid on each other's lots.
create table household (
  person_id uuid primary key references person (id),
  household_id uuid not null,
  set_at timestamptz not null
);
create index household_members on household (household_id);

alter table orders add column auction_id uuid;
create index orders_auction on orders (auction_id) where auction_id is not null;

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check
    check (kind in ('account', 'orders', 'auctions', 'messages', 'social', 'follows', 'versions', 'news'));
