-- What people report to the moderators. What is reported stands in any room, so it is named by kind and id.
create table report (
  id uuid primary key,
  reporter_id uuid not null references person (id),
  kind text not null,
  target_id uuid not null,
  -- Whose it is.
  about_id uuid not null references person (id),
  reason text not null,
  text text not null default '',
  -- What it said when it was reported, and where that is.
  excerpt text not null,
  path text not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'upheld')),
  -- The moderator's words.
  resolution text not null default '',
  resolver_id uuid references person (id),
  created_at timestamptz not null,
  resolved_at timestamptz,
  check ((state = 'open') = (resolved_at is null))
);
create unique index report_open on report (kind, target_id, reporter_id) where state = 'open';
create index report_state on report (state, id desc);
create index report_reporter on report (reporter_id, id);
create index report_about on report (about_id, id);
