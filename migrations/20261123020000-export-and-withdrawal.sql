-- People take their data with them, and leave. What each room does then is its server/personal-data.ts.

-- Since when a person has been leaving is in `withdrawal`; until when they may come back is looked at on every request.
alter table person
  add column withdraws_at timestamptz,
  -- The row stays, without anything of the person, because others' rows may name it.
  add column erased_at timestamptz;
create index person_withdraws_at on person (withdraws_at) where withdraws_at is not null;

create table withdrawal (
  person_id uuid primary key references person (id) on delete cascade,
  requested_at timestamptz not null,
  -- By room: what was public and has been hidden, to be shown again if the person comes back.
  concealed jsonb not null
);

-- The one export of a person; asking again replaces it.
create table data_export (
  id uuid primary key,
  person_id uuid not null unique references person (id) on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  blob_key text not null,
  -- The key that its bytes are encrypted with.
  sealed_key text not null,
  size bigint
);

-- What the law makes keep of people who have gone, each for its term. Nothing in it can be read without DATA_KEYS.
create table legal_archive (
  id uuid primary key default uuidv7(),
  kind text not null,
  sealed text not null,
  archived_at timestamptz not null,
  kept_until timestamptz not null
);
create index legal_archive_kept_until on legal_archive (kept_until);

-- Audit entries stay append-only, but words about or of somebody who has been erased may be blanked: what was done, by whom
-- and to whom by their ids, and when, never changes.
drop trigger audit_entry_append_only on audit_entry;
create trigger audit_entry_append_only before delete or truncate on audit_entry
  for each statement execute function refuse_change();
create function allow_blanking_only() returns trigger language plpgsql as $$
begin
  if (new.id, new.actor_id, new.action, new.target_type, new.target_id, new.at)
      is distinct from (old.id, old.actor_id, old.action, old.target_type, old.target_id, old.at)
    or new.actor not in (old.actor, '')
    or new.reason not in (old.reason, '')
    or new.before not in (old.before, '{}')
    or new.after not in (old.after, '{}')
    or not exists (select from person where id in (old.target_id, old.actor_id) and erased_at is not null)
    or new.actor <> old.actor and not exists (select from person where id = old.actor_id and erased_at is not null)
  then
    raise exception 'the table % is append-only', tg_table_name;
  end if;
  return new;
end $$;
create trigger audit_entry_blanking_only before update on audit_entry
  for each row execute function allow_blanking_only();
create index audit_entry_actor on audit_entry (actor_id);
