-- Counters of the rate limits, shared by all processes (rate-limiter-flexible's table). Losing them
-- in a crash only resets a limit, so they are not written to the log.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Answers to writes that carried an Idempotency-Key, kept for 30 days.
create table idempotency_key (
  person_id uuid not null references person (id) on delete cascade,
  call text not null,
  key text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (person_id, call, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);
