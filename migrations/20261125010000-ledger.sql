-- Money in double entry: journals of lines that sum to zero, in whole won, debits above zero and credits below. Nothing in
-- here refers to tables of other rooms, so that it may move to a database of its own.

create table ledger_journal (
  -- Of the database's clock: see ledger_fold.
  id uuid primary key default uuidv7(),
  -- What asked for it. The same command posts once, however often it is tried.
  command_id text not null unique,
  -- Which rules of docs/decisions/0035 it follows, as M4+M5.
  rules text not null,
  order_id uuid,
  payment_id uuid,
  -- A correction is another journal, and one journal is corrected once.
  reverses uuid unique references ledger_journal (id),
  reason text not null default '',
  posted_at timestamptz not null
);
create index ledger_journal_order on ledger_journal (order_id, id) where order_id is not null;
create index ledger_journal_payment on ledger_journal (payment_id, id) where payment_id is not null;

create table ledger_entry (
  journal_id uuid not null references ledger_journal (id),
  line smallint not null,
  account text not null check (account in ('gateway_receivable', 'bank_safeguard', 'bank_operating', 'provider_debt',
    'buyer_clearing', 'escrow', 'provider_payable', 'payout_transit', 'refund_payable', 'vat_payable',
    'fee_revenue', 'gateway_fees', 'losses')),
  -- The payment, order, refund or payout that it belongs to. Accounts of the house have none: they would be rows that
  -- every order waits for.
  subject_id uuid,
  -- Whose money it is, on the accounts that are somebody's.
  owner_id uuid,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line),
  check ((subject_id is null) = (account in ('bank_safeguard', 'bank_operating', 'vat_payable', 'fee_revenue',
    'gateway_fees', 'losses')))
);
create index ledger_entry_owner on ledger_entry (owner_id, journal_id desc, line) where owner_id is not null;
create index ledger_entry_house on ledger_entry (account, journal_id) where subject_id is null;
create index ledger_entry_subject on ledger_entry (account, subject_id) where subject_id is not null;

-- What stands on each account that has a subject, kept with every journal.
create table ledger_balance (
  account text not null,
  subject_id uuid not null,
  owner_id uuid,
  balance bigint not null,
  primary key (account, subject_id)
);
create index ledger_balance_owner on ledger_balance (owner_id, account) where owner_id is not null;

-- What stood on the accounts of the house at a time; later entries are added to it.
create table ledger_fold (
  account text primary key,
  balance bigint not null,
  -- The last journal of what is in it; ids are in the order of time.
  journal_id uuid not null
);

create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by journal_id having sum(amount) <> 0) then
    raise exception 'a journal must balance' using errcode = 'check_violation', constraint = 'ledger_journal_balances';
  end if;
  return null;
end $$;
create trigger ledger_entry_balances after insert on ledger_entry
  referencing new table as added for each statement execute function refuse_unbalanced();

-- What is owed never falls below nothing: credits are below zero, so what is owed is too.
create function refuse_overdrawn() returns trigger language plpgsql as $$
begin
  raise exception 'the account % would be overdrawn', new.account
    using errcode = 'check_violation', constraint = 'ledger_not_overdrawn';
end $$;
create trigger ledger_balance_not_overdrawn after insert or update on ledger_balance
  for each row when (new.balance > 0 and new.account in
    ('buyer_clearing', 'escrow', 'provider_payable', 'payout_transit', 'refund_payable')
    or new.balance < 0 and new.account = 'provider_debt')
  execute function refuse_overdrawn();

create trigger ledger_journal_append_only before update or delete or truncate on ledger_journal
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();
do $$
begin
  execute format('revoke update, delete, truncate on ledger_journal, ledger_entry from public, %I', current_user);
end $$;
