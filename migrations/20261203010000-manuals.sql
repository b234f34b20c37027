-- PDFs among the files of resources, each read once: what they say belongs to the file, and is the same for all guides that it stands with.
create table assistant_manual (
  file_id uuid primary key references resource_file (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'refused')),
  problem text,
  tries integer not null default 0,
  began_at timestamptz
);
create index assistant_manual_waiting on assistant_manual (file_id) where state in ('waiting', 'reading');

-- The manuals of the version that a guide was made of.
alter table assistant_guide add column manual_ids uuid[] not null default '{}';

-- A page of a manual is of its file alone.
alter table assistant_passage drop constraint assistant_passage_check;
alter table assistant_passage add constraint assistant_passage_check check (
  num_nonnulls(guide_id, resource_id) = case when kind = 'file' and number is not null then 0 else 1 end
  and (resource_id is null) = (kind not in ('comment', 'answer'))
  and (kind <> 'file' or file_id is not null)
);
