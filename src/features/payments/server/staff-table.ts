import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import {
  byIds,
  filterNames,
  findPlaces,
  mostExported,
  readStaffPage,
  type CsvColumn,
  type StaffPage,
} from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { PayoutsQuery, StaffPayout } from '../contract.ts';
import type { PaymentDeps } from './commands.ts';
import { isByHand } from './payouts.ts';

type Deps = Pick<PaymentDeps, 'db' | 'gateway'>;

/** Payouts, as staff look through them. */
export async function listPayouts(
  deps: Deps,
  { state, sort, search, ...page }: PayoutsQuery,
): Promise<StaffPage<StaffPayout>> {
  return readStaffPage(
    deps.db,
    { index: 'payout_index', rows: 'payout' },
    {
      ...page,
      search,
      named: await idsOf(deps.db, search),
      filters: filterNames({ state }),
      oldestFirst: sort === 'oldest',
      order: sort === 'amount' ? sql`amount desc` : null,
    },
    (ids) => readRows(deps, ids),
  );
}

export async function exportPayouts(
  deps: Deps,
  { state, sort, search }: PayoutsQuery,
): Promise<StaffPayout[]> {
  const named = await idsOf(deps.db, search);
  const wanted = { search, named, filters: filterNames({ state }), oldestFirst: sort === 'oldest' };
  return readRows(deps, (await findPlaces(deps.db, 'payout_index', wanted, mostExported)).ids);
}

/** The payout whose id it is, or those of an order's id; null of words. */
async function idsOf(db: Db, search = ''): Promise<string[] | null> {
  if (!isUuid(search)) return null;
  const { rows } = await sql<{ id: string }>`
    select ${search}::uuid as id union select payout_id from payout_part where order_id = ${search}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function readRows({ db, gateway }: Deps, ids: readonly string[]): Promise<StaffPayout[]> {
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
  const now = new Date();
  return byIds(
    ids,
    rows.map(({ providerId, fullName, username, requestedAt, completedAt, ...row }) => ({
      ...row,
      provider: { id: providerId, username, fullName },
      requestedAt: requestedAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
      byHand: isByHand({ gateway: row.gateway, requestedAt }, gateway, now),
    })),
  );
}

export const payoutColumns: readonly CsvColumn<StaffPayout>[] = [
  [(locale) => m['payments.admin.id']({}, { locale }), (row) => row.id],
  [(locale) => m['payments.admin.provider']({}, { locale }), (row) => row.provider.username],
  [(locale) => m['payments.admin.states']({}, { locale }), (row) => row.state],
  [(locale) => m['payments.admin.amount']({}, { locale }), (row) => String(row.amount)],
  [(locale) => m['payments.admin.bank']({}, { locale }), (row) => row.bankCode],
  [(locale) => m['payments.admin.digits']({}, { locale }), (row) => row.accountDigits],
  [(locale) => m['payments.admin.requested']({}, { locale }), (row) => row.requestedAt],
  [(locale) => m['payments.admin.completed']({}, { locale }), (row) => row.completedAt ?? ''],
  [(locale) => m['payments.admin.cause']({}, { locale }), (row) => row.failureCode ?? ''],
];
