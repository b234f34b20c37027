-- When a draft publishes itself, and what a resource was made from.
alter table resource
  add publish_at timestamptz,
  add remix_of uuid references resource (id) on delete set null;
create index resource_remix_of on resource (remix_of) where remix_of is not null;
