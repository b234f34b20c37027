-- A search that has to look through everything asked the index of each window of 65,536 places, so that it cost more
-- the more there was. Partitions are ages of 1,048,576 places now, each with one index over all of it; windows are
-- partial indexes beside it, where most searches find enough. Of old ages a job takes the windows away, because only
-- words that few texts have are looked for there.
alter table resource_search rename to resource_search_before;
alter index resource_search_pkey rename to resource_search_before_pkey;
alter index resource_search_tokens rename to resource_search_before_tokens;
alter index resource_search_backlog rename to resource_search_before_backlog;
drop function ensure_resource_search_windows;

create table resource_search (
  seq bigint primary key,
  category text not null,
  -- Folded like the text: filters compare with these.
  tags text[] not null,
  search_text text collate "C" not null,
  tokens integer[] not null,
  -- Folded titles in all their languages, a line each.
  titles text collate "C" not null default '',
  license text not null default '',
  -- Extensions of the files of the latest version.
  file_types text[] not null default '{}'
) partition by range (seq);
-- Tokens are read by the index alone: they leave the row first when it grows long, and the text stays.
alter table resource_search alter search_text set storage main;
alter table resource_search alter tokens set storage external;

-- One age, without its indexes over tokens.
create function make_resource_search_age(number bigint) returns void language plpgsql as $$
declare
  size constant bigint := 1048576;
  part constant text := 'resource_search_age_' || number;
begin
  execute format('create table %I (like resource_search including defaults including storage)', part);
  -- There is one good plan for a search whatever it looks for, and gathering these takes minutes.
  execute format('alter table %I alter search_text set statistics 0, alter tokens set statistics 0', part);
  execute format('alter table resource_search attach partition %I for values from (%s) to (%s)',
    part, number * size, (number + 1) * size);
end $$;

-- A pending list would be read by every search.
create function make_resource_search_age_windows(number bigint) returns void language plpgsql as $$
begin
  for place in number * 16..number * 16 + 15 loop
    execute format('create index %I on %I using gin (tokens) with (fastupdate = off) where seq / 65536 = %s',
      'resource_search_window_' || place, 'resource_search_age_' || number, place);
  end loop;
end $$;

-- What is there already is indexed at once when it has moved, which is many times faster than row by row.
do $$
declare
  last constant bigint := coalesce((select max(seq) from resource_search_before), 0) / 1048576;
begin
  perform make_resource_search_age(number) from generate_series(0, last + 1) as number;
  insert into resource_search (seq, category, tags, search_text, tokens, titles, license, file_types)
  select seq, category, tags, search_text, tokens, titles, license, file_types from resource_search_before;
  create index resource_search_tokens on resource_search using gin (tokens) with (fastupdate = off);
  create index resource_search_backlog on resource_search (seq) where license = '';
  perform make_resource_search_age_windows(number) from generate_series(greatest(last - 1, 0), last + 1) as number;
end $$;
drop table resource_search_before;

-- Makes the ages up to the one that `up_to` falls into, and one ahead. Cheap when they are there. Readers and
-- writers do not wait for it, because a table is attached that nobody could see before; of several processes that
-- cross into a new age together, one makes it and the others wait for that one.
create function ensure_resource_search_windows(up_to bigint) returns void language plpgsql as $$
declare
  last constant bigint := up_to / 1048576 + 1;
begin
  if to_regclass('resource_search_age_' || last) is not null then return; end if;
  lock table only resource_search in share update exclusive mode;
  for number in 0..last loop
    if to_regclass('resource_search_age_' || number) is null then
      perform make_resource_search_age(number);
      perform make_resource_search_age_windows(number);
    end if;
  end loop;
end $$;
