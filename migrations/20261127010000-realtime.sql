-- What has happened to a topic, in its order: rooms write here in their own transactions, and every server process sends to
-- its sockets what it finds. The newest event of a topic stays, because it says how far the topic has come.
create table realtime_event (
  topic text not null,
  seq bigint not null check (seq > 0),
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  primary key (topic, seq)
);
create index realtime_event_at on realtime_event (at);
