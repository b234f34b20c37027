-- Figures from before the inside of models was measured, which a job measures again.
create index resource_model_older on resource_model (stored_at desc, file_id)
  where figures is not null and problem is null and not figures ? 'inside';
