-- A conversation is a channel of kind `inquiry` with two members: its messages, and up to where they were read, stand there.
insert into channel (id, slug, kind, names, descriptions, position, last_seq, last_message_at, event_seq, created_at)
  select id, id::text, 'inquiry', jsonb_build_object('ko', subject, 'en', subject, 'ja', subject),
    '{"ko": "", "en": "", "ja": ""}', 0, last_seq, last_message_at, last_seq, created_at
  from conversation;

insert into channel_member (channel_id, person_id, joined_at)
  select c.id, person.id, c.created_at from conversation c
  join person on person.id in (c.customer_id, c.provider_id) and person.erased_at is null;

-- The name of a message held within its conversation; now it is its writer's in all channels, so that only the first of several keeps it.
insert into channel_message (channel_id, seq, id, author_id, client_id, input_hash, text, state, search_text, event_seqs, created_at)
  select m.conversation_id, m.seq, m.id, m.author_id,
    case when row_number() over (partition by m.author_id, m.client_id order by m.sent_at, m.id) = 1
      and not exists (select from channel_message said where said.author_id = m.author_id and said.client_id = m.client_id)
      then m.client_id else m.id::text end,
    case when author.erased_at is not null then ''
      else encode(sha256(convert_to(concat('{"attachments":[],"channelId":"', m.conversation_id, '","replyTo":null,"tags":[],"text":',
        to_json(m.text), ',"threadId":null}'), 'UTF8')), 'hex') end,
    m.text, case when author.erased_at is null then 'shown' else 'deleted' end, lower(normalize(m.text, NFC)), '{}', m.sent_at
  from conversation_message m join person author on author.id = m.author_id;

insert into channel_read (channel_id, person_id, device, seq, at)
  select c.id, person.id, '', side.seq, c.last_message_at from conversation c
  cross join lateral (values (c.customer_id, c.customer_read_seq), (c.provider_id, c.provider_read_seq)) as side (person_id, seq)
  join person on person.id = side.person_id and person.erased_at is null
  where side.seq > 0;

-- How far a topic has come is its newest event, and events are numbered from the messages on.
insert into realtime_event (topic, seq, type, data, at)
  select concat('channel:', id), last_seq, 'read', jsonb_build_object('personId', customer_id, 'readSeq', customer_read_seq), now()
  from conversation where last_seq > 0;

-- How long a customer had waited for an answer.
create table conversation_response (
  conversation_id uuid not null references conversation (id) on delete cascade,
  seq integer not null,
  provider_id uuid not null references person (id),
  response_seconds integer not null,
  answered_at timestamptz not null,
  primary key (conversation_id, seq)
);
create index conversation_response_provider on conversation_response (provider_id, answered_at);
insert into conversation_response (conversation_id, seq, provider_id, response_seconds, answered_at)
  select conversation_id, seq, author_id, response_seconds, sent_at from conversation_message where response_seconds is not null;

drop table conversation_message;
drop index conversation_customer;
drop index conversation_provider;
alter table conversation
  drop column last_message_at,
  drop column last_seq,
  drop column customer_read_seq,
  drop column provider_read_seq,
  -- Written first, because of two who open the same one at once only one may open a channel.
  add constraint conversation_id_fkey foreign key (id) references channel (id) on delete cascade deferrable initially deferred,
  add column resource_id uuid references resource (id) on delete set null,
  add unique (resource_id, customer_id);
create index conversation_customer on conversation (customer_id);
create index conversation_provider on conversation (provider_id);
