-- Searched texts are folded by NFKC: half-width kana, full-width letters and signs of one character are found by their
-- plain forms. Single jamo stay as they are, so rows with them are left to their next change; resources, whose index
-- has more than the text, are indexed again by a job.
create table resource_search_refold (seq bigint primary key);

insert into resource_search_refold
  select seq from resource_search where search_text is not nfkc normalized;

update service set search_text = lower(normalize(search_text, nfkc))
  where search_text is not nfkc normalized and search_text !~ '[\u3130-\u318f]';
update auction set search_text = lower(normalize(search_text, nfkc))
  where search_text is not nfkc normalized and search_text !~ '[\u3130-\u318f]';
update tender set search_text = lower(normalize(search_text, nfkc))
  where search_text is not nfkc normalized and search_text !~ '[\u3130-\u318f]';

with folded as (
  update channel_message set search_text = lower(normalize(search_text, nfkc)), has_tokens = false
  where search_text is not nfkc normalized and search_text !~ '[\u3130-\u318f]'
  returning channel_id, seq)
delete from message_search s using folded f where s.channel_id = f.channel_id and s.seq = f.seq;
