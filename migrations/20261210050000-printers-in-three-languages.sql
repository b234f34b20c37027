-- What lots are looked for by: only printers that print in three dimensions had their words yet.
insert into search_synonym (words)
select array(select word from unnest(words) as word order by word collate "C") from (values
  (array['프린터', 'printer', 'プリンター', 'プリンタ']),
  (array['드릴', 'drill', 'ドリル']),
  (array['오실로스코프', 'oscilloscope', 'オシロスコープ'])
) as new (words)
on conflict (words) do nothing;
