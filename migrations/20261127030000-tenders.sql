-- Jobs that are put out to sealed bids: src/features/tenders.
create table tender (
  id uuid primary key,
  customer_id uuid not null references person (id),
  state text not null default 'draft'
    check (state in ('draft', 'open', 'closed', 'chosen', 'unchosen', 'cancelled')),
  version integer not null default 1,
  title text not null,
  description text not null,
  service_type text not null,
  material text not null,
  colour text not null,
  tolerance text not null,
  finish text not null,
  quantity integer not null check (quantity between 1 and 100000),
  -- In won, before our fee. A draft may lack what an open tender needs.
  ceiling bigint check (ceiling > 0),
  wanted_on date,
  delivery text not null check (delivery in ('ship', 'pickup')),
  -- As coarse as an individual's service is shown: the exact place is never kept.
  address text not null default '',
  city text not null default '',
  lat double precision check (lat between -90 and 90),
  long double precision check (long between -180 and 180),
  closes_at timestamptz,
  -- Until when its customer can choose.
  choose_by timestamptz,
  -- What the formula weighs, as it was published: configuration that changes must not change what was promised.
  formula jsonb,
  search_text text collate "C" not null,
  created_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('customer', 'staff', 'house')),
  -- Why that bid, or why it was cancelled.
  reason text not null default '',
  chosen_bid_id uuid,
  quote_id uuid,
  -- A moderator has taken it out of sight.
  hidden_at timestamptz,
  check ((lat is null) = (long is null)),
  check (state = 'draft' or (ceiling is not null and closes_at is not null and choose_by is not null
    and formula is not null and published_at is not null)),
  check (state not in ('chosen', 'unchosen', 'cancelled') or ended_at is not null)
);
create index tender_customer on tender (customer_id, id desc);
create index tender_published on tender (published_at desc, id desc) where state <> 'draft' and hidden_at is null;
create index tender_due on tender (closes_at) where state = 'open';
create index tender_waiting on tender (choose_by) where state = 'closed';

create table tender_file (
  tender_id uuid not null references tender (id) on delete cascade,
  kept_file_id uuid not null references kept_file (id),
  position integer not null,
  primary key (tender_id, kept_file_id)
);
create index tender_file_kept on tender_file (kept_file_id);

-- Every bid that was ever made: a changed one is another row, and those before it keep their commitments.
create table tender_bid (
  id uuid primary key,
  tender_id uuid not null references tender (id) on delete cascade,
  -- In the order in which bids came, without gaps.
  number integer not null,
  provider_id uuid not null references person (id),
  service_id uuid not null references service (id) on delete cascade,
  -- Void: what was sealed is not what was committed to.
  state text not null default 'standing' check (state in ('standing', 'replaced', 'withdrawn', 'void')),
  commitment text not null,
  made_at timestamptz not null,
  -- Until the tender closes, what was bid stands here alone, under the data key.
  sealed text,
  principal bigint check (principal > 0),
  ready_in_days integer check (ready_in_days >= 0),
  machine text,
  note text,
  salt text,
  detail_salt text,
  -- Under which number the others know its provider.
  position integer,
  rank integer,
  -- What the formula was given and what it made of it.
  result jsonb,
  unique (tender_id, number)
);
create unique index tender_bid_standing on tender_bid (tender_id, provider_id) where state = 'standing';
create index tender_bid_provider on tender_bid (provider_id, tender_id);
create index tender_bid_service on tender_bid (service_id);
create function tender_bid_is_committed() returns trigger language plpgsql as $$
begin
  if (new.tender_id, new.number, new.provider_id, new.service_id, new.commitment, new.made_at)
    is distinct from (old.tender_id, old.number, old.provider_id, old.service_id, old.commitment, old.made_at)
    or (old.principal is not null and (new.principal, new.ready_in_days, new.machine, new.note, new.salt, new.detail_salt)
      is distinct from (old.principal, old.ready_in_days, old.machine, old.note, old.salt, old.detail_salt)) then
    raise exception 'a bid is never changed';
  end if;
  return new;
end $$;
create trigger tender_bid_is_committed before update on tender_bid
  for each row execute function tender_bid_is_committed();
alter table tender add foreign key (chosen_bid_id) references tender_bid (id) on delete set null;
create index tender_chosen_bid on tender (chosen_bid_id);
