-- Our name is not written in kana: in Japanese it is as in English. See docs/glossary.md.
update channel set descriptions = jsonb_set(descriptions, '{ja}', to_jsonb(replace(descriptions ->> 'ja', 'コンバン', 'Gongbang')))
  where descriptions ->> 'ja' like '%コンバン%';
