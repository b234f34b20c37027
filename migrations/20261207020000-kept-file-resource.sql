-- Of a copy of a resource's file: of which resource, so that whoever gets the thing made finds how it is built.
alter table kept_file add column resource_id uuid references resource (id) on delete set null;
create index kept_file_resource on kept_file (resource_id) where resource_id is not null;
