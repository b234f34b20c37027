-- Consents become a history: each decision is a row, the newest of a kind counts. `agreed_version` repeats the version of
-- the required ones, so that every request knows whether they have to be asked for again.
alter table consent
  drop constraint consent_pkey,
  drop constraint consent_kind_check,
  add column id uuid primary key default uuidv7(),
  add column given boolean not null default true,
  add constraint consent_kind_check check (kind in ('terms', 'privacy', 'age_14', 'marketing', 'night_marketing'));
alter table consent rename column given_at to decided_at;
create index consent_person on consent (person_id, kind, id desc);

alter table person add column agreed_version text;
update person set agreed_version = (
  select max(version) from consent where consent.person_id = person.id and kind = 'terms'
);
