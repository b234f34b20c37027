-- Search over published resources: docs in src/features/resources/server/listing.ts.

-- One row per published resource, apart from `resource` so that cards stay narrow. Partitions are windows of
-- `seq`: a search goes from the newest to the oldest and stops when it has enough, and an index over one
-- window stays small enough to be built and searched in memory.
create table resource_search (
  seq bigint primary key,
  category text not null,
  -- Folded as search_text is; filters compare with these.
  tags text[] not null,
  -- Title, description, tags and translations, folded by foldText (src/platform/shared/search-text.ts).
  search_text text collate "C" not null,
  -- What the application's textTokens makes of search_text, and a token for the category and each tag.
  toks integer[] not null
) partition by range (seq);
-- Long texts stay beside the row and tokens, which only the index reads, make room for them.
alter table resource_search alter search_text set storage main;
alter table resource_search alter toks set storage external;
-- No statistics: there is one good plan for each statement below, and gathering these takes minutes.
alter table resource_search alter search_text set statistics 0;
alter table resource_search alter toks set statistics 0;
-- A pending list would be read by every search.
create index resource_search_toks on resource_search using gin (toks) with (fastupdate = off);

-- Makes the windows that `up_to` and the seq one window later fall into. Cheap when they exist. Attaching takes
-- no lock that readers or writers wait for; several processes that need the same window wait for each other.
create function ensure_resource_search_windows(up_to bigint, size bigint default 65536) returns void
language plpgsql as $$
declare
  last bigint := up_to / size + 1;
  part text;
begin
  if to_regclass('resource_search_' || last) is not null then return; end if;
  lock table only resource_search in share update exclusive mode;
  for number in 0..last loop
    part := 'resource_search_' || number;
    if to_regclass(part) is null then
      execute format('create table %I (like resource_search including defaults including constraints including storage including statistics)', part);
      execute format('alter table %I alter search_text set statistics 0, alter toks set statistics 0', part);
      execute format('alter table resource_search attach partition %I for values from (%s) to (%s)', part, number * size, (number + 1) * size);
    end if;
  end loop;
end $$;
select ensure_resource_search_windows(0);
