import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db, Trx } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { refused } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { noWorkshop, type Workshop } from '#features/services/contract.ts';
import { readyOn } from '#platform/shared/working-days.ts';
import { ordersErrors } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { machineOf, measure, noteReal, trackingOf } from './making.ts';
import type { OrderDeps, Order, LockedOrder } from './locking.ts';
import type { Effects } from './effects.ts';
import { inDays, setTimer, clearTimers } from './timers.ts';

/** Purpose under which the vault seals addresses. */
export const sealedAddress = 'delivery address';
export const sealedPickupCode = 'pickup code';

export const fulfilmentEffects: Effects = {
  async accept(_deps, trx, { held: { order, now }, input }) {
    const { startsOn } = input;
    if (startsOn !== undefined && startsOn < koreanDay(now)) {
      throw refused(ordersErrors.starts_in_past, 'startsOn');
    }
    await clearTimers(trx, order.id, ['unanswered']);
    return {
      set: {
        acceptedAt: now,
        dueAt: await dueAtOf(trx, order, now),
        ...(startsOn !== undefined && { startsOn }),
        ...(await machineOf(trx, order, input)),
      },
      detail: { ...(startsOn !== undefined && { startsOn }) },
    };
  },
  async start(_deps, trx, { held: { order, now }, input }) {
    return { set: { startedAt: now, ...(await machineOf(trx, order, input)) } };
  },
  async progress(_deps, trx, { held, input }) {
    const { order, dimensions, now } = held;
    const { stage, photos = [] } = input;
    if (stage === undefined) throw refused(ordersErrors.stage_needed, 'stage');
    if (photos.length === 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.photo_needed, 'photos');
    }
    if (photos.length > orderLimits.notePhotos) throw refused(ordersErrors.too_many_photos, 'photos');
    const measured =
      stage === 'finished' && dimensions.length > 0
        ? { measured: await measure(trx, dimensions, input, { side: 'provider', now }) }
        : {};
    return { photos: { ids: photos, kind: stage }, detail: { stage, ...measured } };
  },
  async deliver(deps, trx, { held, input }) {
    const { order, now } = held;
    const photos = input.photos ?? [];
    if (photos.length === 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.photo_needed, 'photos');
    }
    const files = input.files ?? [];
    const isSent = input.trackingNumber !== undefined;
    const isFetched = input.pickup === true || input.pickupCode !== undefined;
    if (!isSent && !isFetched && files.length > 0 && order.deliveryKind !== 'digital') {
      throw refused(ordersErrors.files_alone, 'trackingNumber');
    }
    if (!isSent && !isFetched && files.length === 0) {
      throw refused(ordersErrors.proof_of_sending_needed, 'trackingNumber');
    }
    if (photos.length === 0 && files.length === 0) throw refused(ordersErrors.photo_needed, 'photos');
    const code = input.pickupCode ?? String(randomInt(1_000_000)).padStart(6, '0');
    const set = {
      deliveredAt: now,
      tracking: isSent ? JSON.stringify(trackingOf(input.carrier ?? '', input.trackingNumber ?? '')) : null,
      sealedPickupCode: isFetched ? deps.vault.seal(sealedPickupCode, code) : null,
      providerKnowsCode: input.pickupCode !== undefined,
      arrivedAt: null,
    };
    const { printed } = input;
    if (order.quoteId !== null && printed) {
      await noteReal(trx, { ...order, quoteId: order.quoteId }, printed, now);
    }
    // For rooms above, such as passports.
    await enqueue(trx, 'orders.delivered', { orderId: order.id });
    // Files are delivered at once.
    const isThere = order.deliveryKind === 'digital' && !isSent && !isFetched;
    return {
      set: isThere ? { ...set, ...(await arrive(deps, trx, held)) } : set,
      photos: { ids: photos, kind: 'pre_ship' },
      results: files,
    };
  },
  async arrived(deps, trx, { held, actor, input }) {
    const { order } = held;
    const photos = input.photos ?? [];
    if (actor.side === 'provider') {
      const code = order.sealedPickupCode;
      const isFetched =
        code !== null &&
        !order.providerKnowsCode &&
        input.pickupCode !== undefined &&
        isSame(deps.vault.open(sealedPickupCode, code), input.pickupCode);
      if (input.pickupCode !== undefined && !isFetched) {
        throw refused(ordersErrors.wrong_pickup_code, 'pickupCode');
      }
      if (!isFetched && photos.length === 0) throw refused(ordersErrors.photo_needed, 'photos');
    }
    return { set: await arrive(deps, trx, held), photos: { ids: photos, kind: 'arrival' } };
  },
  async inspect(_deps, trx, { held: { order, dimensions, now }, input, eventId }) {
    const { works } = input;
    const { photos = [] } = input;
    if (works === undefined) throw refused(ordersErrors.works_needed, 'works');
    if (photos.length > orderLimits.notePhotos) throw refused(ordersErrors.too_many_photos, 'photos');
    const measured =
      dimensions.length > 0 && input.measured !== undefined
        ? { measured: await measure(trx, dimensions, input, { side: 'buyer', now }) }
        : {};
    return {
      photos: { ids: photos, kind: 'arrival' },
      detail: { works, ...measured },
      arrival: { orderId: order.id, works, eventId, at: now },
    };
  },
  confirm(_deps, _trx, { held: { order, now }, input }) {
    return {
      photos: { ids: input.photos ?? [], kind: 'arrival' },
      set: order.arrivedAt === null ? { arrivedAt: now } : {},
    };
  },
};

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the end of the promised day, in Korea's time zone. */
export async function dueAtOf(trx: Db, order: Order, now: Date): Promise<Date | null> {
  if (order.leadTimeDays === null) return null;
  const calendar =
    order.serviceId === null
      ? undefined
      : await trx
          .selectFrom('serviceWorkshop')
          .select('calendar')
          .where('serviceId', '=', order.serviceId)
          .executeTakeFirst();
  // The same calendar as in estimates and quotes, so that the day is the same everywhere.
  const plan = (calendar?.calendar as Workshop['calendar'] | undefined) ?? noWorkshop.calendar;
  const day = readyOn(plan, order.leadTimeDays, koreanDay(now));
  return day === null ? null : new Date(`${day}T23:59:59.999+09:00`);
}

/** Starts the buyer's time for inspection; returns the column of the arrival. */
async function arrive(
  { terms }: OrderDeps,
  trx: Trx,
  { order, now }: LockedOrder,
): Promise<{ arrivedAt: Date }> {
  await setTimer(trx, order.id, 'auto_complete', inDays(now, terms.autoCompleteDays));
  for (const days of [3, 1]) {
    if (days < terms.autoCompleteDays) {
      await setTimer(trx, order.id, `remind_${days}d`, inDays(now, terms.autoCompleteDays - days));
    }
  }
  return { arrivedAt: now };
}
