-- Events come in the order of their time: a summary of blocks finds the old ones, and costs next to nothing when one is written.
drop index realtime_event_at;
create index realtime_event_at on realtime_event using brin (at);
