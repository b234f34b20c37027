-- How a session began: what it may do without asking again depends on it.
alter table session add column method text not null default 'password'
  check (method in ('password', 'passkey', 'second_factor', 'service'));

-- Something that was handed out once and is taken back once: a mailed link, a half-finished sign-in, a
-- passkey's challenge. Only the hash of what was handed out is kept.
drop table verification;
create table ticket (
  hash text primary key,
  purpose text not null,
  person_id uuid references person (id) on delete cascade,
  payload jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index ticket_person_id on ticket (person_id);
create index ticket_expires_at on ticket (expires_at);

create table passkey (
  id uuid primary key default uuidv7(),
  person_id uuid not null references person (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_person_id on passkey (person_id);

-- A TOTP second factor; it counts once `confirmed_at` is set. `last_step` makes each code work once.
create table second_factor (
  person_id uuid primary key references person (id) on delete cascade,
  sealed_secret text not null,
  confirmed_at timestamptz,
  last_step integer not null default 0
);

create table recovery_code (
  person_id uuid not null references person (id) on delete cascade,
  hash text not null,
  primary key (person_id, hash)
);

-- What a person agreed to, in which version of the text.
create table consent (
  person_id uuid not null references person (id) on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'age_14', 'marketing')),
  version text not null,
  given_at timestamptz not null,
  primary key (person_id, kind, version)
);
