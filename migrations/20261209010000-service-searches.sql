-- Searches of services are counted beside those of resources.
alter table search_statistic
  add column kind text not null default 'resources' check (kind in ('resources', 'services')),
  drop constraint search_statistic_pkey,
  add primary key (hour, term, language, kind);
alter table search_statistic alter column kind drop default;
