-- The log of a cancelled lot is read by nobody outside, and the words of its end go with the seller who leaves. Nothing else of a log can be changed.
drop trigger auction_entry_append_only on auction_entry;
create trigger auction_entry_append_only before delete or truncate on auction_entry
  for each statement execute function refuse_change();

create function allow_blank_cancel_reason() returns trigger language plpgsql as $$
begin
  if old.kind <> 'cancel' or new.reason is not null or to_jsonb(new) - 'reason' is distinct from to_jsonb(old) - 'reason' then
    raise exception 'the table % is append-only', tg_table_name;
  end if;
  return new;
end $$;
create trigger auction_entry_blanking_only before update on auction_entry
  for each row execute function allow_blank_cancel_reason();
