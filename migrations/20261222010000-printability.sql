-- Figures from before it was measured what a printer meets in a model, which a job measures again. The tries of those
-- that were measured again before begin at none.
update resource_model set tries = 0
  where figures is not null and problem is null and not figures ? 'printability';
drop index resource_model_older;
create index resource_model_older on resource_model (stored_at desc, file_id)
  where figures is not null and problem is null and not figures ? 'printability';

-- What the buyer is told about each piece before paying, and the size of the machine that it is judged by.
alter table quote_part add column printability jsonb;
alter table quote add column build_mm double precision[];
