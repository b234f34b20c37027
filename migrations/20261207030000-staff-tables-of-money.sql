-- Orders and payouts as staff find them, beside what 20261205010000-staff-tables.sql began.

create table orders_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references orders (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table payout_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references payout (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);

create function orders_indexed(orders) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.title,
      (select string_agg(concat_ws(E'\n', p.name, p.display_username), E'\n') from person p where p.id in ($1.buyer_id, $1.provider_id)))),
    array['state:' || $1.state,
      'state:' || case when $1.state in ('completed', 'cancelled', 'refunded', 'settled') then 'ended' else 'open' end,
      'price:' || case when $1.is_free then 'free' else 'paid' end]
$$;
create function payout_indexed(payout) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', p.name, p.display_username)), array['state:' || $1.state] from person p where p.id = $1.provider_id
$$;

insert into orders_index (target_id, words, filters) select o.id, w.words, w.filters from orders o, orders_indexed(o) w order by o.id;
insert into payout_index (target_id, words, filters) select p.id, w.words, w.filters from payout p, payout_indexed(p) w order by p.id;

create index orders_index_tokens on orders_index using gin (tokens) with (fastupdate = off);
create index payout_index_tokens on payout_index using gin (tokens) with (fastupdate = off);

create trigger orders_indexed after insert or update of title, state on orders for each row execute function index_for_staff();
create trigger payout_indexed after insert or update of state on payout for each row execute function index_for_staff();

-- Who is called otherwise, or has been erased, is found by what they are called now.
create function index_money_of_person() returns trigger language plpgsql as $$
begin
  update orders_index i set words = w.words from orders o, orders_indexed(o) w
    where new.id in (o.buyer_id, o.provider_id) and i.target_id = o.id and i.words <> w.words;
  update payout_index i set words = w.words from payout p, payout_indexed(p) w
    where p.provider_id = new.id and i.target_id = p.id and i.words <> w.words;
  return null;
end $$;
create trigger person_renamed after update of name, display_username on person for each row
  when ((old.name, old.display_username) is distinct from (new.name, new.display_username)) execute function index_money_of_person();
