import { keepUploads } from '#features/uploads/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { refused } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import type { LockedOrder } from './locking.ts';
import type { Actor, Change } from './effects.ts';

export async function attachPhotos(
  trx: Trx,
  orderId: string,
  actor: Actor,
  eventId: string,
  { ids, kind }: NonNullable<Change['photos']>,
): Promise<void> {
  if (ids.length === 0) return;
  const attached = await trx
    .updateTable('orderPhoto')
    .set({ eventId, kind })
    .where('orderId', '=', orderId)
    .where('authorId', '=', actor.id)
    .where('eventId', 'is', null)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  if (Number(attached.numUpdatedRows) !== new Set(ids).size) {
    throw refused(ordersErrors.unknown_photo, 'photos');
  }
}

export async function addResults(
  trx: Trx,
  { order, now }: LockedOrder,
  actor: Actor,
  files: readonly { uploadId: string }[],
  eventId: string,
): Promise<void> {
  const kept = await keepUploads(
    trx,
    { id: actor.id ?? '' },
    files.map(({ uploadId }) => uploadId),
    now,
  );
  for (const file of kept) {
    await trx
      .insertInto('orderFile')
      .values({
        id: uuidv7(),
        orderId: order.id,
        kind: 'result',
        keptFileId: file.id,
        name: file.name,
        sha256: file.sha256,
        eventId,
      })
      .execute();
  }
}
