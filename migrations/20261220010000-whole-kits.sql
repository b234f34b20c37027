-- How many of a file its author says are needed for one of the thing; null where nothing is said.
alter table resource_file add column needed integer check (needed between 0 and 1000);

-- What a quote is made up of: a file, how it is printed, and how many of it. A quote for one file has one part.
create table quote_part (
  quote_id uuid not null references quote (id) on delete cascade,
  position integer not null check (position >= 0),
  -- Without a reference: an upload goes its own way afterwards, and what binds is the hash.
  file_kind text not null check (file_kind in ('upload', 'resource_file')),
  file_id uuid not null,
  file_name text not null,
  file_sha256 text not null,
  -- As the server measured it.
  size_mm double precision[] not null check (cardinality(size_mm) = 3),
  volume_mm3 double precision not null check (volume_mm3 > 0),
  unit text,
  material text not null,
  infill double precision not null,
  layer_height double precision not null,
  walls integer check (walls >= 0),
  quantity integer not null check (quantity > 0),
  -- Of all its pieces together.
  grams double precision not null,
  grams_likely double precision check (grams_likely >= 0 and grams_likely <= grams),
  hours_likely double precision check (hours_likely >= 0 and hours_likely <= hours_at_most),
  hours_at_most double precision,
  primary key (quote_id, position)
);
insert into quote_part (quote_id, position, file_kind, file_id, file_name, file_sha256, size_mm, volume_mm3, unit, material,
    infill, layer_height, quantity, grams, grams_likely, hours_likely, hours_at_most)
  select id, 0, file_kind, file_id, file_name, file_sha256, size_mm, volume_mm3, unit, material, infill, layer_height,
    quantity, grams, grams_likely, hours_likely, hours_at_most
  from quote;
create trigger quote_part_is_final before update on quote_part for each row execute function quote_is_final();

alter table quote
  drop column file_kind, drop column file_id, drop column file_name, drop column file_sha256, drop column size_mm,
  drop column volume_mm3, drop column unit, drop column material, drop column infill, drop column layer_height,
  drop column quantity,
  -- Name of the thing that its parts make; null for one file, which has its own.
  add column title text,
  -- Plates that all pieces take; null without a machine, and in older rows.
  add column plates integer check (plates >= 0);

-- A part's bytes, which go some time after its quote has expired.
alter table quote_file
  add column position integer not null default 0,
  drop constraint quote_file_pkey,
  add primary key (quote_id, position);
alter table quote_file alter column position drop default;

-- Parts of an order as they were quoted, for its two sides: quotes go with the person who asked.
alter table orders add column parts jsonb not null default '[]';
