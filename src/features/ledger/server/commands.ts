import { sql } from 'kysely';
import { onlyRow, type Db, type Trx } from '#platform/server/db.ts';
import { houseAccounts, reversalOf, type Account, type Line, type Posting } from '../rules.ts';

export type Journal = Posting & {
  /** Idempotency key: the same command posts once. */
  commandId: string;
  orderId?: string | null;
  paymentId?: string | null;
  reverses?: string;
  reason?: string;
};

/**
 * Writes a journal in the caller's transaction: one statement for the journal, its lines and the balances they
 * change. Returns false if the same command has already posted the same journal. Throws if the command has posted
 * something else, if the lines do not balance, or if they would take more than is owed (`ledger_not_overdrawn`).
 */
export async function post(trx: Db, journal: Journal, now: Date): Promise<boolean> {
  const { lines } = journal;
  if (!lines.every(({ amount }) => Number.isSafeInteger(amount))) {
    throw new Error(`an amount of ${journal.commandId} is not exact`);
  }
  const { rows } = await sql<{ id: string }>`
    with journal as (
      insert into ledger_journal (command_id, rules, order_id, payment_id, reverses, reason, posted_at)
      values (${journal.commandId}, ${journal.rules.join('+')}, ${journal.orderId ?? null},
        ${journal.paymentId ?? null}, ${journal.reverses ?? null}, ${journal.reason ?? ''}, ${now})
      on conflict (command_id) do nothing
      returning id
    ), line as (
      select * from unnest(${lines.map(({ account }) => account)}::text[],
        ${lines.map(({ subjectId }) => subjectId)}::uuid[], ${lines.map(({ ownerId }) => ownerId)}::uuid[],
        ${lines.map(({ amount }) => amount)}::bigint[]) with ordinality
        as line (account, subject_id, owner_id, amount, number)
    ), entry as (
      insert into ledger_entry (journal_id, line, account, subject_id, owner_id, amount)
      select journal.id, line.number, line.account, line.subject_id, line.owner_id, line.amount from journal, line
    ), balance as (
      insert into ledger_balance as balance (account, subject_id, owner_id, balance)
      -- In one order for all, so that no two wait for each other.
      select line.account, line.subject_id, (array_agg(line.owner_id))[1], sum(line.amount) from journal, line
        where line.subject_id is not null group by line.account, line.subject_id order by line.account, line.subject_id
      on conflict (account, subject_id) do update set balance = balance.balance + excluded.balance
    )
    select id from journal`.execute(trx);
  if (rows.length > 0) return true;
  await assertSame(trx, journal);
  return false;
}

async function assertSame(trx: Db, { commandId, lines }: Journal): Promise<void> {
  const before = await trx
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerJournal', 'ledgerJournal.id', 'ledgerEntry.journalId')
    .select(['account', 'subjectId', 'amount'])
    .where('commandId', '=', commandId)
    .orderBy('line')
    .execute();
  const isSame =
    before.length === lines.length &&
    before.every((entry, index) => {
      const { account, subjectId, amount } = lines[index]!;
      return entry.account === account && entry.subjectId === subjectId && entry.amount === amount;
    });
  if (!isSame) throw new Error(`the command ${commandId} has posted something else before`);
}

/** Corrects a journal by posting its opposite. */
export async function reverse(
  trx: Trx,
  { of, commandId, reason }: { of: string; commandId: string; reason: string },
  now: Date,
): Promise<void> {
  const journal = await trx
    .selectFrom('ledgerJournal')
    .select(['id', 'orderId', 'paymentId'])
    .where('commandId', '=', of)
    .executeTakeFirstOrThrow();
  const entries = await trx
    .selectFrom('ledgerEntry')
    .select(['account', 'subjectId', 'ownerId', 'amount'])
    .where('journalId', '=', journal.id)
    .orderBy('line')
    .execute();
  await post(
    trx,
    {
      commandId,
      ...reversalOf(entries as Line[]),
      orderId: journal.orderId,
      paymentId: journal.paymentId,
      reverses: journal.id,
      reason,
    },
    now,
  );
}

/**
 * Locks the sums derived from the accounts of the house. Posting does not take this lock, so it never waits for it.
 */
export async function lockHouseAccounts(trx: Trx): Promise<void> {
  await sql`lock table ledger_fold in exclusive mode`.execute(trx);
}

/**
 * Adds new lines of the house's accounts to their stored sums, up to five minutes ago. Older transactions have ended,
 * because no statement runs that long, and ids are taken from the database's clock.
 */
export async function rollUpBalances(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Without the lock a second run would add the same lines again.
    await lockHouseAccounts(trx);
    await sql`
      with until as (select uuidv7(interval '-5 minutes') as id)
      insert into ledger_fold as fold (account, balance, journal_id)
      select account, coalesce((select sum(amount) from ledger_entry entry
          where entry.account = house.account and entry.subject_id is null and entry.journal_id <= until.id
            and entry.journal_id > coalesce((select journal_id from ledger_fold before where before.account = house.account),
              '00000000-0000-0000-0000-000000000000')), 0), until.id
        from unnest(${[...houseAccounts]}::text[]) as house (account), until
      on conflict (account) do update set balance = fold.balance + excluded.balance, journal_id = excluded.journal_id
        where fold.journal_id < excluded.journal_id`.execute(trx);
  });
}

/** Returns debits less credits of one account, for one subject or for all. */
export async function balanceOf(db: Db, account: Account, subjectId?: string): Promise<number> {
  if (subjectId !== undefined) {
    const row = await db
      .selectFrom('ledgerBalance')
      .select('balance')
      .where('account', '=', account)
      .where('subjectId', '=', subjectId)
      .executeTakeFirst();
    return row?.balance ?? 0;
  }
  const { balance } = await onlyRow(
    sql<{ balance: number }>`
    select coalesce(sum(amount), 0)::bigint
        + coalesce((select balance from ledger_fold where account = ${account}), 0) as balance
      from ledger_entry where account = ${account} and subject_id is null
        and journal_id > coalesce((select journal_id from ledger_fold where account = ${account}),
          '00000000-0000-0000-0000-000000000000'::uuid)`,
    db,
  );
  return balance;
}
