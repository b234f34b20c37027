-- When a service was offered for the first time: a draft may be much older. A service that was hidden or paused and comes
-- back is not new.
alter table service add column offered_at timestamptz;
update service set offered_at = created_at where state <> 'draft';
create function note_first_offer() returns trigger language plpgsql as $$
begin
  new.offered_at := coalesce(new.offered_at, new.updated_at);
  return new;
end $$;
create trigger service_first_offer before insert or update of state on service
  for each row when (new.state = 'active' and new.offered_at is null) execute function note_first_offer();
create index service_offered on service (offered_at) where state = 'active';

create table saved_search (
  id uuid primary key,
  person_id uuid not null references person (id),
  -- What it looks for, see searchKinds in src/features/finding/rules.ts.
  kind text not null check (kind in ('resources', 'services', 'questions', 'lots')),
  text text not null,
  -- The filters of its list, as they stand in the address.
  filters jsonb not null default '{}',
  name text not null,
  -- What came up to this moment is known: the person has been told of it, or saw it when saving the search.
  known_until timestamptz not null,
  told_at timestamptz,
  created_at timestamptz not null
);
comment on table saved_search is 'Searches that people keep and are told of what is new in.';
create unique index saved_search_same on saved_search (person_id, kind, text, filters);
create index saved_search_due on saved_search (known_until);

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('account', 'orders', 'auctions', 'messages', 'social', 'follows',
    'versions', 'recalls', 'wanted', 'searches', 'news'));
