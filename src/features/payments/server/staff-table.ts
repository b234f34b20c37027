import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import {
  byIds,
  filterNames,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { bankName } from '#features/verification/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { presentEach } from '#platform/server/present-each.ts';
import { isUuid } from '#platform/server/ids.ts';
import { isNumbered } from '#platform/server/order-numbers.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import type { PayoutsQuery, RefundsQuery, StaffPayout, StaffRefund } from '../contract.ts';
import { payoutCause, payoutStateNames, refundCause, staffRefundStateNames } from '../words.ts';
import type { PaymentDeps } from './locking.ts';
import { isByHand } from './payouts.ts';
import { presentRefund } from './queries.ts';

type Deps = Pick<PaymentDeps, 'db' | 'gateway'>;

const payouts = { index: 'payout_index', rows: 'payout' } as const;
const payoutsWanted = async (db: Db, { state, sort, search }: PayoutsQuery) => ({
  search,
  named: await payoutIdsOf(db, search),
  filters: filterNames({ state }),
  oldestFirst: sort === 'oldest',
  order: sort === 'amount' ? sql`amount desc` : null,
});

/** Lists payouts for staff. */
export async function listPayouts(deps: Deps, query: PayoutsQuery): Promise<StaffPage<StaffPayout>> {
  const { page, limit } = query;
  const wanted = { ...(await payoutsWanted(deps.db, query)), page, limit };
  return readStaffPage(deps.db, payouts, wanted, (ids) => readPayouts(deps, ids));
}

export async function exportPayouts(deps: Deps, query: PayoutsQuery): Promise<StaffPayout[]> {
  return readStaffExport(deps.db, payouts, await payoutsWanted(deps.db, query), (ids) =>
    readPayouts(deps, ids),
  );
}

/** Returns ids of payouts by their id, or by an order's number or id; null if the search is for words. */
async function payoutIdsOf(db: Db, search = ''): Promise<string[] | null> {
  const number = readOrderNumber(search);
  if (!number && !isUuid(search)) return null;
  const { rows } = await (
    number
      ? sql<{ id: string }>`
        select payout_id as id from orders join payout_part on order_id = orders.id where ${isNumbered(sql`orders.id`, number)}`
      : sql<{ id: string }>`
        select ${search}::uuid as id union select payout_id from payout_part where order_id = ${search}`
  ).execute(db);
  return rows.map(({ id }) => id);
}

async function readPayouts({ db, gateway }: Deps, ids: readonly string[]): Promise<StaffPayout[]> {
  const rows = await db
    .selectFrom('payout')
    .innerJoin('person', 'person.id', 'payout.providerId')
    .select([
      'payout.id',
      'payout.state',
      'payout.amount',
      'payout.gateway',
      'payout.bankCode',
      'payout.accountDigits',
      'payout.failureCode',
      'payout.requestedAt',
      'payout.completedAt',
      'person.id as providerId',
      'person.name as fullName',
      'person.displayUsername as username',
    ])
    .where('payout.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const now = currentTime();
  return byIds(
    ids,
    presentEach('payout', rows, ({ providerId, fullName, username, requestedAt, completedAt, ...row }) => ({
      ...row,
      provider: { id: providerId, username, fullName },
      requestedAt: requestedAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
      byHand: isByHand({ gateway: row.gateway, requestedAt }, gateway, now),
    })),
  );
}

export const payoutColumns: readonly CsvColumn<StaffPayout>[] = [
  [m['payments.admin.id'], (row) => row.id],
  [m['payments.admin.provider'], (row) => row.provider.username],
  [m['payments.admin.states'], (row) => payoutStateNames[row.state]],
  [m['payments.admin.amount'], (row) => row.amount],
  [m['payments.admin.bank'], (row, locale) => bankName(row.bankCode, { locale })],
  [m['payments.admin.digits'], (row) => row.accountDigits],
  momentColumn(m['payments.admin.requested'], (row) => row.requestedAt),
  momentColumn(m['payments.admin.completed'], (row) => row.completedAt),
  [
    m['payments.admin.cause'],
    (row, locale) => (row.failureCode === null ? null : payoutCause(row.failureCode, { locale })),
  ],
];

const refunds = { index: 'refund_index', rows: 'refund' } as const;
const refundsWanted = async (db: Db, { state, sort, search }: RefundsQuery) => ({
  search,
  named: await refundIdsOf(db, search),
  filters: filterNames({ state }),
  oldestFirst: sort === 'oldest',
  order: sort === 'amount' ? sql`amount desc` : null,
});

/** Lists refunds for staff. */
export async function listRefunds(db: Db, query: RefundsQuery): Promise<StaffPage<StaffRefund>> {
  const { page, limit } = query;
  const wanted = { ...(await refundsWanted(db, query)), page, limit };
  return readStaffPage(db, refunds, wanted, (ids) => readRefunds(db, ids));
}

export async function exportRefunds(db: Db, query: RefundsQuery): Promise<StaffRefund[]> {
  return readStaffExport(db, refunds, await refundsWanted(db, query), (ids) => readRefunds(db, ids));
}

/**
 * Returns ids of refunds by their id, by an order's number or id, or by a payment's id; null if the search is for
 * words.
 */
async function refundIdsOf(db: Db, search = ''): Promise<string[] | null> {
  const number = readOrderNumber(search);
  if (!number && !isUuid(search)) return null;
  const { rows } = await (
    number
      ? sql<{ id: string }>`
        select refund.id from orders join refund on order_id = orders.id where ${isNumbered(sql`orders.id`, number)}`
      : sql<{ id: string }>`
        select ${search}::uuid as id union select id from refund where order_id = ${search}
        union select id from refund where payment_id = ${search}`
  ).execute(db);
  return rows.map(({ id }) => id);
}

async function readRefunds(db: Db, ids: readonly string[]): Promise<StaffRefund[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('person', 'person.id', 'refund.personId')
    .selectAll('refund')
    .select(['person.name as fullName', 'person.displayUsername as username'])
    .where('refund.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const items = presentEach('refund', rows, (row) => ({
    ...presentRefund(row),
    person: { id: row.personId, username: row.username, fullName: row.fullName },
    failureCode: row.failureCode,
  }));
  return byIds(ids, items);
}

export const refundColumns: readonly CsvColumn<StaffRefund>[] = [
  [m['payments.admin.refund_id'], (row) => row.id],
  [m['payments.admin.buyer'], (row) => row.person.username],
  [m['payments.adjust.order_id'], (row) => (row.orderId === null ? null : orderNumber(row.orderId))],
  [m['payments.admin.states'], (row) => staffRefundStateNames[row.state]],
  [m['payments.admin.amount'], (row) => row.amount],
  momentColumn(m['payments.admin.decided'], (row) => row.decidedAt),
  momentColumn(m['payments.admin.completed'], (row) => row.confirmedAt),
  [
    m['payments.admin.cause'],
    (row, locale) => (row.failureCode === null ? null : refundCause(row.failureCode, { locale })),
  ],
];
