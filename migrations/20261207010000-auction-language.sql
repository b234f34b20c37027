-- The language that title and description of a lot are written in, as of resources and services.
alter table auction add column language text not null default 'ko' check (language in ('ko', 'en', 'ja'));
