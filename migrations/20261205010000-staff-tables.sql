-- What the tables of staff find things by: folded words for texts that contain something, and what else a table can be narrowed
-- down by. Beside the rows and not in them, so that counting a download does not write them again; kept by triggers, so that no
-- command can forget it. How it is searched: src/features/admin/server/staff-index.ts.

-- Letters as they are compared: ｋｗ and KW are kw.
create function staff_words(words text) returns text language sql immutable strict parallel safe as $$
  select lower(normalize(words, NFKC))
$$;

-- Pieces of one, two and (of ASCII, where two letters say little) four characters.
create function staff_pieces(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct piece), '{}')
  from regexp_split_to_table(words, '\s+') as word, generate_series(1, length(word)) as place,
    unnest(array[1, 2, 4]) as size, substr(word, place, size) as piece
  where place + size - 1 <= length(word) and (size < 4 or piece ~ '^[ -~]+$')
$$;

-- A piece of an era: rows that came one after the other have tokens of their own, so that the index can be asked for the newest.
create function staff_token(era integer, piece text) returns integer language sql immutable strict parallel safe as $$
  select hashtext(era::text || ' ' || piece)
$$;
create function staff_tokens(seq bigint, words text, filters text[]) returns integer[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct staff_token((seq >> 14)::integer, piece)), '{}')
  from unnest(staff_pieces(words) || filters) as piece
$$;

create table person_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references person (id) on delete cascade,
  words text not null,
  -- As 'role:admin': nothing that somebody types has a piece that long.
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table resource_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references resource (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table service_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references service (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);
create table audit_index (
  seq bigint generated always as identity primary key,
  -- No reference: entries never go, and are refused to be truncated in their own words.
  target_id uuid not null unique,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);

-- What a row is found by.
create function person_indexed(person) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.name, $1.email, $1.username)), array_remove(array[
    'role:' || $1.role,
    case when $1.role <> 'user' then 'role:staff' end,
    case when $1.suspended_at is not null then 'state:suspended' end,
    case when $1.withdraws_at is not null then 'state:leaving' end], null)
$$;
create function resource_indexed(resource) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.title, (select string_agg(each.value ->> 'title', E'\n') from jsonb_each($1.translations) as each))),
    array['state:' || $1.state, 'category:' || $1.category]
$$;
create function service_indexed(service) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.title, (select string_agg(each.value ->> 'title', E'\n') from jsonb_each($1.translations) as each))),
    array['state:' || $1.state, 'type:' || $1.service_type]
$$;
create function audit_entry_indexed(audit_entry) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.actor, $1.action, $1.reason)), array['action:' || $1.action, 'target:' || $1.target_type]
$$;

-- Updated and not inserted anew: a row keeps its place.
create function index_for_staff() returns trigger language plpgsql as $$
declare
  index_table constant text := case tg_table_name when 'audit_entry' then 'audit_index' else tg_table_name || '_index' end;
begin
  if tg_op = 'INSERT' then
    execute format('insert into %I (target_id, words, filters) select $1.id, words, filters from %I($1)', index_table, tg_table_name || '_indexed')
      using new;
  else
    execute format('update %I i set words = w.words, filters = w.filters from %I($1) w
        where i.target_id = $1.id and (i.words, i.filters) is distinct from (w.words, w.filters)', index_table, tg_table_name || '_indexed')
      using new;
  end if;
  return null;
end $$;

insert into person_index (target_id, words, filters) select p.id, w.words, w.filters from person p, person_indexed(p) w where p.erased_at is null order by p.id;
insert into resource_index (target_id, words, filters) select r.id, w.words, w.filters from resource r, resource_indexed(r) w order by r.id;
insert into service_index (target_id, words, filters) select s.id, w.words, w.filters from service s, service_indexed(s) w order by s.id;
insert into audit_index (target_id, words, filters) select a.id, w.words, w.filters from audit_entry a, audit_entry_indexed(a) w order by a.id;

-- Without a list of what is pending, which every search would have to read.
create index person_index_tokens on person_index using gin (tokens) with (fastupdate = off);
create index resource_index_tokens on resource_index using gin (tokens) with (fastupdate = off);
create index service_index_tokens on service_index using gin (tokens) with (fastupdate = off);
create index audit_index_tokens on audit_index using gin (tokens) with (fastupdate = off);

create trigger person_indexed after insert on person for each row execute function index_for_staff();
create trigger person_indexed_anew after update of name, email, username, role, suspended_at, withdraws_at on person
  for each row when (new.erased_at is null) execute function index_for_staff();
create trigger resource_indexed after insert or update of title, translations, state, category on resource
  for each row execute function index_for_staff();
create trigger service_indexed after insert or update of title, translations, state, service_type on service
  for each row execute function index_for_staff();
create trigger audit_entry_indexed after insert or update on audit_entry for each row execute function index_for_staff();

-- Who has been erased is found no more.
create function forget_erased_person() returns trigger language plpgsql as $$
begin
  delete from person_index where target_id = new.id;
  return null;
end $$;
create trigger person_erased after update of erased_at on person
  for each row when (new.erased_at is not null) execute function forget_erased_person();

-- What an undo has undone: each act once. It can be changed as little as the rest.
alter table audit_entry add column undoes uuid unique references audit_entry (id);
create or replace function allow_blanking_only() returns trigger language plpgsql as $$
begin
  if (new.id, new.actor_id, new.action, new.target_type, new.target_id, new.at, new.undoes)
      is distinct from (old.id, old.actor_id, old.action, old.target_type, old.target_id, old.at, old.undoes)
    or new.actor not in (old.actor, '')
    or new.reason not in (old.reason, '')
    or new.before not in (old.before, '{}')
    or new.after not in (old.after, '{}')
    or not exists (select from person where id in (old.target_id, old.actor_id) and erased_at is not null)
    or new.actor <> old.actor and not exists (select from person where id = old.actor_id and erased_at is not null)
  then
    raise exception 'the table % is append-only', tg_table_name;
  end if;
  return new;
end $$;

-- Ended suspensions stop being looked for as such.
create index person_suspended_until on person (suspended_until) where suspended_until is not null;

-- A volunteer whom staff do not want to help, until they say otherwise.
alter table volunteer add column suspended_at timestamptz;
