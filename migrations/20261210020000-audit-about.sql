-- Whose the thing is that staff did something to, and whom else the words of an entry may be about: they go from the log when one of these
-- is erased, as they do where it was the person that something was done to.
alter table audit_entry add column about uuid[] not null default '{}';
drop trigger audit_entry_blanking_only on audit_entry;
update audit_entry a set about = array[whose.id] from (
  select id as target_id, owner_id as id from resource
  union all select id, owner_id from service
  union all select id, author_id from channel_message
  union all select id, customer_id from tender
  union all select id, seller_id from auction
  union all select id, person_id from refund
  union all select id, provider_id from payout
  union all select id, person_id from sponsorship
  union all select id, owner_id from ad_banner where sponsorship_id is not null
  union all select person_id, person_id from volunteer
) whose where whose.target_id = a.target_id;
update audit_entry a set about = array[c.about_id] from moderation_case c
  where c.id = (a.after ->> 'case')::uuid and c.about_id is not null;
update audit_entry a set about = array[o.buyer_id, o.provider_id] from orders o where o.id = a.target_id;
update audit_entry a set about = array[o.buyer_id, o.provider_id] from orders o, adjustment j
  where j.id = a.target_id and o.id = j.order_id;
-- Nobody erases those again who have gone already.
update audit_entry set reason = '', before = '{}', after = '{}'
  where exists (select from person where id = any (about) and erased_at is not null);
create index audit_entry_about on audit_entry using gin (about);

create or replace function allow_blanking_only() returns trigger language plpgsql as $$
begin
  if (new.id, new.actor_id, new.action, new.target_type, new.target_id, new.about, new.at, new.undoes)
      is distinct from (old.id, old.actor_id, old.action, old.target_type, old.target_id, old.about, old.at, old.undoes)
    or new.actor not in (old.actor, '')
    or new.reason not in (old.reason, '')
    or new.before not in (old.before, '{}')
    or new.after not in (old.after, '{}')
    or not exists (select from person where id = any (old.about || old.target_id || old.actor_id) and erased_at is not null)
    or new.actor <> old.actor and not exists (select from person where id = old.actor_id and erased_at is not null)
  then
    raise exception 'the table % is append-only', tg_table_name;
  end if;
  return new;
end $$;
create trigger audit_entry_blanking_only before update on audit_entry
  for each row execute function allow_blanking_only();
