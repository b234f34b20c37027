-- Whoever runs jobs says so every few seconds: what the silent ones have locked is done by others.
create table job_runner (
  id text primary key,
  alive_at timestamptz not null
);
