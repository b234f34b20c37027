-- Banners in the slots of ads (src/features/ads/rules.ts): words and a link, of the house or of a sponsor.
create table ad_banner (
  id uuid primary key,
  kind text not null check (kind in ('house', 'sponsor')),
  sponsorship_id uuid references sponsorship (id),
  owner_id uuid not null references person (id),
  title text not null,
  text text not null,
  url text not null,
  language text not null check (language in ('ko', 'en', 'ja')),
  state text not null check (state in ('waiting', 'shown', 'refused', 'ended')),
  starts_on date not null,
  ends_on date,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((kind = 'sponsor') = (sponsorship_id is not null))
);
-- A sponsorship has one that is not over.
create unique index ad_banner_sponsorship on ad_banner (sponsorship_id) where state in ('waiting', 'shown');
create index ad_banner_shown on ad_banner (starts_on) where state = 'shown';
create index ad_banner_owner on ad_banner (owner_id, id desc);

-- How often each was seen and pressed on a Korean day, without by whom.
create table ad_count (
  banner_id uuid not null references ad_banner (id),
  slot text not null,
  day date not null,
  views bigint not null default 0,
  clicks bigint not null default 0,
  primary key (banner_id, slot, day)
);
