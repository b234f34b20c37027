import { wroteNothing, type IncomingPicture } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { removePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { ordersErrors, type OrderPhoto } from '../contract.ts';
import { orderLimits } from '../rules.ts';

/** Writes down a photo; what is said with it, an event, comes after. */
export async function addPhoto(
  { db, storage }: { db: Db; storage: BlobStore },
  authorId: string,
  { orderId, side }: { orderId: string; side: 'buyer' | 'provider' },
  picture: IncomingPicture,
): Promise<OrderPhoto> {
  const createdAt = new Date();
  try {
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
      const { count } = await trx
        .selectFrom('orderPhoto')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('orderId', '=', orderId)
        .where('authorId', '=', authorId)
        .where('eventId', 'is', null)
        .executeTakeFirstOrThrow();
      if (count >= orderLimits.photos) throw new AppError(ordersErrors.too_many_photos);
      await trx
        .insertInto('orderPhoto')
        .values({
          id: picture.id,
          orderId,
          authorId,
          side,
          kind: 'evidence',
          eventId: null,
          width: picture.width,
          height: picture.height,
          blobPrefix: picture.blobPrefix,
          widths: picture.widths,
          createdAt,
        })
        .execute();
    });
  } catch (error) {
    if (wroteNothing(error)) await removePicture(storage, picture);
    throw error;
  }
  const { id, width, height, widths } = picture;
  return { id, side, kind: 'evidence', width, height, widths, createdAt: createdAt.toISOString() };
}
