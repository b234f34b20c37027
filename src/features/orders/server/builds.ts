import { correctBuilds, recordBuild } from '#features/builds/server/public.ts';
import { rightsOfOrders } from '#features/licensing/server/public.ts';
import { findQuotedMachine } from '#features/quotes/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import type { Order } from './locking.ts';
import { getArrivalVerdict, noteArrival } from './making.ts';

/**
 * Notes a completed order as verified builds, one for each design, where there are photos of it. Whether it worked is what
 * the buyer said, else whether there was no dispute.
 */
export async function recordBuilds(trx: Trx, order: Order, now: Date): Promise<void> {
  const { id, serviceId, providerId, buyerId, quoteId } = order;
  const photo = await trx
    .selectFrom('orderPhoto')
    .select('id')
    .where('orderId', '=', id)
    .where('eventId', 'is not', null)
    .where('kind', 'in', ['pre_ship', 'arrival'])
    .limit(1)
    .executeTakeFirst();
  const files = await trx.selectFrom('orderFile').select('sha256').where('orderId', '=', id).execute();
  if (!photo || files.length === 0) return;
  const dispute = await trx
    .selectFrom('orderDispute')
    .select('id')
    .where('orderId', '=', id)
    .limit(1)
    .executeTakeFirst();
  const verdict = await getArrivalVerdict(trx, id);
  const quoted = quoteId === null ? null : await findQuotedMachine(trx, quoteId);
  const [part] = order.parts;
  const made = {
    source: { kind: 'order' as const, id },
    makerId: providerId,
    forId: buyerId,
    serviceId,
    // The machine that the provider named, else that of the quote.
    machine: order.machine === null ? quoted : { id: order.machineId, name: order.machine },
    material: part?.material ?? '',
    settings: part ? settingsOf(part) : '',
    worked: verdict ?? dispute === undefined,
    builtAt: now,
  };
  const designs = (await rightsOfOrders(trx, [id])).filter(({ resourceId }) => resourceId !== null);
  for (const { resourceId, fileHashes } of designs)
    await recordBuild(trx, { ...made, resourceId, fileHashes });
  if (designs.length === 0)
    await recordBuild(trx, { ...made, resourceId: null, fileHashes: files.map(({ sha256 }) => sha256) });
}

/** Notes with a review whether it works. The provider reads it with the review. */
export async function recordVerdict(trx: Trx, orderId: string, works: boolean): Promise<void> {
  if ((await getArrivalVerdict(trx, orderId)) === works) return;
  await noteArrival(trx, { orderId, works, eventId: null, at: await databaseTime(trx) });
}

/** Lets the builds of an order say what its buyer said last, once the reviews are shown. */
export async function showVerdict(trx: Trx, orderId: string): Promise<void> {
  const works = await getArrivalVerdict(trx, orderId);
  if (works === null || (works && (await wasClaimGranted(trx, orderId)))) return;
  await correctBuilds(trx, { kind: 'order', id: orderId }, works);
}

/** Notes that a claim was granted: a fault that showed later, whatever was said on the day of arrival. */
export async function recordGrantedClaim(trx: Trx, orderId: string): Promise<void> {
  await correctBuilds(trx, { kind: 'order', id: orderId }, false);
}

async function wasClaimGranted(trx: Trx, orderId: string): Promise<boolean> {
  const granted = await trx
    .selectFrom('orderClaim')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'accepted')
    .limit(1)
    .executeTakeFirst();
  return granted !== undefined;
}

const settingsOf = ({ layerHeight, infill, walls }: Order['parts'][number]) =>
  [`${layerHeight} mm`, `${infill} %`, ...(walls === null ? [] : [`× ${walls}`])].join(', ');
