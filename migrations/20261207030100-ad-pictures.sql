-- A picture beside a banner's words, decoded and written anew by us.
alter table ad_banner
  add column blob_prefix text unique,
  add column widths integer[],
  add column width integer,
  add column height integer,
  add check (num_nulls(blob_prefix, widths, width, height) in (0, 4));
