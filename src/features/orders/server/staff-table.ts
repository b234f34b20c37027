import { sql } from 'kysely';
import { m } from '#i18n/generated/messages.js';
import {
  byIds,
  filterNames,
  maxExported,
  readStaffExport,
  readStaffPage,
  type StaffPage,
} from '#features/admin/server/public.ts';
import { findHoldReason, partsOfPayment, presentPayable } from '#features/payments/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid, timeOfUuid } from '#platform/server/ids.ts';
import { presentEach, presentOr } from '#platform/server/present-each.ts';
import { isNumbered } from '#platform/server/order-numbers.ts';
import { pageOfFew } from '#platform/server/pages.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { orderNumber, readOrderNumber } from '#platform/shared/order-number.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { FeeBearer } from '#platform/shared/fee.ts';
import {
  ordersErrors,
  type DisputesQuery,
  type StaffDispute,
  type StaffOrder,
  type StaffOrderDetail,
  type StaffOrdersQuery,
} from '../contract.ts';
import type { Terms } from '../rules.ts';
import { rulingTimers } from '../states.ts';
import { disputeKindNames, phaseWords, stateOf, worksWords } from '../words.ts';
import { amountsOf, summarize } from './summaries.ts';

const orders = { index: 'orders_index', rows: 'orders' } as const;
const ordersWanted = async (db: Db, { state, price, sort, search }: StaffOrdersQuery) => ({
  search,
  named: await idsOf(db, search),
  filters: filterNames({ state, price }),
  oldestFirst: sort === 'oldest',
  order: sort === 'total' ? sql`total desc` : null,
});

/** Lists all orders for staff. */
export async function listForStaff(db: Db, query: StaffOrdersQuery): Promise<StaffPage<StaffOrder>> {
  const { page, limit } = query;
  const wanted = { ...(await ordersWanted(db, query)), page, limit };
  return readStaffPage(db, orders, wanted, (ids) => readRows(db, ids));
}

export async function exportForStaff(db: Db, query: StaffOrdersQuery): Promise<StaffOrder[]> {
  return readStaffExport(db, orders, await ordersWanted(db, query), (ids) => readRows(db, ids));
}

/** Returns the ids of orders with this number, id or payment id; null if the search is for words. */
async function idsOf(db: Db, search = ''): Promise<string[] | null> {
  const number = readOrderNumber(search);
  if (!number && !isUuid(search)) return null;
  const { rows } = await (
    number
      ? sql<{ id: string }>`select id from orders
        where ${isNumbered(sql`id`, number)}`
      : sql<{
          id: string;
        }>`select ${search}::uuid as id union select part.order_id from (${partsOfPayment(search)}) as part`
  ).execute(db);
  return rows.map(({ id }) => id);
}

const isHeld = sql<boolean>`exists (select from payable where payable.order_id = o.id and payable.frozen_reason is not null)`;

async function readRows(db: Db, ids: readonly string[]): Promise<StaffOrder[]> {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('person as buyer', 'buyer.id', 'o.buyerId')
    .innerJoin('person as provider', 'provider.id', 'o.providerId')
    .select([
      'o.id',
      'o.title',
      'o.serviceType',
      'o.state',
      'o.isFree',
      'o.principal',
      'o.fee',
      'o.feeBearer',
      'o.deliveryPrice',
      'o.total',
      'o.currency',
      'o.createdAt',
      'o.endedAt',
      'buyer.id as buyerId',
      'buyer.displayUsername as buyerUsername',
      'buyer.name as buyerName',
      'provider.id as providerId',
      'provider.displayUsername as providerUsername',
      'provider.name as providerName',
      isHeld.as('isHeld'),
    ])
    .where('o.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  const present = (row: (typeof rows)[number], createdAt: string, endedAt: string | null): StaffOrder => ({
    id: row.id,
    number: orderNumber(row.id),
    title: row.title,
    serviceType: row.serviceType,
    state: row.state,
    isFree: row.isFree,
    amounts: amountsOf(row),
    buyer: { id: row.buyerId, username: row.buyerUsername, fullName: row.buyerName },
    provider: { id: row.providerId, username: row.providerUsername, fullName: row.providerName },
    isHeld: row.isHeld,
    createdAt,
    endedAt,
  });
  const items = await Promise.all(
    rows.map((row) =>
      presentOr(
        { kind: 'order', id: row.id },
        () => present(row, row.createdAt.toISOString(), row.endedAt?.toISOString() ?? null),
        () => present(row, timeOfUuid(row.id).toISOString(), null),
      ),
    ),
  );
  return byIds(ids, items);
}

/** Returns one order with whose turn it is, and the provider's payable with the reason of its hold. */
export async function getForStaff(
  { db, vault, terms }: { db: Db; vault: Vault; terms: Terms },
  id: string,
): Promise<StaffOrderDetail> {
  const row = isUuid(id)
    ? await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError(ordersErrors.order_not_found);
  const payout = await presentPayable(db, vault, terms, id);
  const holdReason = payout?.isFrozen ? await findHoldReason(db, id) : null;
  return {
    ...(await summarize(db, { ...row, feePercent: Number(row.feePercent) }, 'admin')),
    payout: payout && { ...payout, holdReason },
  };
}

export const csvColumns: readonly CsvColumn<StaffOrder>[] = [
  [m['orders.admin.number'], (row) => row.number],
  [m['orders.admin.order_title'], (row) => row.title],
  [m['orders.admin.states'], (row) => stateOf(row)],
  [m['orders.page.buyer'], (row) => row.buyer.username],
  [m['orders.admin.provider'], (row) => row.provider.username],
  [m['orders.admin.total'], (row) => row.amounts.total],
  [m['orders.admin.currency'], (row) => row.amounts.currency],
  momentColumn(m['orders.admin.created'], (row) => row.createdAt),
  momentColumn(m['orders.admin.ended'], (row) => row.endedAt),
];

/** Few cases are open at a time, so all of them are scanned. */
function waiting({ search = '', kind, phase }: Pick<DisputesQuery, 'search' | 'kind' | 'phase'>) {
  const like = likePattern(search.toLowerCase());
  const number = readOrderNumber(search);
  const isSearched =
    search === ''
      ? sql`true`
      : number
        ? isNumbered(sql`o.id`, number)
        : isUuid(search)
          ? sql`${search}::uuid in (o.id, w.id)`
          : sql`lower(concat_ws(E'\n', o.title, buyer.name, buyer.display_username, provider.name, provider.display_username)) like ${like}`;
  return sql`
    select w.*, o.title, o.service_type, o.state, o.is_free, o.principal, o.fee, o.fee_bearer, o.delivery_price, o.total, o.currency,
      buyer.id as buyer_id, buyer.display_username as buyer_username, buyer.name as buyer_name,
      provider.id as provider_id, provider.display_username as provider_username, provider.name as provider_name,
      (select min(at) from order_timer t where t.order_id = o.id and t.kind in (${sql.join([...rulingTimers])})
        and t.left_ms is null and t.at <= now()) as overdue_since,
      (select works from order_arrival a where a.order_id = o.id) as works,
      (select count(*)::integer from order_photo p where p.order_id = o.id and p.event_id is not null) as photos,
      (select count(*)::integer from order_dimension d where d.order_id = o.id
        and (round(abs(d.provider_mm - d.target_mm)::numeric, 3) > round(d.tolerance_mm::numeric, 3)
          or round(abs(d.buyer_mm - d.target_mm)::numeric, 3) > round(d.tolerance_mm::numeric, 3))) as outside
    from (
      select 'dispute' as kind, id, order_id, phase, opened_by, opened_at, null::bigint as claimed
        from order_dispute where ended_at is null
      union all
      select 'claim', id, order_id, null, 'buyer', created_at, amount from order_claim where state = 'open') w
    join orders o on o.id = w.order_id
    join person buyer on buyer.id = o.buyer_id join person provider on provider.id = o.provider_id
    where ${isSearched} and (${kind ?? null}::text is null or w.kind = ${kind ?? null})
      and (${phase ?? null}::text is null or w.phase = ${phase ?? null})`;
}

const disputeOrders = {
  // Overdue rulings come before everything else.
  oldest: sql`overdue_since nulls last, opened_at, id`,
  newest: sql`opened_at desc, id`,
  total: sql`total desc, id`,
};

type DisputeRow = Pick<
  StaffDispute,
  | 'id'
  | 'orderId'
  | 'title'
  | 'serviceType'
  | 'state'
  | 'isFree'
  | 'kind'
  | 'phase'
  | 'openedBy'
  | 'claimed'
  | 'works'
  | 'photos'
  | 'outside'
> & {
  openedAt: Date;
  overdueSince: Date | null;
  principal: number;
  fee: number;
  feeBearer: FeeBearer;
  deliveryPrice: number;
  total: number;
  currency: string;
  buyerId: string;
  buyerUsername: string;
  buyerName: string;
  providerId: string;
  providerUsername: string;
  providerName: string;
};
type Ruling = Omit<StaffDispute['rulings'][number], 'at'> & { of: string; at: Date };

/** Lists orders in dispute and open claims. */
export async function listDisputes(
  db: Db,
  terms: Terms,
  { sort, ...wanted }: DisputesQuery,
): Promise<StaffPage<StaffDispute>> {
  const found = await pageOfFew<DisputeRow>(db, waiting(wanted), disputeOrders[sort], wanted);
  const ids = found.items.map(({ id }) => id);
  const { rows: rulings } = await sql<Ruling>`
    select coalesce(r.dispute_id, r.claim_id) as of, by.display_username as admin, r.outcome, r.keep, r.delivery_bearer, r.reason, r.round, r.at
    from order_ruling r join person by on by.id = r.admin_id
    where r.dispute_id = any (${ids}::uuid[]) or r.claim_id = any (${ids}::uuid[]) order by r.id`.execute(db);
  const items = presentEach('dispute', found.items, (row) =>
    presentDispute(
      row,
      rulings.filter(({ of }) => of === row.id),
      terms,
    ),
  );
  return { ...found, totalIsExact: true, items };
}

export async function exportDisputes(db: Db, terms: Terms, wanted: DisputesQuery): Promise<StaffDispute[]> {
  return (await listDisputes(db, terms, { ...wanted, page: 1, limit: maxExported })).items;
}

function presentDispute(row: DisputeRow, rulings: readonly Ruling[], terms: Terms): StaffDispute {
  const { id, orderId, title, serviceType, state, isFree, kind, phase, openedBy, claimed } = row;
  const { works, photos, outside } = row;
  return {
    id,
    orderId,
    number: orderNumber(orderId),
    title,
    serviceType,
    state,
    isFree,
    kind,
    phase,
    openedBy,
    claimed,
    works,
    photos,
    outside,
    openedAt: row.openedAt.toISOString(),
    overdueSince: row.overdueSince?.toISOString() ?? null,
    needsTwo: row.total > terms.secondAdminAbove,
    amounts: amountsOf(row),
    buyer: { id: row.buyerId, username: row.buyerUsername, fullName: row.buyerName },
    provider: { id: row.providerId, username: row.providerUsername, fullName: row.providerName },
    rulings: rulings.map(({ of: _of, ...ruling }) => ({ ...ruling, at: ruling.at.toISOString() })),
  };
}

export const disputeColumns: readonly CsvColumn<StaffDispute>[] = [
  [m['orders.admin.number'], (row) => row.number],
  [m['orders.admin.order_title'], (row) => row.title],
  [m['orders.disputes.kind'], (row) => disputeKindNames[row.kind]],
  [m['orders.disputes.phase'], (row) => (row.phase === null ? null : phaseWords[row.phase])],
  [m['orders.page.buyer'], (row) => row.buyer.username],
  [m['orders.admin.provider'], (row) => row.provider.username],
  [m['orders.admin.total'], (row) => row.amounts.total],
  [m['orders.arrival.kept'], (row) => (row.works === null ? null : worksWords(row.works))],
  [m['orders.disputes.outside'], (row) => row.outside],
  momentColumn(m['orders.disputes.since'], (row) => row.openedAt),
];
