-- Search over published resources, and what lists need to count and to turn to any page. Read and explained in
-- src/features/resources/server/listing.ts, written by search-index.ts beside it.

-- One row per published resource, apart from `resource` so that cards stay narrow. The partitions are windows of
-- `seq`, so that a search can go from the newest to the oldest and stop when it has enough.
create table resource_search (
  seq bigint primary key,
  category text not null,
  -- Folded like the text: filters compare with these.
  tags text[] not null,
  search_text text collate "C" not null,
  tokens integer[] not null
) partition by range (seq);
-- Tokens are read by the index alone: they leave the row first when it grows long, and the text stays.
alter table resource_search alter search_text set storage main;
alter table resource_search alter tokens set storage external;
-- A pending list would be read by every search.
create index resource_search_tokens on resource_search using gin (tokens) with (fastupdate = off);

-- Makes the windows up to the one that `up_to` falls into, and one ahead. Cheap when they are there. Readers and
-- writers do not wait for it, because a table is attached that nobody could see before; of several processes that
-- cross into a new window together, one makes it and the others wait for that one.
create function ensure_resource_search_windows(up_to bigint) returns void language plpgsql as $$
declare
  size constant bigint := 65536;
  last bigint := up_to / size + 1;
  part text;
begin
  if to_regclass('resource_search_' || last) is not null then return; end if;
  lock table only resource_search in share update exclusive mode;
  for number in 0..last loop
    part := 'resource_search_' || number;
    if to_regclass(part) is null then
      execute format('create table %I (like resource_search including storage)', part);
      -- There is one good plan for a search whatever it looks for, and gathering these takes minutes.
      execute format('alter table %I alter search_text set statistics 0, alter tokens set statistics 0', part);
      execute format('alter table resource_search attach partition %I for values from (%s) to (%s)',
        part, number * size, (number + 1) * size);
    end if;
  end loop;
end $$;
select ensure_resource_search_windows(0);

-- How many resources are published, by category and by stretch of 8,192 `seq`s: the sum of these rows. They are
-- only added, so that nobody waits for a counter's row; a job folds them together.
create table resource_count (
  category text not null,
  stretch bigint not null,
  published integer not null
);

create index resource_downloads on resource (download_count desc, seq desc) where state = 'published';
create index resource_category_downloads on resource (category, download_count desc, seq desc) where state = 'published';
