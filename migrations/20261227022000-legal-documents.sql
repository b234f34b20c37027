-- Versions of the terms and the privacy policy. Rules are src/features/legal/rules.ts.
create table legal_document (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('terms', 'privacy')),
  state text not null check (state in ('draft', 'published')),
  -- Names the version, too: 2026-11-28.
  effective_on date not null,
  -- Markdown in each language; null for the first version, which the program carries.
  texts jsonb,
  -- What is different from the version before, in each language.
  changes jsonb not null,
  is_adverse boolean not null default false,
  needs_consent boolean not null default true,
  changed_at timestamptz not null,
  published_at timestamptz,
  -- The last person who was told of it, in the order of their ids; and when everybody was.
  told_up_to uuid,
  told_at timestamptz,
  check (state = 'draft' or published_at is not null)
);
create unique index legal_document_draft on legal_document (kind) where state = 'draft';
create unique index legal_document_version on legal_document (kind, effective_on) where state = 'published';

insert into legal_document (kind, state, effective_on, changes, changed_at, published_at, told_at)
select kind, 'published', '2026-11-28',
  '{"ko": "처음 만들었어요.", "en": "First version.", "ja": "最初の版です。"}', now(), now(), now()
from unnest(array['terms', 'privacy']) as kind;

-- Version in force today in Korea; before the first one, the first.
create function legal_version_in_force(of_kind text) returns text language sql stable
begin atomic
  select coalesce(
    max(effective_on) filter (where effective_on <= (now() at time zone 'Asia/Seoul')::date), min(effective_on))::text
  from legal_document where kind = of_kind and state = 'published';
end;

-- Oldest version whose consent still counts: the newest in force that asks for consent.
create function legal_version_required(of_kind text) returns text language sql stable
begin atomic
  select coalesce(
    max(effective_on) filter (where effective_on <= (now() at time zone 'Asia/Seoul')::date), min(effective_on))::text
  from legal_document where kind = of_kind and state = 'published' and needs_consent;
end;
