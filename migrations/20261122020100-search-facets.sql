-- Titles for the order by relevance, licence and kinds of files for narrowing down a list. Rows that are there already
-- have no licence: a job writes them anew (resources.index_backlog).
alter table resource_search
  -- Folded titles in all their languages, a line each.
  add column titles text collate "C" not null default '',
  add column license text not null default '',
  -- Extensions of the files of the latest version.
  add column file_types text[] not null default '{}';

create index resource_search_backlog on resource_search (seq) where license = '';

-- How many resources of a category have a licence or kind of file: the sum of these rows, like resource_count.
create table resource_facet_count (
  category text not null,
  facet text not null check (facet in ('license', 'file_type')),
  value text not null,
  published integer not null
);
