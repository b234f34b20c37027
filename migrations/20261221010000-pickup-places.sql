-- Where buyers pick things up, in the provider's own words, sealed: it is often a home. Null: at the place of the service.
alter table service_workshop add column sealed_pickup text;
