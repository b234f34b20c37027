-- What is reported of one thing until it is decided is one case: its author is heard, it is decided, they may object. The states
-- are src/features/moderation/rules.ts.
create table moderation_case (
  id uuid primary key,
  kind text not null,
  target_id uuid not null,
  -- Of a resource: some rules are of one category alone.
  category text,
  -- Whose it is; nobody's once they have been erased, when only what the public log tells stays.
  about_id uuid references person (id),
  -- What it said when it was reported, and where that is.
  excerpt text not null,
  path text not null,
  state text not null default 'open' check (state in
    ('open', 'hearing', 'answered', 'due', 'dismissed', 'handled', 'taken_down', 'hidden', 'objected', 'kept', 'restored')),
  -- By which it is heard or was decided.
  rule text,
  question text not null default '',
  hearing_ends_at timestamptz,
  answer text not null default '',
  answered_at timestamptz,
  statement text not null default '',
  decider_id uuid references person (id),
  decided_at timestamptz,
  -- How it was shown before it was hidden, in the words of its room.
  shown_as text,
  objection text not null default '',
  objected_at timestamptz,
  ruling text not null default '',
  ruler_id uuid references person (id),
  ruled_at timestamptz,
  -- Since when a moderator is waited for.
  waiting_since timestamptz,
  created_at timestamptz not null,
  -- Nothing is heard or hidden without a rule, nor undecided with a date.
  check (state in ('open', 'dismissed') or rule is not null),
  check ((state in ('open', 'hearing', 'answered', 'due')) = (decided_at is null)),
  check ((state in ('open', 'answered', 'due', 'objected')) = (waiting_since is not null)),
  check ((state in ('objected', 'kept', 'restored')) = (objected_at is not null)),
  check ((state in ('kept', 'restored')) = (ruled_at is not null))
);
create unique index moderation_case_undecided on moderation_case (kind, target_id)
  where state in ('open', 'hearing', 'answered', 'due');
create index moderation_case_waiting on moderation_case (waiting_since, id) where waiting_since is not null;
create index moderation_case_hearing on moderation_case (hearing_ends_at) where state = 'hearing';
create index moderation_case_about on moderation_case (about_id, id);
create index moderation_case_decided on moderation_case (decided_at desc, id desc) where decided_at is not null;
create index moderation_case_decider on moderation_case (decider_id) where decider_id is not null;
create index moderation_case_ruler on moderation_case (ruler_id) where ruler_id is not null;

-- A rule is a reason, or what that means for one kind of thing.
alter table report add column rule text, add column case_id uuid references moderation_case (id);
update report set rule = reason;

-- Of before: what waits for a moderator is one case for each thing, what was decided together is another.
with grouped as (
  select kind, target_id, resolved_at, min(id::text)::uuid as id, array_agg(id) as ids
  from report group by kind, target_id, resolved_at),
made as (
  insert into moderation_case (id, kind, target_id, category, about_id, excerpt, path, state, rule, statement, decider_id, decided_at,
    waiting_since, created_at)
  select r.id, r.kind, r.target_id, (select category from resource where resource.id = r.target_id), r.about_id, r.excerpt, r.path,
    case r.state when 'upheld' then 'hidden' else r.state end, case when r.state = 'open' then null else r.reason end, r.resolution,
    r.resolver_id, r.resolved_at, case when r.state = 'open' then r.created_at end, r.created_at
  from grouped join report r on r.id = grouped.id)
update report set case_id = grouped.id from grouped where report.id = any (grouped.ids);

alter table report alter column rule set not null, alter column case_id set not null;
create index report_case on report (case_id, id);
