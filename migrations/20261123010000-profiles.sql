-- What people say of themselves, their pictures, and the usernames that they had.

alter table person
  -- Codes of languages that the person speaks, and of a city: src/features/people/rules.ts.
  add column languages text[] not null default '{}',
  add column region text not null default '',
  -- The picture's bytes are avatars/<avatar_id>/<width>.webp. `image` was never written.
  add column avatar_id uuid unique,
  drop column image;

-- A name that was given up leads to its owner, and nobody else may take it, until then.
create table former_username (
  username text primary key,
  person_id uuid not null references person (id) on delete cascade,
  held_until timestamptz not null
);
create index former_username_person on former_username (person_id);

-- After the row and not before: whoever takes a name in the instant in which it is given up has waited for that at the
-- unique index, and sees here that it is held. Told as the index would tell it.
create function refuse_held_username() returns trigger language plpgsql as $$
begin
  if exists (
    select from former_username
    where username = new.username and person_id <> new.id and held_until > now()
  ) then
    raise exception 'the username % is held', new.username
      using errcode = 'unique_violation', constraint = 'person_username_key';
  end if;
  return null;
end $$;
create trigger person_username_held after insert or update of username on person
  for each row execute function refuse_held_username();

-- What somebody publishes, newest first, and who joined when, for the sitemap.
create index resource_owner_newest on resource (owner_id, seq desc) where state = 'published';
create index service_owner_newest on service (owner_id, seq desc) where state = 'active';
create index person_created_at on person (created_at);
