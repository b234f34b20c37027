import { listEndedOrders } from '#features/orders/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { canReview } from '../access.ts';
import { dayMs } from '../rules.ts';

/** Days after its end during which an order asks to be reviewed. */
const askedDays = 30;

/** Lists the orders of a person that ended lately and that they can still review, newest first. */
export async function listUnwrittenReviews(
  db: Db,
  personId: string,
  now: Date,
): Promise<{ id: string; title: string }[]> {
  const ended = await listEndedOrders(db, personId, new Date(now.getTime() - askedDays * dayMs));
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  const written = Map.groupBy(
    await db
      .selectFrom('review')
      .select(['orderId', 'authorId', 'aboutId', 'state'])
      .where('orderId', 'in', ids)
      .execute(),
    ({ orderId }) => orderId,
  );
  return ended
    .filter((order) => canReview({ id: personId }, order, written.get(order.id) ?? []))
    .map(({ id, title }) => ({ id, title }));
}
