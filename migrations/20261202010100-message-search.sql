-- Where it is looked first for messages that contain something: tokens of src/platform/shared/search-text.ts, and the channel's. Beside
-- the messages and not in them, so that counting a reply does not write them again.
create table message_search (
  channel_id uuid not null,
  seq integer not null,
  tokens integer[] not null,
  primary key (channel_id, seq),
  foreign key (channel_id, seq) references channel_message (channel_id, seq) on delete cascade
);
create index message_search_tokens on message_search using gin (tokens) with (gin_pending_list_limit = 256);

-- Tokens are made outside of the database: older messages get theirs by a job, and until then all of them are looked through.
alter table channel_message add column has_tokens boolean not null default false;
create index channel_message_without_tokens on channel_message (id) where not has_tokens;
