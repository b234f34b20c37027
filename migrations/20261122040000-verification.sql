-- Proof of who one is, for paid work. Numbers are sealed with DATA_KEYS (src/platform/server/sealed.ts).

alter table person
  add column sealed_phone text,
  add column phone_verified_at timestamptz;

-- The code that a person was sent last. Only its hash is kept, which is bound to person and number.
create table phone_code (
  person_id uuid primary key references person (id) on delete cascade,
  sealed_phone text not null,
  -- Null until the job that sends it has made it.
  code_hash text,
  tries integer not null default 0,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);

create table bank_account (
  person_id uuid primary key references person (id) on delete cascade,
  bank_code text not null,
  sealed_number text not null,
  last_digits text not null,
  holder text not null,
  -- When a service said that the account is the holder's; null where none is configured.
  checked_at timestamptz,
  registered_at timestamptz not null,
  payouts_held_until timestamptz
);
