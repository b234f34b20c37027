import { blobOfWidth } from '#platform/server/pictures.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { isTerminal } from '../states.ts';

/** What an order has made, without its money and addresses. */
export type MadeOrder = {
  id: string;
  buyerId: string;
  providerId: string;
  serviceId: string | null;
  quoteId: string | null;
  /** Title of what was won at an auction; orders of services are named by their buyers. */
  lotTitle: string | null;
  quantity: number;
  isThing: boolean;
  deliveredAt: Date | null;
  hasEnded: boolean;
  /** SHA-256 of the files that it was made of. */
  fileHashes: string[];
};

export async function findMade(db: Db, id: string): Promise<MadeOrder | null> {
  const order = isUuid(id)
    ? await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!order) return null;
  const files = await db
    .selectFrom('orderFile')
    .select('sha256')
    .where('orderId', '=', id)
    .where('kind', '=', 'request')
    .orderBy('id')
    .execute();
  const { buyerId, providerId, serviceId, quoteId, quantity, deliveredAt } = order;
  return {
    id,
    buyerId,
    providerId,
    serviceId,
    quoteId,
    lotTitle: order.auctionId === null ? null : order.title,
    quantity,
    isThing: order.deliveryKind !== 'digital',
    deliveredAt,
    hasEnded: isTerminal(order.state),
    fileHashes: files.map(({ sha256 }) => sha256),
  };
}

/** Lists the photos that the provider took of what was made, the newest first. */
export async function listMadePhotos(
  db: Db,
  orderId: string,
): Promise<{ id: string; width: number; height: number; widths: number[] }[]> {
  return photosOf(db, orderId).select(['id', 'width', 'height', 'widths']).orderBy('id', 'desc').execute();
}

/** Returns the blob names of such a photo. */
export async function findMadePhoto(
  db: Db,
  orderId: string,
  photoId: string,
  width: number,
): Promise<{ name: string; source: string } | null> {
  if (!isUuid(photoId)) return null;
  const photo = await photosOf(db, orderId)
    .select(['blobPrefix', 'widths'])
    .where('id', '=', photoId)
    .executeTakeFirst();
  return photo ? blobOfWidth(photo, width) : null;
}

const photosOf = (db: Db, orderId: string) =>
  db
    .selectFrom('orderPhoto')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'pre_ship')
    .where('eventId', 'is not', null);
