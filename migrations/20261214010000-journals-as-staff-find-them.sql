-- Journals as staff find them, beside what 20261205010000-staff-tables.sql began: by the rules that they follow and the accounts that
-- they move. Without words: nothing in here names anybody, and whose entry one has is told by ledger_entry.

-- What another process writes meanwhile would be in neither: it waits until the trigger is there.
lock table ledger_journal in share row exclusive mode;

create table ledger_journal_index (
  seq bigint generated always as identity primary key,
  -- Journals are never taken away, so nothing has to follow them.
  target_id uuid not null unique,
  words text not null,
  filters text[] not null,
  tokens integer[] generated always as (staff_tokens(seq, words, filters)) stored
);

create function ledger_journal_indexed(ledger_journal) returns table (words text, filters text[]) language sql stable as $$
  select '', array(select 'rule:' || rule from unnest(string_to_array($1.rules, '+')) as rule)
    || array(select distinct 'account:' || account from ledger_entry where journal_id = $1.id)
$$;

insert into ledger_journal_index (target_id, words, filters)
  select j.id, w.words, w.filters from ledger_journal j, ledger_journal_indexed(j) w order by j.id;
create index ledger_journal_index_tokens on ledger_journal_index using gin (tokens) with (fastupdate = off);

-- Journals are written with their lines, in one statement, at whose end this is.
create trigger ledger_journal_indexed after insert on ledger_journal for each row execute function index_for_staff();
