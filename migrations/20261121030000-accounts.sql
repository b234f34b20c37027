-- People and how they sign in. Column names follow better-auth's models in snake_case: its Kysely
-- instance translates them (see src/features/accounts/server/auth.ts).

create table person (
  id uuid primary key default uuidv7(),
  name text not null,
  -- Lower-cased before it is stored; uniqueness is therefore case-insensitive.
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  username text not null unique,
  display_username text not null,
  is_admin boolean not null default false,
  locale text not null default 'ko' check (locale in ('ko', 'en', 'ja')),
  bio text not null default '',
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id uuid primary key default uuidv7(),
  user_id uuid not null references person (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_user_id on session (user_id);
create index session_expires_at on session (expires_at);

-- One row per way of signing in: a password, later a social account.
create table credential (
  id uuid primary key default uuidv7(),
  user_id uuid not null references person (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  id_token text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_user_id on credential (user_id);

create table verification (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);
