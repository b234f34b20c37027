-- Lots, refunds and sponsorships as staff find them, beside what 20261207030000-staff-tables-of-money.sql began.

-- What another process writes meanwhile would be in neither: it waits until the triggers are there.
lock table auction, refund, sponsorship in share row exclusive mode;

create table auction_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references auction (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table refund_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references refund (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table sponsorship_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references sponsorship (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);

create function auction_indexed(auction) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.title, p.name, p.display_username)),
    array['state:' || $1.state, 'kind:' || $1.lot_kind, 'language:' || $1.language]
  from person p where p.id = $1.seller_id
$$;
create function refund_indexed(refund) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', p.name, p.display_username)), array['state:' || $1.state] from person p where p.id = $1.person_id
$$;
create function sponsorship_indexed(sponsorship) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', p.name, p.display_username, $1.message)),
    array['state:' || $1.state, 'cadence:' || $1.cadence, 'wall:' || case when $1.hidden_at is null then 'open' else 'hidden' end]
  from person p where p.id = $1.person_id
$$;

-- A draft is its seller's alone, and one that is taken back is a draft again.
create function index_auction() returns trigger language plpgsql as $$
begin
  if new.state = 'draft' then
    delete from auction_index where target_id = new.id;
  else
    insert into auction_index as i (target_id, words, filters) select new.id, words, filters from auction_indexed(new)
      on conflict (target_id) do update set words = excluded.words, filters = excluded.filters
      where (i.words, i.filters) is distinct from (excluded.words, excluded.filters);
  end if;
  return null;
end $$;

insert into auction_index (target_id, words, filters)
  select a.id, w.words, w.filters from auction a, auction_indexed(a) w where a.state <> 'draft' order by a.published_at, a.id;
insert into refund_index (target_id, words, filters) select r.id, w.words, w.filters from refund r, refund_indexed(r) w order by r.id;
insert into sponsorship_index (target_id, words, filters)
  select s.id, w.words, w.filters from sponsorship s, sponsorship_indexed(s) w order by s.id;

create index auction_index_tokens on auction_index using gin (tokens) with (fastupdate = off);
create index refund_index_tokens on refund_index using gin (tokens) with (fastupdate = off);
create index sponsorship_index_tokens on sponsorship_index using gin (tokens) with (fastupdate = off);

-- A bid changes none of these, and costs nothing here.
create trigger auction_indexed after insert or update of title, state, lot_kind, language on auction for each row execute function index_auction();
create trigger refund_indexed after insert or update of state on refund for each row execute function index_for_staff();
create trigger sponsorship_indexed after insert or update of state, message, hidden_at on sponsorship
  for each row execute function index_for_staff();

create or replace function index_money_of_person() returns trigger language plpgsql as $$
begin
  update orders_index i set words = w.words from orders o, orders_indexed(o) w
    where new.id in (o.buyer_id, o.provider_id) and i.target_id = o.id and i.words <> w.words;
  update payout_index i set words = w.words from payout p, payout_indexed(p) w
    where p.provider_id = new.id and i.target_id = p.id and i.words <> w.words;
  update refund_index i set words = w.words from refund r, refund_indexed(r) w
    where r.person_id = new.id and i.target_id = r.id and i.words <> w.words;
  update sponsorship_index i set words = w.words from sponsorship s, sponsorship_indexed(s) w
    where s.person_id = new.id and i.target_id = s.id and i.words <> w.words;
  update auction_index i set words = w.words from auction a, auction_indexed(a) w
    where a.seller_id = new.id and i.target_id = a.id and i.words <> w.words;
  return null;
end $$;
