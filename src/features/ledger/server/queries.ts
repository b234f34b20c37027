import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { houseAccounts, type Account, type SubjectAccount } from '../rules.ts';
import { balanceOf } from './commands.ts';

/** Returns debits less credits of every account that has a balance. */
export async function balances(db: Db): Promise<Partial<Record<Account, number>>> {
  const { rows } = await sql<{ account: Account; balance: number }>`
    select account, sum(balance)::bigint as balance from ledger_balance group by account`.execute(db);
  const all: Partial<Record<Account, number>> = Object.fromEntries(
    rows.map(({ account, balance }) => [account, balance]),
  );
  for (const account of houseAccounts) all[account] = await balanceOf(db, account);
  return all;
}

/** Returns which of these commands have posted, and whether each was reversed since. */
export async function postedOf(
  db: Db,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, { isReversed: boolean }>> {
  const { rows } = await sql<{ commandId: string; isReversed: boolean }>`
    select command_id, exists (select from ledger_journal later where later.reverses = journal.id) as is_reversed
    from ledger_journal journal where command_id = any (${[...commandIds]}::text[])`.execute(db);
  return new Map(rows.map(({ commandId, isReversed }) => [commandId, { isReversed }]));
}

/** Selects what each subject (`subject_id`, an order or a share) has earned: released, less what was refunded later. */
export const earnedBySubject = sql`
  select entry.subject_id, -sum(entry.amount) as earned from ledger_entry entry
    join ledger_journal journal on journal.id = entry.journal_id
    where entry.account in ('provider_payable', 'provider_debt') and journal.rules in ('M4', 'M4+M5', 'M5') group by 1`;

/** SQL of debits less credits of an account of one subject, such as of `pledge.id`. */
export const balanceOfSubject = (account: SubjectAccount, subject: string) =>
  sql`coalesce((select balance from ledger_balance where account = ${account} and subject_id = ${sql.ref(subject)}), 0)`;

/** SQL of all fees with their VAT, of the journals whose command is like this or is not. */
export const bookedFees = ({ like, isLike = true }: { like: string; isLike?: boolean }) =>
  sql`(select coalesce(-sum(entry.amount), 0) from ledger_entry entry join ledger_journal journal on journal.id = entry.journal_id
    where entry.account in ('fee_revenue', 'vat_payable') and (journal.command_id like ${like}) = ${isLike})`;

/** SQL of the journals of each subject (`id`, as text), for commands that are named `{name}:{id}:…`. */
export const journalsBySubject = (name: string) =>
  sql`(select split_part(command_id, ':', 2) as id, count(*) as journals from ledger_journal
    where command_id like ${`${name}:%`} group by 1)`;

export type BookedJournal = {
  commandId: string;
  rules: string;
  postedAt: Date;
  reason: string;
  isReversed: boolean;
  lines: { account: Account; amount: number }[];
};

/** Returns the journals of an order, oldest first. */
export async function journalsOf(db: Db, orderId: string): Promise<BookedJournal[]> {
  const { rows } = await sql<BookedJournal>`
    select journal.command_id, journal.rules, journal.posted_at, journal.reason,
      exists (select from ledger_journal later where later.reverses = journal.id) as is_reversed,
      (select jsonb_agg(jsonb_build_object('account', account, 'amount', amount) order by line) from ledger_entry
        where journal_id = journal.id) as lines
    from ledger_journal journal where journal.order_id = ${orderId} order by journal.id`.execute(db);
  return rows;
}
