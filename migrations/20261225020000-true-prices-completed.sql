-- What an order took is noted for each of its materials, so that an order of several teaches each of them.
alter table service_print add column material_key text;
update service_print set material_key = lower(btrim(material));
alter table service_print
  alter column material_key set not null,
  drop constraint service_print_pkey,
  add primary key (order_id, material_key);
comment on column service_print.material_key is 'The material without case and outer spaces: one row for each.';
-- What the formula alone says of a part; null in older quotes.
alter table quote_part
  add column formula_grams double precision,
  add column formula_hours double precision;
comment on column quote_part.formula_grams is 'Of all its pieces, without any correction; null in older quotes.';
comment on column quote_part.formula_hours is 'Of all its pieces, without any correction; null in older quotes.';
-- What nobody chose, because it was written where nothing was said: a provider who has not said how things are delivered
-- lets them be picked up.
update service_workshop set delivery = null
  where delivery = '{"post": 0, "freeFrom": null, "pickup": true, "carriers": []}'::jsonb;
-- Figures from before the outlines of layers were told one by one, which a job measures again.
update resource_model set tries = 0
  where figures is not null and problem is null
    and jsonb_typeof(figures -> 'inside') = 'object' and not (figures -> 'inside') ? 'outlines';
drop index resource_model_older;
create index resource_model_older on resource_model (stored_at desc, file_id)
  where figures is not null and problem is null and (not figures ? 'printability'
    or jsonb_typeof(figures -> 'inside') = 'object' and not (figures -> 'inside') ? 'outlines');
