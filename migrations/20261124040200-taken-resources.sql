-- Which version of a resource somebody has last downloaded, to tell them of newer ones; `told` is the last they were told of.
create table resource_taken (
  person_id uuid not null references person (id) on delete cascade,
  resource_id uuid not null references resource (id) on delete cascade,
  version integer not null,
  told integer not null,
  taken_at timestamptz not null,
  primary key (person_id, resource_id)
);
create index resource_taken_resource on resource_taken (resource_id);

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('account', 'social', 'follows', 'versions', 'news'));
