-- The assembly assistant: what it reads, what people ask it, what it proposes.

-- Files that somebody brought, read once.
create table assistant_document (
  id uuid primary key,
  owner_id uuid not null references person (id),
  title text not null,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'refused')),
  problem text,
  pages_read integer not null default 0,
  pages integer,
  tries integer not null default 0,
  began_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'refused') = (problem is not null))
);
create index assistant_document_owner on assistant_document (owner_id, id desc);
create index assistant_document_waiting on assistant_document (id) where state in ('waiting', 'reading');

create table assistant_document_file (
  document_id uuid not null references assistant_document (id) on delete cascade,
  position integer not null,
  file_id uuid not null references kept_file (id),
  primary key (document_id, position)
);
create index assistant_document_file_file on assistant_document_file (file_id);

-- Pages as they were read. `file` is a position above, `entry` a name inside a ZIP.
create table assistant_page (
  document_id uuid not null references assistant_document (id) on delete cascade,
  page integer not null check (page > 0),
  kind text not null check (kind in ('text', 'picture', 'pdf')),
  file integer not null,
  entry text,
  -- The page of the PDF.
  pdf_page integer,
  heading text not null default '',
  text text not null default '',
  primary key (document_id, page)
);

-- What a guide was at one moment: conversations stay with it when the resource changes.
create table assistant_guide (
  id uuid primary key,
  resource_id uuid references resource (id) on delete cascade,
  version integer,
  document_id uuid unique references assistant_document (id) on delete cascade,
  title text not null,
  language text not null check (language in ('ko', 'en', 'ja')),
  parts jsonb not null,
  steps jsonb not null,
  created_at timestamptz not null,
  unique (resource_id, version),
  check (num_nonnulls(resource_id, document_id) = 1 and (version is null) = (resource_id is null))
);

-- What answers quote: of a guide, or of what people say about a resource, which is the same for all its guides.
create table assistant_passage (
  id bigint generated always as identity primary key,
  guide_id uuid references assistant_guide (id) on delete cascade,
  resource_id uuid references resource (id) on delete cascade,
  kind text not null check (kind in ('about', 'part', 'step', 'file', 'page', 'comment', 'answer')),
  -- The step, part or page.
  number integer,
  file_id uuid references resource_file (id) on delete cascade,
  comment_id uuid references comment (id) on delete cascade,
  message_id uuid references channel_message (id) on delete cascade,
  heading text not null,
  text text not null,
  -- What it is found by: see rules.ts.
  terms text[] not null,
  changed_at timestamptz,
  check (num_nonnulls(guide_id, resource_id) = 1 and (resource_id is null) = (kind not in ('comment', 'answer')))
);
create index assistant_passage_guide on assistant_passage (guide_id) where guide_id is not null;
create index assistant_passage_resource on assistant_passage (resource_id) where resource_id is not null;
create index assistant_passage_terms on assistant_passage using gin (terms);
create index assistant_passage_file on assistant_passage (file_id) where file_id is not null;
create unique index assistant_passage_comment on assistant_passage (comment_id) where comment_id is not null;
create unique index assistant_passage_message on assistant_passage (resource_id, message_id) where message_id is not null;
create index assistant_passage_message_id on assistant_passage (message_id) where message_id is not null;

create table assistant_conversation (
  id uuid primary key,
  -- Whose it is: a person's, or a browser's, by the hash of its cookie.
  person_id uuid references person (id),
  guest_key text,
  guide_id uuid references assistant_guide (id) on delete set null,
  -- Still there when its guide has gone.
  has_guide boolean not null,
  title text not null,
  step integer not null default 1 check (step > 0),
  done_steps integer[] not null default '{}',
  checked_parts integer[] not null default '{}',
  last_seq integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(person_id, guest_key) = 1)
);
create index assistant_conversation_person on assistant_conversation (person_id, updated_at desc) where person_id is not null;
create index assistant_conversation_guest on assistant_conversation (guest_key, updated_at desc) where guest_key is not null;
create index assistant_conversation_guide on assistant_conversation (guide_id) where guide_id is not null;

create table assistant_message (
  id uuid primary key,
  conversation_id uuid not null references assistant_conversation (id) on delete cascade,
  seq integer not null check (seq > 0),
  role text not null check (role in ('user', 'assistant')),
  state text not null check (state in ('writing', 'complete', 'stopped')),
  text text not null default '',
  sentences jsonb not null default '[]',
  handoffs jsonb not null default '[]',
  safety text[] not null default '{}',
  found jsonb,
  declined boolean not null default false,
  mode text check (mode in ('retrieval', 'model', 'tool')),
  voided text,
  dropped integer not null default 0,
  client_id text,
  reply_to uuid,
  -- Of a question.
  asked_at_step integer,
  wants_retrieval boolean not null default false,
  -- While it is written: what writes it says so again and again.
  beat_at timestamptz,
  created_at timestamptz not null,
  unique (conversation_id, seq),
  unique (conversation_id, client_id)
);
create unique index assistant_message_writing on assistant_message (conversation_id) where state = 'writing';

create table assistant_action (
  id uuid primary key,
  conversation_id uuid not null references assistant_conversation (id) on delete cascade,
  message_id uuid not null references assistant_message (id) on delete cascade,
  position integer not null,
  tool text not null,
  input jsonb not null,
  -- What came of it.
  result_id uuid references assistant_message (id) on delete cascade,
  unique (message_id, position)
);
create index assistant_action_conversation on assistant_action (conversation_id);
create index assistant_action_result on assistant_action (result_id) where result_id is not null;

-- What models may still be asked today: taken before, put right afterwards.
create table assistant_spending (
  person_id uuid not null references person (id) on delete cascade,
  day date not null,
  tokens bigint not null default 0 check (tokens >= 0),
  primary key (person_id, day)
);

create table assistant_proposal (
  id uuid primary key,
  resource_id uuid not null references resource (id) on delete cascade,
  step integer not null check (step > 0),
  before_title text not null,
  before_text text not null,
  after_title text not null,
  after_text text not null,
  reason text not null,
  is_from_model boolean not null,
  proposer_id uuid references person (id),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'outdated')),
  answer text,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create index assistant_proposal_resource on assistant_proposal (resource_id, id desc);
create index assistant_proposal_proposer on assistant_proposal (proposer_id, id desc) where proposer_id is not null;
create unique index assistant_proposal_open on assistant_proposal (resource_id, step, proposer_id) where state = 'open';
