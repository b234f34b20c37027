-- How many of a file one thing needs, as was said when it was quoted: shares of authors go by things, not by prints.
alter table quote_part add column needed integer not null default 1 check (needed > 0);
