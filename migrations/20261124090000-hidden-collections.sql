-- A moderator hides a collection; its owner still sees it, and cannot show it again.
alter table collection add column hidden_at timestamptz;
