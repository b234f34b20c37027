import { recordBuild } from '#features/builds/server/public.ts';
import { rightsOfOrders } from '#features/licensing/server/public.ts';
import { findQuotedMachine } from '#features/quotes/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import type { Order } from './commands.ts';

/**
 * Notes a completed order as verified builds, one for each design, where there are photos of it. It worked unless there was a
 * dispute.
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
  const [part] = order.parts;
  const made = {
    source: { kind: 'order' as const, id },
    makerId: providerId,
    forId: buyerId,
    serviceId,
    machine: quoteId === null ? null : await findQuotedMachine(trx, quoteId),
    material: part?.material ?? '',
    settings: part ? settingsOf(part) : '',
    worked: dispute === undefined,
    builtAt: now,
  };
  const designs = (await rightsOfOrders(trx, [id])).filter(({ resourceId }) => resourceId !== null);
  for (const { resourceId, fileHashes } of designs)
    await recordBuild(trx, { ...made, resourceId, fileHashes });
  if (designs.length === 0)
    await recordBuild(trx, { ...made, resourceId: null, fileHashes: files.map(({ sha256 }) => sha256) });
}

const settingsOf = ({ layerHeight, infill, walls }: Order['parts'][number]) =>
  [`${layerHeight} mm`, `${infill} %`, ...(walls === null ? [] : [`× ${walls}`])].join(', ');
