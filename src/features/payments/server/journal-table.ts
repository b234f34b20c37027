import { sql, type RawBuilder } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import {
  byIds,
  filterNames,
  maxExported,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { accounts } from '#features/ledger/contract.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import { isNumbered } from '#platform/server/order-numbers.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { JournalsQuery, StaffJournal } from '../contract.ts';
import { accountName, ruleWords } from '../words.ts';
import { isCorrectable } from './adjustments.ts';

const journals = { index: 'ledger_journal_index', rows: 'ledger_journal' } as const;
const debits = sql`(select coalesce(sum(amount), 0) from ledger_entry where journal_id = ledger_journal.id and amount > 0)`;
const journalsWanted = async (db: Db, { rule, account, sort, search }: JournalsQuery) => ({
  named: await journalIdsOf(db, search),
  filters: filterNames({ rule, account }),
  oldestFirst: sort === 'oldest',
  order: sort === 'amount' ? sql`${debits} desc` : null,
});

/** Lists all journals for staff. */
export async function listJournals(db: Db, query: JournalsQuery): Promise<StaffPage<StaffJournal>> {
  const { page, limit } = query;
  const wanted = { ...(await journalsWanted(db, query)), page, limit };
  return readStaffPage(db, journals, wanted, (ids) => readJournals(db, ids));
}

export async function exportJournals(db: Db, query: JournalsQuery): Promise<StaffJournal[]> {
  return readStaffExport(db, journals, await journalsWanted(db, query), (ids) => readJournals(db, ids));
}

/** Returns ids of journals by an order's number, by an id, or by people; null without a search. */
async function journalIdsOf(db: Db, search = ''): Promise<string[] | null> {
  if (search === '') return null;
  const number = readOrderNumber(search);
  const { rows } = await (
    number
      ? sql<{ id: string }>`
        select journal.id from orders join ledger_journal journal on journal.order_id = orders.id
        where ${isNumbered(sql`orders.id`, number)}`
      : isUuid(search)
        ? sql<{ id: string }>`
          select id from ledger_journal where id = ${search} or reverses = ${search}
          union select id from ledger_journal where order_id = ${search}
          union select id from ledger_journal where payment_id = ${search}
          union select journal_id from ledger_entry where account = any (${[...accounts]}::text[]) and subject_id = ${search}
          union (${ofPerson(sql`${search}::uuid`)})`
        : ofPerson(
            sql`(select id from person where username = ${search.replace(/^@/, '').toLowerCase()} and erased_at is null)`,
          )
  ).execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns a person's newest journals, up to the limit of an export: their own and those of orders they bought or
 * made.
 */
function ofPerson(person: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  const most = maxExported + 1;
  const ofTheir = (orders: RawBuilder<unknown>) => sql`
    select journal.id from (${orders} order by id desc limit ${most}) their
    -- Kept apart, so that the planner goes from each order to its journals, however many it expects.
    cross join lateral (select id from ledger_journal where order_id = their.id offset 0) journal`;
  return sql`
    select id from (
      (select distinct journal_id as id from ledger_entry where owner_id = ${person} order by id desc limit ${most})
      union ${ofTheir(sql`select id from orders where buyer_id = ${person}`)}
      union ${ofTheir(sql`select id from orders where provider_id = ${person}`)}
    ) theirs order by id desc limit ${most}`;
}

type Row = Omit<StaffJournal, 'postedAt' | 'number' | 'isCorrectable'> & { postedAt: Date };

async function readJournals(db: Db, ids: readonly string[]): Promise<StaffJournal[]> {
  const { rows } = await sql<Row>`
    select journal.id, journal.command_id, journal.rules, journal.posted_at, journal.reason, journal.payment_id, journal.reverses,
      -- What a sponsor gave has the place of an order in the books, and is none.
      orders.id as order_id, later.id as reversed_by, booked.*
    from ledger_journal journal
    left join orders on orders.id = journal.order_id
    left join ledger_journal later on later.reverses = journal.id
    cross join lateral (
      select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as amount,
        (array_agg(subject_id) filter (where account = 'refund_payable'))[1] as refund_id,
        (array_agg(subject_id) filter (where account = 'payout_transit'))[1] as payout_id,
        coalesce(jsonb_agg(jsonb_build_object('account', account, 'amount', amount, 'owner', owner.display_username) order by line), '[]')
          as lines
      from ledger_entry left join person owner on owner.id = owner_id where journal_id = journal.id) as booked
    where journal.id = any (${ids}::uuid[])`.execute(db);
  return byIds(
    ids,
    presentEach('journal', rows, (row) => ({
      ...row,
      postedAt: row.postedAt.toISOString(),
      number: row.orderId === null ? null : orderNumber(row.orderId),
      isCorrectable: isCorrectable({ rules: row.rules, isReversed: row.reversedBy !== null }),
    })),
  );
}

/** Columns of a general ledger export: one row for each line of a journal, with the journal's columns repeated. */
export const journalColumns: readonly CsvColumn<StaffJournal>[] = [
  [m['payments.books.id'], (row) => row.id],
  momentColumn(m['payments.books.at'], (row) => row.postedAt),
  [m['payments.books.rule'], (row, locale) => ruleWords(row.rules, { locale })],
  [m['payments.books.codes'], (row) => row.rules],
  [m['payments.adjust.order_id'], (row) => row.number],
  [
    m['payments.books.account'],
    ({ lines }, locale) => lines.map(({ account }) => accountName(account, { locale })),
  ],
  [m['payments.books.debit'], ({ lines }) => lines.map(({ amount }) => (amount > 0 ? amount : null))],
  [m['payments.books.credit'], ({ lines }) => lines.map(({ amount }) => (amount < 0 ? -amount : null))],
  [m['payments.books.owner'], ({ lines }) => lines.map(({ owner }) => owner)],
  [m['payments.books.payment'], (row) => row.paymentId],
  [m['payments.books.reason'], (row) => row.reason],
  [m['payments.books.reverses'], (row) => row.reverses],
];
