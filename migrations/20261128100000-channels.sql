-- Channels: who may what in them is src/features/community/access.ts.

create table channel (
  id uuid primary key,
  slug text not null unique,
  kind text not null check (kind in ('announcements', 'introductions', 'questions', 'text', 'voice', 'inquiry', 'support')),
  state text not null default 'open' check (state in ('open', 'archived')),
  -- In each language.
  names jsonb not null,
  descriptions jsonb not null,
  slow_seconds integer not null default 0 check (slow_seconds >= 0),
  position integer not null,
  last_seq integer not null default 0,
  last_message_at timestamptz,
  -- Of what is pushed to open pages.
  event_seq bigint not null default 0,
  created_at timestamptz not null
);
create index channel_public on channel (position, id) where kind not in ('inquiry', 'support');

-- Of private channels.
create table channel_member (
  channel_id uuid not null references channel (id) on delete cascade,
  person_id uuid not null references person (id),
  joined_at timestamptz not null,
  primary key (channel_id, person_id)
);
create index channel_member_person on channel_member (person_id, channel_id);

-- Without foreign keys to people, each of which would cost a look-up under the channel's lock: rows of people are never deleted.
create table channel_message (
  channel_id uuid not null references channel (id) on delete cascade,
  seq integer not null check (seq > 0),
  id uuid not null unique,
  author_id uuid not null,
  client_id text not null,
  -- Of what was sent under `client_id`.
  input_hash text not null,
  text text not null,
  state text not null default 'shown' check (state in ('shown', 'deleted', 'hidden')),
  reply_to uuid,
  thread_id uuid,
  replies integer not null default 0,
  last_reply_at timestamptz,
  -- Of questions.
  title text,
  tags text[] not null default '{}',
  accepted_id uuid,
  mentions_everyone boolean not null default false,
  search_text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (channel_id, seq),
  unique (author_id, client_id)
);
create index channel_message_thread on channel_message (thread_id, seq) where thread_id is not null;
create index channel_message_question on channel_message (channel_id, seq desc) where title is not null;
create index channel_message_tags on channel_message using gin (tags) where title is not null;
create index channel_message_author on channel_message (author_id, id);

-- What a message said before it was edited.
create table channel_message_edit (
  channel_id uuid not null,
  seq integer not null,
  number integer not null,
  text text not null,
  title text,
  at timestamptz not null,
  primary key (channel_id, seq, number),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);

create table channel_mention (
  channel_id uuid not null,
  seq integer not null,
  person_id uuid not null,
  primary key (channel_id, seq, person_id),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);
create index channel_mention_person on channel_mention (person_id, channel_id, seq);

create table channel_attachment (
  channel_id uuid not null,
  seq integer not null,
  position integer not null,
  file_id uuid not null references kept_file (id),
  -- Of a picture.
  width integer,
  height integer,
  widths integer[],
  blob_prefix text,
  placeholder text,
  primary key (channel_id, seq, position),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade,
  check ((width is null) = (blob_prefix is null))
);
create index channel_attachment_file on channel_attachment (file_id);

create table channel_reaction (
  channel_id uuid not null,
  seq integer not null,
  emoji text not null,
  person_id uuid not null references person (id),
  at timestamptz not null,
  primary key (channel_id, seq, emoji, person_id),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);
create index channel_reaction_person on channel_reaction (person_id);

create table channel_pin (
  channel_id uuid not null,
  seq integer not null,
  person_id uuid not null references person (id),
  at timestamptz not null,
  primary key (channel_id, seq),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);
create index channel_pin_person on channel_pin (person_id);

-- Up to where somebody has read, on each of their devices.
create table channel_read (
  channel_id uuid not null references channel (id) on delete cascade,
  person_id uuid not null references person (id),
  device text not null,
  seq integer not null,
  at timestamptz not null,
  primary key (channel_id, person_id, device)
);
create index channel_read_person on channel_read (person_id, channel_id);

-- Who may not write (mute), or read either (ban): in a channel, or in all where none is named.
create table channel_sanction (
  id uuid primary key,
  channel_id uuid references channel (id) on delete cascade,
  person_id uuid not null references person (id),
  kind text not null check (kind in ('mute', 'ban')),
  until timestamptz,
  reason text not null,
  actor_id uuid not null references person (id),
  created_at timestamptz not null,
  lifted_at timestamptz
);
create index channel_sanction_person on channel_sanction (person_id) where lifted_at is null;
create index channel_sanction_channel on channel_sanction (channel_id) where channel_id is not null;
create index channel_sanction_actor on channel_sanction (actor_id);

create table person_block (
  blocker_id uuid not null references person (id),
  blocked_id uuid not null references person (id),
  at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index person_block_blocked on person_block (blocked_id);

create table banned_word (
  id uuid primary key,
  word text not null,
  folded text not null unique,
  created_at timestamptz not null
);

insert into channel (id, slug, kind, names, descriptions, position, created_at) values
  ('019a0000-0000-7000-8000-000000000001', 'announcements', 'announcements',
    '{"ko": "공지", "en": "Announcements", "ja": "お知らせ"}',
    '{"ko": "공방의 새 소식을 알려 드려요.", "en": "News from Gongbang.", "ja": "コンバンからのお知らせです。"}', 1, now()),
  ('019a0000-0000-7000-8000-000000000002', 'introductions', 'introductions',
    '{"ko": "자기소개", "en": "Introductions", "ja": "自己紹介"}',
    '{"ko": "처음 오셨다면 무엇을 만드는지 들려주세요.", "en": "New here? Tell us what you make.", "ja": "はじめての方は、何を作っているか教えてください。"}', 2, now()),
  ('019a0000-0000-7000-8000-000000000003', 'questions', 'questions',
    '{"ko": "질문과 답변", "en": "Questions", "ja": "質問と回答"}',
    '{"ko": "막힌 곳을 묻고, 아는 것을 나눠요.", "en": "Ask where you are stuck, share what you know.", "ja": "困ったことを聞いて、知っていることを分け合います。"}', 3, now()),
  ('019a0000-0000-7000-8000-000000000004', 'talk', 'text',
    '{"ko": "작업 이야기", "en": "Workshop talk", "ja": "作業の話"}',
    '{"ko": "만들고 있는 것을 자유롭게 이야기해요.", "en": "Talk about what you are making.", "ja": "作っているものについて自由に話します。"}', 4, now()),
  ('019a0000-0000-7000-8000-000000000005', 'voice', 'voice',
    '{"ko": "음성방", "en": "Voice room", "ja": "ボイスルーム"}',
    '{"ko": "목소리와 화면으로 함께 풀어요.", "en": "Work things out together by voice and screen.", "ja": "声と画面でいっしょに解決します。"}', 5, now());
