-- Cases as moderators find them, beside what 20261205010000-staff-tables.sql began: by what was reported, whose it is, and what
-- reporters are called and wrote.

-- What another process writes meanwhile would be in neither: it waits until the triggers are there.
lock table moderation_case, report in share row exclusive mode;

-- Of the rule: src/features/moderation/rules.ts says which belongs to which.
alter table moderation_case add column reason text;
update moderation_case set reason = case
    when rule in ('weapon_parts', 'unsafe_device', 'malware', 'gambling', 'unqualified_work', 'illegal_job', 'prohibited_goods') then 'dangerous'
    when rule in ('remix_against_licence', 'cracked_software', 'weights_without_licence', 'unlicensed_game') then 'unlicensed'
    when rule = 'private_training_data' then 'personal_data'
    when rule = 'deepfake_model' then 'sexual'
    when rule in ('not_free', 'false_offer', 'counterfeit', 'fake_review', 'fake_make', 'around_escrow', 'impersonation') then 'deceptive'
    else rule end
  where rule is not null;
alter table moderation_case add check ((rule is null) = (reason is null));

create table moderation_case_index (
  seq bigint generated always as identity primary key,
  target_id uuid not null unique references moderation_case (id) on delete cascade,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);

create function moderation_case_indexed(moderation_case) returns table (words text, filters text[]) language sql stable as $$
  select staff_words(concat_ws(E'\n', $1.excerpt,
      (select concat_ws(E'\n', p.name, p.display_username) from person p where p.id = $1.about_id),
      (select string_agg(concat_ws(E'\n', r.text, p.name, p.display_username), E'\n' order by r.id)
        from report r join person p on p.id = r.reporter_id where r.case_id = $1.id))),
    array['state:' || $1.state, 'kind:' || $1.kind]
      || array(select 'reason:' || reason from (
        select $1.reason as reason where $1.reason is not null union select r.reason from report r where r.case_id = $1.id) each order by reason)
$$;

insert into moderation_case_index (target_id, words, filters)
  select c.id, w.words, w.filters from moderation_case c, moderation_case_indexed(c) w order by c.id;
create index moderation_case_index_tokens on moderation_case_index using gin (tokens) with (fastupdate = off);

create trigger moderation_case_indexed after insert or update of state, reason, excerpt, about_id on moderation_case
  for each row execute function index_for_staff();

create function index_case_of_report() returns trigger language plpgsql as $$
begin
  update moderation_case_index i set words = w.words, filters = w.filters from moderation_case c, moderation_case_indexed(c) w
    where c.id = case when tg_op = 'DELETE' then old.case_id else new.case_id end and i.target_id = c.id
      and (i.words, i.filters) is distinct from (w.words, w.filters);
  return null;
end $$;
create trigger report_indexed after insert or delete or update of text, reason, case_id on report
  for each row execute function index_case_of_report();

create function index_cases_of_person() returns trigger language plpgsql as $$
begin
  update moderation_case_index i set words = w.words from moderation_case c, moderation_case_indexed(c) w
    where i.target_id = c.id and i.words <> w.words
      and c.id in (select id from moderation_case where about_id = new.id union select case_id from report where reporter_id = new.id);
  return null;
end $$;
create trigger person_renamed_in_cases after update of name, display_username on person for each row
  when ((old.name, old.display_username) is distinct from (new.name, new.display_username)) execute function index_cases_of_person();
