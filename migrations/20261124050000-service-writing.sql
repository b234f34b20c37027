-- Providers write their services themselves: removed ones stay as rows, and of an individual's address everybody may
-- know the city and district alone.

alter table service drop constraint service_state_check;
alter table service add constraint service_state_check
  check (state in ('draft', 'active', 'paused', 'hidden', 'removed'));

alter table service_location
  -- Whether an individual has chosen to show the place as it is.
  add column exact boolean not null default false,
  add column public_address text not null default '';
update service_location l set public_address = case when s.is_individual
    then coalesce(substring(l.address from '^\S+(?:\s+\S+[시군구](?=\s|$))*'), '') else l.address end
  from service s where s.id = l.service_id;
alter table service_location alter column public_address drop default;

-- Whose contact data somebody has asked for, to count providers and not clicks.
create table service_contact (
  person_id uuid not null references person (id),
  provider_id uuid not null references person (id),
  asked_at timestamptz not null,
  primary key (person_id, provider_id)
);
create index service_contact_provider on service_contact (provider_id);
