-- A customer and a provider talk about a service, one conversation for each customer of it.

create table conversation (
  id uuid primary key,
  -- Null when the service has gone with its provider; one that was only removed stays.
  service_id uuid references service (id) on delete set null,
  customer_id uuid not null references person (id),
  provider_id uuid not null references person (id),
  -- The service's title of then.
  subject text not null,
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  -- Of the last message; each takes the next number while it holds the row, so that nobody misses one.
  last_seq integer not null default 0,
  customer_read_seq integer not null default 0,
  provider_read_seq integer not null default 0,
  -- The customer's first message that the provider has not answered.
  waiting_since timestamptz,
  -- When the provider is reminded, and when the service is paused; null when that is done, or nobody waits.
  remind_at timestamptz,
  answer_by timestamptz,
  unique (service_id, customer_id),
  check (customer_id <> provider_id)
);
create index conversation_customer on conversation (customer_id, last_message_at desc);
create index conversation_provider on conversation (provider_id, last_message_at desc);
create index conversation_remind on conversation (remind_at) where remind_at is not null;
create index conversation_answer on conversation (answer_by) where answer_by is not null;

create table conversation_message (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  seq integer not null,
  author_id uuid not null references person (id),
  -- The sender's own name for it: a message that is sent again is the same one.
  client_id text not null,
  -- Empty when its author has gone.
  text text not null,
  sent_at timestamptz not null,
  -- Of an answer of the provider: how long the customer had waited for it.
  response_seconds integer,
  unique (conversation_id, seq),
  unique (conversation_id, author_id, client_id)
);
create index conversation_message_author on conversation_message (author_id, id);
create index conversation_message_response on conversation_message (author_id, sent_at)
  where response_seconds is not null;

alter table service
  -- What is usual for its provider; null until there is enough to tell.
  add column response_minutes integer,
  -- Why the house has paused it; null when somebody did.
  add column paused_reason text check (paused_reason in ('no_answer'));
