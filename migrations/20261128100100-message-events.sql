-- Under which numbers a message was pushed: what is taken back is taken back there too.
alter table channel_message add column event_seqs bigint[] not null default '{}';
create index channel_message_reply on channel_message (reply_to) where reply_to is not null;
