-- Where a moderator quoted what a reporter wrote, the words go with that reporter too: from the log, and from what the author was told.
alter table audit_entry disable trigger audit_entry_blanking_only;
update audit_entry a set about = a.about || quoted.ids from (
  select entry.id, array_agg(distinct r.reporter_id) as ids
  from audit_entry entry join report r on r.case_id = (entry.after ->> 'case')::uuid
  where length(trim(r.text)) >= 10 and strpos(entry.reason, trim(r.text)) > 0
  group by entry.id) quoted
where quoted.id = a.id;
alter table audit_entry enable trigger audit_entry_blanking_only;

update notification n set params = n.params || jsonb_build_object('people', quoted.ids) from (
  select told.id, jsonb_agg(distinct r.reporter_id) as ids
  from report r join moderation_case c on c.id = r.case_id
    join notification told on told.person_id = c.about_id and told.path = '/my/moderation/' || c.id
  where length(trim(r.text)) >= 10 and strpos(told.params ->> 'reason', trim(r.text)) > 0
  group by told.id) quoted
where quoted.id = n.id and not n.params ? 'people';
