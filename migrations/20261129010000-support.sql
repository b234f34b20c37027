-- Support sessions: private channels of kind `support`, who helps in them, and what they left for others. What leads from one state
-- to another is src/features/support/rules.ts.

create table volunteer (
  person_id uuid primary key references person (id),
  skills text[] not null default '{}',
  tags text[] not null default '{}',
  languages text[] not null,
  -- Available until then, as long as they were seen lately.
  available_until timestamptz,
  seen_at timestamptz not null,
  created_at timestamptz not null
);
create index volunteer_available on volunteer (available_until) where available_until is not null;

create table support_session (
  id uuid primary key references channel (id) on delete cascade,
  state text not null check (state in ('asked', 'waiting', 'taken', 'solved', 'given_up', 'declined', 'expired', 'cancelled')),
  asker_id uuid not null references person (id),
  helper_id uuid references person (id),
  -- Who is asked before everybody else: the other side of the order, or whoever the asker chose.
  invited_id uuid references person (id),
  -- Helpers in whose place the asker wants somebody else.
  replaced_ids uuid[] not null default '{}',
  problem text not null,
  language text not null,
  -- Empty where the asker did not say.
  skill text not null,
  printer text not null,
  service_id uuid references service (id) on delete set null,
  resource_id uuid references resource (id) on delete set null,
  -- From 0.
  step integer check (step >= 0),
  order_id uuid references orders (id),
  question_id uuid references channel_message (id) on delete set null,
  -- The step that both look at.
  shown_step integer check (shown_step >= 0),
  opened_at timestamptz not null,
  -- Since when this wait has lasted, and how long the first one was.
  waiting_since timestamptz,
  wait_seconds integer,
  expires_at timestamptz,
  taken_at timestamptz,
  closed_at timestamptz,
  -- Of what is pushed to open pages.
  event_seq bigint not null default 0,
  check ((state in ('taken', 'solved')) <= (helper_id is not null)),
  check ((state = 'waiting') = (waiting_since is not null)),
  check ((state in ('asked', 'waiting')) = (expires_at is not null))
);
create index support_session_asker on support_session (asker_id, id);
create index support_session_helper on support_session (helper_id, state) where helper_id is not null;
create index support_session_invited on support_session (invited_id) where invited_id is not null;
create index support_session_order on support_session (order_id) where order_id is not null;
create index support_session_service on support_session (service_id) where service_id is not null;
create index support_session_resource on support_session (resource_id) where resource_id is not null;
create index support_session_question on support_session (question_id) where question_id is not null;
create index support_session_waiting on support_session (language, waiting_since) where state = 'waiting';
create index support_session_expiring on support_session (expires_at) where expires_at is not null;
create index support_session_waits on support_session (language, taken_at) where wait_seconds is not null;

-- What is to stand where others find it, once both have agreed to exactly this text.
create table support_answer (
  session_id uuid primary key references support_session (id) on delete cascade,
  proposer_id uuid not null references person (id),
  text text not null,
  -- Without the asker's name.
  is_anonymous boolean not null,
  -- Goes up with each change; who agrees says to which.
  version integer not null,
  asker_agreed_at timestamptz,
  helper_agreed_at timestamptz,
  published_at timestamptz,
  comment_id uuid references comment (id) on delete set null,
  message_id uuid references channel_message (id) on delete set null
);
create index support_answer_proposer on support_answer (proposer_id);
create index support_answer_comment on support_answer (comment_id) where comment_id is not null;
create index support_answer_message on support_answer (message_id) where message_id is not null;

-- Of a step of the resource's guide, from 0; and where a comment came out of a support session, with whom it was found.
alter table comment
  add column step integer check (step >= 0),
  add column is_from_support boolean not null default false,
  add column helped_id uuid references person (id),
  add check (helped_id is null or is_from_support);
create index comment_step on comment (resource_id, step, id) where step is not null;
create index comment_helped on comment (helped_id) where helped_id is not null;
