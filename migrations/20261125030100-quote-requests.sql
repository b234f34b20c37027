-- The bytes of the file that an instant quote was made for; apart from the quote, which never changes, because they go
-- some time after it has expired.
create table quote_file (
  quote_id uuid primary key references quote (id) on delete cascade,
  kept_file_id uuid not null references kept_file (id)
);
create index quote_file_kept on quote_file (kept_file_id);
-- In working days: on which day a job is ready is counted from the day on which it is paid.
alter table quote add column working_days integer;

-- What a customer wants made, asked of several providers at once.
create table quote_request (
  id uuid primary key,
  customer_id uuid not null references person (id),
  title text not null,
  description text not null,
  material text not null,
  colour text not null,
  tolerance text not null,
  finish text not null,
  quantity integer not null check (quantity between 1 and 100000),
  wanted_on date,
  budget bigint check (budget >= 0),
  currency text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- Until when providers who have not answered may.
  expires_at timestamptz not null
);
create index quote_request_customer on quote_request (customer_id, id desc);

create table quote_request_file (
  request_id uuid not null references quote_request (id) on delete cascade,
  kept_file_id uuid not null references kept_file (id),
  position integer not null,
  -- Of a 3D model, once it has been measured.
  figures jsonb,
  problem text,
  primary key (request_id, kept_file_id)
);
create index quote_request_file_kept on quote_request_file (kept_file_id);

-- One for each service that was asked.
create table quote_thread (
  id uuid primary key,
  request_id uuid not null references quote_request (id) on delete cascade,
  service_id uuid not null references service (id) on delete cascade,
  provider_id uuid not null references person (id),
  position integer not null,
  state text not null default 'asked'
    check (state in ('asked', 'offered', 'countered', 'accepted', 'declined', 'withdrawn', 'expired', 'void')),
  version integer not null default 1,
  counters integer not null default 0,
  -- Offers up to this number were made for other files.
  void_through integer not null default 0,
  -- Who ended it.
  ended_by text check (ended_by in ('customer', 'provider', 'house')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When what the state waits for does not count any more.
  expires_at timestamptz not null,
  remind_at timestamptz,
  ordered_at timestamptz,
  unique (request_id, service_id)
);
create index quote_thread_provider on quote_thread (provider_id, id desc);
create index quote_thread_service on quote_thread (service_id);
create index quote_thread_due on quote_thread (expires_at)
  where state in ('asked', 'offered', 'countered', 'accepted', 'void') and ordered_at is null;
create index quote_thread_remind on quote_thread (remind_at) where remind_at is not null;
-- Whoever has chosen has chosen one.
create unique index quote_thread_accepted on quote_thread (request_id) where state = 'accepted';

create table quote_offer (
  thread_id uuid not null references quote_thread (id) on delete cascade,
  number integer not null,
  by text not null check (by in ('customer', 'provider')),
  principal bigint not null check (principal >= 0),
  fee bigint not null check (fee >= 0),
  ready_in_days integer not null check (ready_in_days >= 0),
  note text not null,
  made_at timestamptz not null,
  valid_until timestamptz not null,
  primary key (thread_id, number)
);
create function quote_offer_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'an offer is never changed';
end $$;
create trigger quote_offer_is_final before update on quote_offer
  for each row execute function quote_offer_is_final();

-- Which order a quote has become: an instant one, or the thread in which one was agreed upon.
create table quote_order (
  quote_id uuid primary key,
  order_id uuid not null,
  ordered_at timestamptz not null
);
