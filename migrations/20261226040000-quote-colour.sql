-- Colour in which a part is to be printed; null where nothing was said.
alter table quote_part add column color text check (length(color) between 1 and 100);
