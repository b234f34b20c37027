-- How often a resource was looked at, by day and by where people came from: sums, without anybody in them.
create table resource_view_day (
  resource_id uuid not null references resource (id) on delete cascade,
  day date not null,
  source text not null check (source in ('direct', 'here', 'search', 'social', 'other')),
  count integer not null,
  primary key (resource_id, day, source)
);
-- Who was counted already, as keyed hashes, for the day itself: taken away after it.
create table resource_view_seen (
  resource_id uuid not null references resource (id) on delete cascade,
  day date not null,
  person_key text not null,
  primary key (resource_id, day, person_key)
);
create index resource_view_seen_day on resource_view_seen (day);
