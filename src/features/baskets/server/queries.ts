import type { Selectable } from 'kysely';
import type { Locale } from '#i18n/languages.ts';
import { portionsOf, type Together } from '#features/licensing/server/public.ts';
import {
  listOrderStates,
  lookAtMaking,
  presentOffer,
  summarizeOrders,
  type PlacingDeps,
} from '#features/orders/server/public.ts';
import type { OrderSummary } from '#features/orders/contract.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { basketsErrors, type Basket, type BasketSummary, type PlacedBasket } from '../contract.ts';
import { basketStateOf, isLive, isUnpaid, soleProvider } from '../rules.ts';
import type { Purpose } from '#features/licensing/contract.ts';

type Row = Selectable<Database['basket']>;
type Person = { id: string; isAdmin: boolean };
type Item = Selectable<Database['basketItem']>;

export async function findOpenBasket(db: Db, personId: string): Promise<Row | undefined> {
  return db
    .selectFrom('basket')
    .selectAll()
    .where('buyerId', '=', personId)
    .where('placedAt', 'is', null)
    .executeTakeFirst();
}

export async function listItems(db: Db, basketId: string) {
  return db.selectFrom('basketItem').selectAll().where('basketId', '=', basketId).orderBy('id').execute();
}

/** Returns what a person is putting together, each item with the terms on which it can be ordered now. */
export async function getOpenBasket(
  deps: PlacingDeps & { gateway: { name: string } },
  person: Person,
  use: { purpose: Purpose; withThanks: boolean },
  locale: Locale,
): Promise<Basket> {
  const row = await findOpenBasket(deps.db, person.id);
  return {
    id: row?.id ?? null,
    title: row?.title ?? '',
    resourceId: row?.resourceId ?? null,
    items: row ? await presentItems(deps, person, row.id, use, locale) : [],
    bought: presentBought(row),
  };
}

/** Presents the items of a basket: orders that make one thing together divide the fixed share of its author. */
async function presentItems(
  deps: PlacingDeps & { gateway: { name: string } },
  person: Person,
  basketId: string,
  use: { purpose: Purpose; withThanks: boolean },
  locale: Locale,
): Promise<Basket['items']> {
  const rows = await listItems(deps.db, basketId);
  const present = async (
    { id, serviceId, quoteId, quantity, resourceFileIds }: (typeof rows)[number],
    together?: Together,
  ): Promise<Basket['items'][number]> => {
    const asked = { serviceId, ...(quoteId !== null && { quoteId }), quantity, resourceFileIds, ...use };
    const item = { id, serviceId, quoteId, resourceFileIds };
    try {
      const offer = await presentOffer(deps, person, { ...asked, together }, locale);
      return { ...item, offer, problem: offer.obstacle };
    } catch (error) {
      // Such as a quote that has expired since.
      if (!isAppError(error)) throw error;
      return { ...item, offer: null, problem: { code: error.kind.code, message: error.kind.words(locale) } };
    }
  };
  const portions = await dividedShares(deps.db, person, rows, use);
  const items = [];
  for (const row of rows)
    items.push(await present(row, { id: basketId, portions: portions.get(row.id) ?? new Map() }));
  return items;
}

/**
 * Divides the fixed shares of designs among the orders that make them together, by item and design. What cannot be ordered,
 * and what an author is owed nothing for, takes no part.
 */
export async function dividedShares(
  db: Db,
  person: Person,
  items: readonly Item[],
  use: { purpose: Purpose; withThanks: boolean },
): Promise<Map<string, Map<string, number>>> {
  const divided = new Map(items.map(({ id }) => [id, new Map<string, number>()]));
  const makings = [];
  for (const item of items) {
    const cleared = await lookAtMaking(db, person, { ...item, ...use }).catch((error: unknown) => {
      if (isAppError(error)) return [];
      throw error;
    });
    for (const { design, share, amount, parts, pieces } of cleared) {
      if (share?.kind === 'amount' && amount > 0)
        makings.push({ itemId: item.id, resourceId: design.id, share: share.amount, parts, pieces });
    }
  }
  for (const [resourceId, of] of Map.groupBy(makings, (making) => making.resourceId)) {
    const portions = portionsOf(of[0]?.share ?? 0, of);
    for (const [index, { itemId }] of of.entries())
      divided.get(itemId)?.set(resourceId, portions[index] ?? 0);
  }
  return divided;
}

function presentBought(row: Row | undefined): Basket['bought'] {
  return { lines: row?.bought ?? [], pricedOn: row?.pricedAt ? koreanDay(row.pricedAt) : null };
}

/** Throws `basket_not_found` for everybody but its buyer. */
export async function findPlacedBasket(
  db: Db,
  personId: string,
  id: string,
): Promise<Row & { placedAt: Date }> {
  const row = isUuid(id)
    ? await db
        .selectFrom('basket')
        .selectAll()
        .where('id', '=', id)
        .where('buyerId', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!row?.placedAt) throw new AppError(basketsErrors.basket_not_found);
  return { ...row, placedAt: row.placedAt };
}

/** Returns a basket whose orders were placed, to its buyer. */
export async function getPlacedBasket(db: Db, personId: string, id: string): Promise<PlacedBasket> {
  const row = await findPlacedBasket(db, personId, id);
  const links = await db
    .selectFrom('basketOrder')
    .selectAll()
    .where('basketId', '=', id)
    .orderBy('orderId')
    .execute();
  const replacedBy = new Map(
    links.flatMap(({ orderId, replacesId }) => (replacesId ? [[replacesId, orderId]] : [])),
  );
  const linkOf = new Map(links.map((link) => [link.orderId, link]));
  const placed = await summarizeOrders(
    db,
    personId,
    links.map(({ orderId }) => orderId),
  );
  const summaries = placed.map(({ order }) => order);
  const live = summaries.filter(isLive);
  const sum = (of: 'principal' | 'fee' | 'delivery' | 'share' | 'total') =>
    live.reduce((whole, { amounts }) => whole + amounts[of], 0);
  return {
    id,
    title: row.title,
    resourceId: row.resourceId,
    placedAt: row.placedAt.toISOString(),
    state: basketStateOf(summaries),
    orders: placed.map(({ order, dueAt, endedBy, paidAt: _paidAt, ...facts }) => ({
      order,
      dueAt: dueAt?.toISOString() ?? null,
      ...facts,
      replaces: linkOf.get(order.id)?.replacesId ?? null,
      replacedBy: replacedBy.get(order.id) ?? null,
      canReplace: !isLive(order) && !replacedBy.has(order.id),
      isLetDown: order.state === 'refunded' && (endedBy === 'provider' || endedBy === 'system'),
    })),
    canAddAgain: placed.some((each) => canAddAgain(each, links)),
    amounts: {
      principal: sum('principal'),
      fee: sum('fee'),
      delivery: sum('delivery'),
      share: sum('share'),
      total: sum('total'),
      currency: 'KRW',
    },
    toPay: summaries.filter(isUnpaid).reduce((whole, { amounts }) => whole + amounts.total, 0),
    answersFor: soleProvider(summaries),
    bought: presentBought(row),
  };
}

/**
 * Returns whether an order ended before anything was paid for it, and neither another took its place nor was it put in
 * again: it can simply be ordered again.
 */
export function canAddAgain(
  { order, paidAt }: { order: OrderSummary; paidAt: Date | null },
  links: readonly Pick<Selectable<Database['basketOrder']>, 'orderId' | 'replacesId' | 'againAt'>[],
): boolean {
  const wasNeverPaid = order.state === 'cancelled' && !order.isFree && paidAt === null;
  return (
    wasNeverPaid &&
    !links.some(({ orderId, replacesId, againAt }) =>
      orderId === order.id ? againAt !== null : replacesId === order.id,
    )
  );
}

/** Lists the baskets that a person has ordered, newest first; of one order where its id is given. */
export async function listBaskets(db: Db, personId: string, orderId?: string): Promise<BasketSummary[]> {
  const rows = await db
    .selectFrom('basket')
    .innerJoin('basketOrder as placed', 'placed.basketId', 'basket.id')
    .select(({ fn }) => [
      'basket.id',
      'title',
      'placedAt',
      fn.agg<string[]>('array_agg', ['orderId']).as('orderIds'),
    ])
    .where('buyerId', '=', personId)
    .$if(orderId !== undefined, (query) =>
      query.where('basket.id', 'in', (where) =>
        where
          .selectFrom('basketOrder')
          .select('basketId')
          .where('orderId', '=', orderId ?? ''),
      ),
    )
    .groupBy('basket.id')
    .orderBy('basket.id', 'desc')
    .limit(200)
    .execute();
  const states = await listOrderStates(
    db,
    personId,
    rows.flatMap(({ orderIds }) => orderIds),
  );
  return rows.flatMap(({ id, title, placedAt, orderIds }) => {
    if (placedAt === null) return [];
    const orders = states.filter((order) => orderIds.includes(order.id));
    return {
      id,
      title,
      placedAt: placedAt.toISOString(),
      state: basketStateOf(orders),
      orders: orders.length,
    };
  });
}

/** Counts the orders that a person is putting together. */
export async function countOpenItems(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('basketItem')
    .innerJoin('basket', 'basket.id', 'basketItem.basketId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('basket.buyerId', '=', personId)
    .where('basket.placedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
