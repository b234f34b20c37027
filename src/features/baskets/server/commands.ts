import type { Selectable } from 'kysely';
import { usualUse } from '#features/licensing/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import {
  lockOrder,
  placeOrder,
  presentOffer,
  summarizeOrders,
  type PlacingDeps,
} from '#features/orders/server/public.ts';
import { ordersErrors } from '#features/orders/contract.ts';
import { addAttempt, type PaymentDeps } from '#features/payments/server/public.ts';
import { quotesErrors } from '#features/quotes/contract.ts';
import { findMeasuredFile, getBillOfMaterials } from '#features/resources/server/public.ts';
import { listQuotedPartCounts } from '#features/quotes/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { Database } from '#platform/server/schema.ts';
import { maxTotal } from '#platform/shared/amounts.ts';
import { AppError, isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import {
  basketsErrors,
  type BoughtInput,
  type ItemInput,
  type PlacingInput,
  type ReplacementInput,
} from '../contract.ts';
import { basketLimits, isLive, isUnpaid, type BoughtLine } from '../rules.ts';
import { canAddAgain, dividedShares, findOpenBasket, findPlacedBasket, listItems } from './queries.ts';

type Person = { id: string; isAdmin: boolean; fullName: string };
type Kept = { id: string; name: string; sha256: string };

/** Locks a basket until the transaction ends. Throws `basket_not_found`. */
export async function lockBasket(trx: Trx, id: string): Promise<Selectable<Database['basket']>> {
  const row = await trx.selectFrom('basket').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError(basketsErrors.basket_not_found);
  return row;
}

/** Returns the orders of a basket in the order in which they are locked. */
export async function basketOrderIds(trx: Trx, basketId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('basketOrder')
    .select('orderId')
    .where('basketId', '=', basketId)
    .orderBy('orderId')
    .execute();
  return rows.map(({ orderId }) => orderId);
}

/** Locks what a person is putting together; begins it where there is nothing yet. */
async function lockOpenBasket(trx: Trx, personId: string): Promise<Selectable<Database['basket']>> {
  const now = await databaseTime(trx);
  await trx
    .insertInto('basket')
    .values({
      id: uuidv7(now.getTime()),
      buyerId: personId,
      resourceId: null,
      bought: '[]',
      pricedAt: null,
      createdAt: now,
      placedAt: null,
    })
    .onConflict((conflict) => conflict.column('buyerId').where('placedAt', 'is', null).doNothing())
    .execute();
  const row = await findOpenBasket(trx, personId);
  const basket = row && (await lockBasket(trx, row.id));
  // It was ordered before the lock, or while this waited for it.
  if (!basket || basket.placedAt !== null) throw new AppError(basketsErrors.basket_changed);
  return basket;
}

/** Asserts that a basket has no more lines than one may have: those of its quotes, and what is bought elsewhere. */
async function assertWithinLimits(
  trx: Trx,
  basket: { id: string; bought: readonly unknown[] },
): Promise<void> {
  const items = await listItems(trx, basket.id);
  if (items.length > basketLimits.orders) throw new AppError(basketsErrors.basket_full);
  const quoted = await listQuotedPartCounts(
    trx,
    items.flatMap(({ quoteId }) => quoteId ?? []),
  );
  const lines = items.reduce((sum, { quoteId }) => sum + (quoted.get(quoteId ?? '') ?? 1), 0);
  if (lines + basket.bought.length > basketLimits.lines) throw new AppError(basketsErrors.too_many_lines);
}

/**
 * Puts an order into the basket; the same service and quote stays one item. Throws what keeps this person from ordering
 * it, and `basket_full`.
 */
export async function addItem(
  deps: PlacingDeps & { gateway: { name: string } },
  person: Person,
  { serviceId, quoteId, quantity, resourceFileIds }: ItemInput,
  locale: Locale,
): Promise<void> {
  if (quoteId !== null && resourceFileIds.length > 0)
    throw refused(platformErrors.invalid_input, 'resourceFileIds');
  for (const [index, fileId] of resourceFileIds.entries()) {
    if (!(await findMeasuredFile(deps.db, person, fileId)))
      throw refused(quotesErrors.file_not_found, `resourceFileIds[${index}]`);
  }
  const asked = { serviceId, quantity, resourceFileIds, ...usualUse, ...(quoteId && { quoteId }) };
  const offer = await presentOffer(deps, person, asked, locale);
  if (offer.kind === 'inquiry') throw refused(ordersErrors.quote_needed, 'quoteId');
  const code = offer.obstacle?.code;
  if (code !== undefined) {
    throw new AppError(
      Object.values(ordersErrors).find((kind) => kind.code === code) ?? ordersErrors.not_payable,
    );
  }
  await deps.db.transaction().execute(async (trx) => {
    const basket = await lockOpenBasket(trx, person.id);
    const now = await databaseTime(trx);
    await trx
      .insertInto('basketItem')
      .values({
        id: uuidv7(now.getTime()),
        basketId: basket.id,
        serviceId,
        quoteId,
        quantity,
        resourceFileIds,
      })
      .onConflict((conflict) =>
        conflict.columns(['basketId', 'serviceId', 'quoteId']).doUpdateSet({ quantity, resourceFileIds }),
      )
      .execute();
    await assertWithinLimits(trx, basket);
    if (basket.title === '') {
      const title = beginningOf(offer.title, basketLimits.title, codeUnits);
      await trx.updateTable('basket').set({ title }).where('id', '=', basket.id).execute();
    }
  });
}

/** Takes an order out of the basket; does nothing if it is not there. */
export async function removeItem(db: Db, personId: string, id: string): Promise<void> {
  const basket = await findOpenBasket(db, personId);
  if (!basket || !isUuid(id)) return;
  await db.deleteFrom('basketItem').where('id', '=', id).where('basketId', '=', basket.id).execute();
}

/**
 * Returns the chosen lines of a resource's bill of materials, with what all sets need. Throws `resource_not_found`, and
 * `resource_without_parts` at a line that is not there.
 */
async function readBought(
  db: Db,
  person: { id: string; isAdmin: boolean },
  { resourceId, sets, lines }: BoughtInput,
): Promise<{ title: string; bought: BoughtLine[]; statedAt: Date }> {
  const { title, parts, statedAt } = await getBillOfMaterials(db, person, resourceId);
  const bought = lines.map(({ line, isOwned }, index) => {
    const part = parts[line];
    if (!part) throw refused(basketsErrors.resource_without_parts, `lines[${index}].line`);
    const { name, quantity, partNumber, url, priceWon } = part;
    return {
      name,
      quantity: quantity * sets,
      ...(partNumber !== undefined && { partNumber }),
      ...(url !== undefined && { url }),
      ...(priceWon !== undefined && { priceWon }),
      isOwned,
    };
  });
  return { title, bought, statedAt };
}

/** Sets what is bought elsewhere for the thing that the orders make. */
export async function setBought(db: Db, person: Person, input: BoughtInput): Promise<void> {
  const { title, bought, statedAt } = await readBought(db, person, input);
  await db.transaction().execute(async (trx) => {
    const basket = await lockOpenBasket(trx, person.id);
    await trx
      .updateTable('basket')
      .set({
        title: beginningOf(title, basketLimits.title, codeUnits),
        resourceId: input.resourceId,
        bought: JSON.stringify(bought),
        pricedAt: statedAt,
      })
      .where('id', '=', basket.id)
      .execute();
    await assertWithinLimits(trx, { id: basket.id, bought });
  });
}

/** Ticks off a part that is there already, before the orders are placed or after. */
export async function setOwned(
  db: Db,
  personId: string,
  basketId: string,
  { line, isOwned }: { line: number; isOwned: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const basket = isUuid(basketId) ? await lockBasket(trx, basketId) : undefined;
    if (basket?.buyerId !== personId) throw new AppError(basketsErrors.basket_not_found);
    if (!basket.bought[line]) throw refused(basketsErrors.resource_without_parts, 'line');
    const bought = basket.bought.map((each, index) => (index === line ? { ...each, isOwned } : each));
    await trx
      .updateTable('basket')
      .set({ bought: JSON.stringify(bought) })
      .where('id', '=', basketId)
      .execute();
  });
}

/** Names the field of a basket's form for a refusal of one of its orders. */
async function atItem<Answer>(index: number, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isAppError(error)) throw error;
    const fields = Object.entries(error.fields ?? {}).map(([field, words]) => {
      if (field.startsWith('delivery.address'))
        return [field.replace('delivery.address', 'address'), words] as const;
      if (field.startsWith('consent')) return [field, words] as const;
      return [`items[${index}].${field === 'delivery.kind' ? 'delivery' : field}`, words] as const;
    });
    const named = fields.length > 0 ? fields : [[`items[${index}]`, error.kind.words] as const];
    throw new AppError(error.kind, {
      fields: Object.fromEntries(named),
      ...(error.more && { more: error.more }),
    });
  }
}

/**
 * Places all orders of the basket, or none. Each keeps its own price, files and terms; one address is for all that are
 * sent. Throws as `placeOrder` does, at the fields of the item, and `basket_changed` and `price_changed`.
 */
export async function placeBasket(
  deps: PlacingDeps,
  trx: Trx,
  person: Person,
  { items: chosen, address, total, ...terms }: PlacingInput,
  locale: Locale,
  keep: (trx: Trx, itemId: string) => Promise<Kept[]>,
): Promise<string> {
  const basket = await lockOpenBasket(trx, person.id);
  const items = await listItems(trx, basket.id);
  if (items.length === 0) throw new AppError(basketsErrors.basket_empty);
  const isSame =
    items.length === chosen.length && items.every(({ id }) => chosen.some((one) => one.id === id));
  if (!isSame) throw new AppError(basketsErrors.basket_changed);
  const portions = await dividedShares(trx, person, items, terms);
  const now = await databaseTime(trx);
  const orderIds: string[] = [];
  for (const [index, { id, delivery: kind, description, dimensions }] of chosen.entries()) {
    const { serviceId, quoteId, quantity, resourceFileIds } = items.find((one) => one.id === id)!;
    const input = {
      ...terms,
      serviceId,
      ...(quoteId !== null && { quoteId }),
      description,
      files: resourceFileIds,
      resourceFileIds,
      quantity,
      delivery: { kind, address: kind === 'ship' ? address : null },
      dimensions,
      together: { id: basket.id, portions: portions.get(id) ?? new Map<string, number>() },
    };
    orderIds.push(
      await atItem(index, () => placeOrder(deps, trx, person, input, locale, (inner) => keep(inner, id))),
    );
  }
  await assertTotal(trx, orderIds, total);
  await trx
    .insertInto('basketOrder')
    .values(
      orderIds.map((orderId, index) => {
        const { quantity, resourceFileIds } = items.find(({ id }) => id === chosen[index]?.id)!;
        return { orderId, basketId: basket.id, replacesId: null, quantity, resourceFileIds, againAt: null };
      }),
    )
    .execute();
  await trx.updateTable('basket').set({ placedAt: now }).where('id', '=', basket.id).execute();
  await trx.deleteFrom('basketItem').where('basketId', '=', basket.id).execute();
  return basket.id;
}

/**
 * Puts the orders of a basket that ended unpaid into the open basket, with what is bought elsewhere if nothing else is
 * listed there. Returns how many can no longer be ordered. Throws `basket_not_found`, `basket_full` and `too_many_lines`.
 */
export async function addAgain(
  deps: PlacingDeps & { gateway: { name: string } },
  person: Person,
  basketId: string,
  locale: Locale,
): Promise<number> {
  const { db } = deps;
  const placed = await findPlacedBasket(db, person.id, basketId);
  const links = await db.selectFrom('basketOrder').selectAll().where('basketId', '=', basketId).execute();
  const orders = await summarizeOrders(
    db,
    person.id,
    links.map(({ orderId }) => orderId),
  );
  let leftOut = 0;
  for (const { order, serviceId, quoteId } of orders.filter((each) => canAddAgain(each, links))) {
    const { quantity, resourceFileIds } = links.find(({ orderId }) => orderId === order.id)!;
    try {
      const areFilesKnown = resourceFileIds !== null || quoteId !== null;
      if (serviceId === null || !areFilesKnown) throw new AppError(ordersErrors.not_payable);
      const item = { serviceId, quoteId, quantity, resourceFileIds: resourceFileIds ?? [] };
      await addItem(deps, person, item, locale);
      await db
        .updateTable('basketOrder')
        .set({ againAt: await databaseTime(db) })
        .where('orderId', '=', order.id)
        .execute();
    } catch (error) {
      if (!isAppError(error) || Object.values(basketsErrors).includes(error.kind as never)) throw error;
      // What was ordered since, has expired or is not offered any more.
      leftOut += 1;
    }
  }
  const { bought, resourceId, pricedAt } = placed;
  if (bought.length > 0) {
    await db.transaction().execute(async (trx) => {
      const basket = await lockOpenBasket(trx, person.id);
      if (basket.bought.length > 0) return;
      await trx
        .updateTable('basket')
        .set({ bought: JSON.stringify(bought), resourceId, pricedAt })
        .where('id', '=', basket.id)
        .execute();
      await assertWithinLimits(trx, { id: basket.id, bought });
    });
  }
  return leftOut;
}

async function assertTotal(trx: Trx, orderIds: readonly string[], shown: number): Promise<void> {
  let total = 0;
  for (const id of orderIds) total += (await lockOrder(trx, id))!.order.total;
  if (total !== shown) throw new AppError(ordersErrors.price_changed);
  if (total > maxTotal) throw new AppError(ordersErrors.amount_too_large);
}

/**
 * Lets an order of another maker take the place of one that was declined, cancelled or refunded; returns the basket.
 * Throws `basket_not_found` for an order that was ordered alone, `order_not_found` and `not_replaceable`.
 */
export async function replaceOrder(
  db: Db,
  personId: string,
  { replaces, orderId }: ReplacementInput,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .selectFrom('basketOrder')
      .select('basketId')
      .where('orderId', '=', replaces)
      .executeTakeFirst();
    const { id: basketId } = await findPlacedBasket(trx, personId, link?.basketId ?? '');
    await lockBasket(trx, basketId);
    const order = (await lockOrder(trx, orderId))?.order;
    if (order?.buyerId !== personId) throw refused(ordersErrors.order_not_found, 'orderId');
    const known = await trx
      .selectFrom('basketOrder')
      .select('orderId')
      .where((where) => where.or([where('orderId', '=', orderId), where('replacesId', '=', replaces)]))
      .executeTakeFirst();
    const { order: replaced } = (await lockOrder(trx, replaces))!;
    if (known || isLive(replaced) || !isLive(order)) throw refused(basketsErrors.not_replaceable, 'replaces');
    const { quantity } = order;
    await trx
      .insertInto('basketOrder')
      .values({ orderId, basketId, replacesId: replaces, quantity, resourceFileIds: null, againAt: null })
      .execute();
    return basketId;
  });
}

/** Opens one attempt to pay all orders of a basket that wait for their payment. Throws `nothing_to_pay`. */
export async function addBasketAttempt(
  deps: Pick<PaymentDeps, 'gateway'>,
  trx: Trx,
  { personId, basketId, method }: { personId: string; basketId: string; method: string | null },
): Promise<string> {
  const basket = await findPlacedBasket(trx, personId, basketId);
  await lockBasket(trx, basketId);
  const parts = [];
  for (const id of await basketOrderIds(trx, basketId)) {
    const { order } = (await lockOrder(trx, id))!;
    if (isUnpaid(order)) parts.push({ orderId: id, amount: order.total });
  }
  if (parts.length === 0) throw new AppError(basketsErrors.nothing_to_pay);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  // One payment has the ceiling of one order.
  if (total > maxTotal) throw new AppError(ordersErrors.amount_too_large);
  return addAttempt(
    trx,
    deps,
    {
      subjectKind: 'basket',
      subjectId: basketId,
      personId,
      amount: total,
      currency: 'KRW',
      orderName: basket.title,
      method,
      parts,
    },
    await databaseTime(trx),
  );
}
