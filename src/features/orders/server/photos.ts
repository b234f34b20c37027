import { storeShown, wroteNothing, type IncomingPicture } from '#features/resources/server/public.ts';
import { uploadsErrors } from '#features/uploads/contract.ts';
import { getFinishedUpload, takeUploads } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { readPicture, removePicture } from '#platform/server/pictures.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { ordersErrors, type EventInput, type OrderPhoto } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import type { Side } from '../states.ts';

/** Stores a photo; the event that refers to it comes later. */
export async function addPhoto(
  { db, storage }: { db: Db; storage: BlobStore },
  authorId: string,
  { orderId, side }: { orderId: string; side: 'buyer' | 'provider' },
  picture: IncomingPicture,
): Promise<OrderPhoto> {
  const createdAt = currentTime();
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

/**
 * Runs a callback with the uploads among an event's photos turned into photos of the order. Their pictures are stored
 * before the transaction, because that takes long, and removed if it fails. Ids that are no upload are looked up
 * among the order's photos.
 */
export async function withUploadedPhotos<Answer>(
  { db, storage }: { db: Db; storage: BlobStore },
  person: { id: string },
  { photos, evidence }: EventInput,
  act: (pictures: IncomingPicture[]) => Promise<Answer>,
): Promise<Answer> {
  const pictures: IncomingPicture[] = [];
  const blobs: string[] = [];
  const removePictures = () => Promise.all(pictures.map((picture) => removePicture(storage, picture)));
  try {
    for (const [field, ids] of Object.entries({ photos, evidence })) {
      for (const [index, id] of ids.entries()) {
        if (pictures.some((picture) => picture.id === id)) continue;
        const where = `${field}[${index}]`;
        const upload = await findUpload(db, person, id, where);
        if (upload === null) continue;
        const bytes = await readPicture(storage.read(upload.blobKey) as AsyncIterable<Buffer>, where);
        blobs.push(upload.blobKey);
        pictures.push({
          id,
          alt: '',
          ...(await storeShown(storage, `order-photos/${uuidv7()}`, bytes, where)),
        });
      }
    }
    const answer = await act(pictures);
    await Promise.all(blobs.map((key) => storage.remove(key)));
    return answer;
  } catch (error) {
    if (wroteNothing(error)) await removePictures();
    throw error;
  }
}

async function findUpload(db: Db, person: { id: string }, id: string, field: string) {
  try {
    return await getFinishedUpload(db, person, id, currentTime());
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind.code === uploadsErrors.upload_not_found.code) return null;
    throw new AppError(error.kind, { fields: { [field]: error.kind.words } });
  }
}

/** Runs in the event's transaction. Each photo takes the id of its upload, which is deleted. */
export async function addUploadedPhotos(
  trx: Trx,
  orderId: string,
  { id: authorId, side }: { id: string; side: Side },
  pictures: readonly IncomingPicture[],
  now: Date,
): Promise<void> {
  if (pictures.length === 0 || (side !== 'buyer' && side !== 'provider')) return;
  await takeUploads(
    trx,
    { id: authorId },
    pictures.map(({ id }) => id),
    now,
  );
  for (const { id, width, height, widths, blobPrefix } of pictures) {
    await trx
      .insertInto('orderPhoto')
      .values({
        id,
        orderId,
        authorId,
        side,
        kind: 'evidence',
        eventId: null,
        width,
        height,
        blobPrefix,
        widths,
        createdAt: now,
      })
      .execute();
  }
}
