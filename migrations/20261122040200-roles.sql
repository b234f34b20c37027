-- Roles of staff, suspensions with an end, and what staff did.

alter table person
  add column role text not null default 'user' check (role in ('user', 'support', 'finance', 'admin')),
  add column suspended_until timestamptz,
  add column suspended_reason text not null default '';
update person set role = 'admin' where is_admin;
alter table person drop column is_admin;

create table audit_entry (
  id uuid primary key default uuidv7(),
  -- No reference: what was done stays known when the person who did it is gone.
  actor_id uuid not null,
  actor text not null,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null
);
create index audit_entry_target on audit_entry (target_id, id desc);

-- Append-only, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only', tg_table_name;
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
