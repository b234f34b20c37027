-- What binds is the upper end, in the columns that were there; the likely amounts stand beside it. Older quotes have none.
alter table quote
  add column unit text,
  add column grams_likely double precision check (grams_likely >= 0 and grams_likely <= grams),
  add column hours_likely double precision check (hours_likely >= 0 and hours_likely <= hours_at_most),
  add column hours_at_most double precision,
  add column principal_likely bigint check (principal_likely >= 0 and principal_likely <= principal),
  add column fee_likely bigint check (fee_likely >= 0 and fee_likely <= fee);
