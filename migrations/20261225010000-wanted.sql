-- The public board of things wanted. States are src/features/wanted/states.ts.
create table wanted (
  id uuid primary key,
  asker_id uuid not null references person (id),
  kind text not null check (kind in ('wanted', 'broken_part')),
  state text not null check (state in ('pending', 'open', 'grace', 'disputed', 'solved', 'ended', 'withdrawn')),
  version integer not null default 1,
  title text not null,
  description text not null,
  device text not null,
  -- Up to three named lengths: [{"label": …, "mm": …}].
  measures jsonb not null default '[]',
  -- As coarse as an individual's service is shown: the exact place is never kept.
  address text not null default '',
  city text not null default '',
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  trade text,
  category text,
  -- Our part of what is given, as it was when it was posted.
  fee_percent numeric(5, 2) not null,
  until timestamptz not null,
  -- When the days of grace end, once they have begun, and how many reminders the asker had of them.
  grace_until timestamptz,
  reminders smallint not null default 0,
  search_text text collate "C" not null,
  created_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  -- When providers near it were told.
  told_at timestamptz,
  -- A moderator's.
  hidden_at timestamptz,
  check ((lat is null) = (long is null)),
  check (state in ('pending', 'withdrawn') or opened_at is not null),
  check ((ended_at is not null) = (state in ('solved', 'ended', 'withdrawn')))
);
comment on table wanted is 'Things that people look for, in public, with a bounty in escrow if somebody gives one.';
create index wanted_asker on wanted (asker_id, id desc);
create index wanted_listed on wanted (opened_at desc, id desc) where opened_at is not null and hidden_at is null;
create index wanted_open on wanted (until) where state = 'open';
create index wanted_grace on wanted (grace_until) where state = 'grace';
create index wanted_disputed on wanted (id) where state = 'disputed';

create table wanted_image (
  id uuid primary key,
  wanted_id uuid not null references wanted (id) on delete cascade,
  position integer not null,
  alt text not null,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  blob_prefix text not null,
  created_at timestamptz not null
);
comment on table wanted_image is 'Pictures of things wanted.';
create index wanted_image_wanted on wanted_image (wanted_id, position);
create index wanted_image_blob on wanted_image (blob_prefix);

create table pledge (
  id uuid primary key,
  wanted_id uuid not null references wanted (id),
  person_id uuid not null references person (id),
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'held', 'given', 'expired', 'refunded', 'reversed')),
  version integer not null default 1,
  payment_id uuid references payment (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  ended_at timestamptz,
  check ((paid_at is null) = (payment_id is null)),
  check ((paid_at is null) = (state in ('open', 'expired')))
);
comment on table pledge is 'What a person gives to a bounty; its id is the subject of its escrow in the ledger.';
create unique index pledge_open on pledge (wanted_id, person_id) where state = 'open';
create unique index pledge_payment on pledge (payment_id) where payment_id is not null;
create index pledge_wanted on pledge (wanted_id, id);
create index pledge_person on pledge (person_id, id desc);
create index pledge_expiring on pledge (expires_at) where state = 'open';

create table wanted_answer (
  id uuid primary key,
  wanted_id uuid not null references wanted (id),
  person_id uuid not null references person (id),
  kind text not null check (kind in ('resource', 'offer', 'words')),
  text text not null,
  resource_id uuid references resource (id) on delete set null,
  -- Of an offer: by which service, at which price and until which day. It is ordered as any work of that service.
  service_id uuid references service (id) on delete set null,
  price bigint check (price > 0),
  ready_on date,
  state text not null default 'shown' check (state in ('shown', 'withdrawn')),
  created_at timestamptz not null,
  -- Since its author says that it was used, and what they say.
  objected_at timestamptz,
  objection text not null default '',
  check ((kind = 'offer') = (price is not null)),
  check ((objected_at is null) = (objection = ''))
);
comment on table wanted_answer is 'Answers to things wanted: a resource, an offer of a provider, or words.';
create index wanted_answer_wanted on wanted_answer (wanted_id, id);
create index wanted_answer_person on wanted_answer (person_id, id desc);
create unique index wanted_answer_resource on wanted_answer (wanted_id, resource_id)
  where resource_id is not null and state = 'shown';
create index wanted_answer_of_resource on wanted_answer (resource_id) where resource_id is not null;
create index wanted_answer_service on wanted_answer (service_id) where service_id is not null;

create table wanted_award (
  id uuid primary key,
  wanted_id uuid not null references wanted (id),
  answer_id uuid not null unique references wanted_answer (id),
  receiver_id uuid references person (id),
  amount bigint not null check (amount >= 0),
  fee bigint not null check (fee between 0 and amount),
  created_at timestamptz not null,
  check (amount = 0 or receiver_id is not null)
);
comment on table wanted_award is 'What was given for an answer; its id is the subject of the receiver''s account in the ledger.';
create index wanted_award_wanted on wanted_award (wanted_id);
create index wanted_award_receiver on wanted_award (receiver_id, id desc) where receiver_id is not null;

-- Which pledges an award was taken from: rows add up to the award, and those of a pledge to the pledge.
create table wanted_award_part (
  award_id uuid not null references wanted_award (id),
  pledge_id uuid not null references pledge (id),
  amount bigint not null check (amount > 0),
  primary key (award_id, pledge_id)
);
comment on table wanted_award_part is 'Which pledges an award was taken from.';
create index wanted_award_part_pledge on wanted_award_part (pledge_id);

create table wanted_ruling (
  wanted_id uuid not null references wanted (id),
  staff_id uuid not null references person (id),
  -- Which answers are to have it, in equal parts; none: it goes back.
  answer_ids uuid[] not null,
  reason text not null,
  ruled_at timestamptz not null,
  primary key (wanted_id, staff_id)
);
comment on table wanted_ruling is 'What staff decide about objections; large bounties need two of them.';

create table wanted_event (
  id bigint generated always as identity primary key,
  wanted_id uuid not null references wanted (id),
  kind text not null,
  amount bigint,
  answer_id uuid references wanted_answer (id),
  at timestamptz not null
);
comment on table wanted_event is 'What happened to things wanted, as their pages tell it; names stand in none of it.';
create index wanted_event_wanted on wanted_event (wanted_id, id);

alter table payment drop constraint payment_subject_kind_check,
  add constraint payment_subject_kind_check check (subject_kind in ('order', 'contribution', 'basket', 'pledge'));

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('account', 'orders', 'auctions', 'messages', 'social', 'follows',
    'versions', 'recalls', 'wanted', 'news'));
