-- A code that the provider chose proves nothing when they say it themselves.
alter table orders add column provider_knows_code boolean not null default false;
