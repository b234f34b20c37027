import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { findOrder, recordVerdict, showVerdict } from '#features/orders/server/public.ts';
import { setRating } from '#features/services/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canAnswerReview, canEditReview, canReview } from '../access.ts';
import { reviewsErrors, type ReviewInput } from '../contract.ts';
import { dayMs, isReviewable, ratingOf, waitDays } from '../rules.ts';

type Actor = { id: string; isAdmin: boolean };

/** Stores a side's review; the second one publishes both. Returns the review's id. */
export async function writeReview(
  trx: Trx,
  actor: Actor,
  orderId: string,
  input: ReviewInput,
): Promise<string> {
  const { order, side } = await findOrder(trx, actor, orderId);
  if (side === 'admin') throw new AppError(platformErrors.forbidden);
  // Serializes concurrent reviews of an order, so that the second one sees the first.
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
  const written = await trx
    .selectFrom('review')
    .select(['id', 'authorId', 'aboutId', 'state'])
    .where('orderId', '=', orderId)
    .execute();
  if (!canReview(actor, order, written)) {
    if (!isReviewable(order)) throw new AppError(reviewsErrors.not_reviewable);
    const isOwn = written.some(({ authorId }) => authorId === actor.id);
    throw new AppError(isOwn ? reviewsErrors.already_reviewed : reviewsErrors.review_too_late);
  }
  const now = await databaseTime(trx);
  const id = uuidv7(now.getTime());
  const aboutId = side === 'buyer' ? order.providerId : order.buyerId;
  const showsAt = new Date(now.getTime() + waitDays * dayMs);
  const worked = side === 'buyer' ? verdictOn(order, input) : null;
  await trx
    .insertInto('review')
    .values({
      id,
      orderId,
      serviceId: order.serviceId,
      side,
      authorId: actor.id,
      aboutId,
      rating: input.rating,
      text: input.text,
      worked,
      state: 'waiting',
      showsAt,
      shownAt: null,
      answer: null,
      answeredAt: null,
      createdAt: now,
      editedAt: null,
    })
    .execute();
  await attachPhotos(trx, { id, orderId, authorId: actor.id }, input.photos);
  if (worked !== null) await recordVerdict(trx, orderId, worked);
  if (written.length > 0) await showReviews(trx, [...written.map((each) => each.id), id], now);
  else {
    await enqueue(trx, 'reviews.show_due', {}, { key: `reviews.show_due ${id}`, runAt: showsAt });
    await notify(
      trx,
      aboutId,
      {
        what: 'review_waiting',
        path: `/orders/${orderId}`,
        params: { title: order.title, days: waitDays },
        people: [actor.id],
      },
      now,
    );
  }
  return id;
}

/** Returns what a buyer says about what was made; a lot was not made. */
function verdictOn({ auctionId }: { auctionId: string | null }, { worked }: ReviewInput): boolean | null {
  return auctionId === null ? (worked ?? null) : null;
}

/** Edits a review until it is public. */
export async function editReview(trx: Trx, actor: Actor, id: string, input: ReviewInput): Promise<void> {
  const review = await lockReview(trx, id);
  if (review.authorId !== actor.id) throw new AppError(reviewsErrors.review_not_found);
  if (!canEditReview(actor, review)) throw new AppError(reviewsErrors.review_shown);
  const { order } = await findOrder(trx, actor, review.orderId);
  const worked = review.side === 'buyer' ? verdictOn(order, input) : null;
  if (worked !== null) await recordVerdict(trx, review.orderId, worked);
  await trx
    .updateTable('review')
    .set({ rating: input.rating, text: input.text, worked, editedAt: await databaseTime(trx) })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('reviewPhoto').where('reviewId', '=', id).execute();
  await attachPhotos(trx, { id, orderId: review.orderId, authorId: actor.id }, input.photos);
}

export async function answerReview(trx: Trx, actor: Actor, id: string, text: string): Promise<void> {
  const review = await lockReview(trx, id);
  if (review.state !== 'shown') throw new AppError(reviewsErrors.review_not_found);
  if (!canAnswerReview(actor, review)) {
    throw new AppError(
      review.aboutId === actor.id ? reviewsErrors.already_answered : platformErrors.forbidden,
    );
  }
  await trx
    .updateTable('review')
    .set({ answer: text, answeredAt: await databaseTime(trx) })
    .where('id', '=', id)
    .execute();
}

/** Hides a review for a moderator, and removes it from the rating. */
export async function hideReview(trx: Trx, id: string): Promise<string | null> {
  const hidden = await trx
    .updateTable('review')
    .set({ state: 'hidden' })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .returning('serviceId')
    .executeTakeFirst();
  if (!hidden) return null;
  await rateSoon(trx, [hidden.serviceId]);
  return 'shown';
}

/** Shows a review again that a moderator has hidden, and updates the rating. */
export async function showReview(trx: Trx, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('review')
    .set({ state: 'shown' })
    .where('id', '=', id)
    .where('state', '=', 'hidden')
    .returning('serviceId')
    .executeTakeFirst();
  if (shown) await rateSoon(trx, [shown.serviceId]);
  return shown !== undefined;
}

/** Publishes all reviews whose wait is over. */
export async function showDue(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = await databaseTime(trx);
    const due = await trx
      .selectFrom('review')
      .select('id')
      .where('state', '=', 'waiting')
      .where('showsAt', '<=', now)
      .orderBy('id')
      .limit(500)
      .forUpdate()
      .skipLocked()
      .execute();
    await showReviews(
      trx,
      due.map(({ id }) => id),
      now,
    );
  });
}

async function showReviews(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  const shown = await trx
    .updateTable('review')
    .set({ state: 'shown', shownAt: now })
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('state', '=', 'waiting')
    .returning(['authorId', 'aboutId', 'orderId', 'serviceId'])
    .execute();
  for (const { authorId, aboutId, orderId } of shown) {
    await notify(
      trx,
      aboutId,
      { what: 'review_shown', path: `/orders/${orderId}`, params: {}, people: [authorId] },
      now,
    );
    await showVerdict(trx, orderId);
  }
  await rateSoon(
    trx,
    shown.map(({ serviceId }) => serviceId),
  );
}

/** Recalculates ratings after the commit, so that nobody waits for a service's lock. */
export async function rateSoon(trx: Db, serviceIds: readonly (string | null)[]): Promise<void> {
  for (const id of new Set(serviceIds)) {
    if (id !== null) await enqueue(trx, 'reviews.rate_service', { id }, { key: `reviews.rate ${id}` });
  }
}

/** Stores the rating that lists and cards of the service show. */
export async function rateService(db: Db, serviceId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('service').select('id').where('id', '=', serviceId).forUpdate().execute();
    const reviews = await trx
      .selectFrom('review')
      .select(['rating', sql<Date>`shown_at`.as('at')])
      .where('serviceId', '=', serviceId)
      .where('side', '=', 'buyer')
      .where('state', '=', 'shown')
      .execute();
    await setRating(trx, serviceId, ratingOf(reviews, await databaseTime(trx)));
  });
}

async function lockReview(trx: Trx, id: string) {
  const review = isUuid(id)
    ? await trx
        .selectFrom('review')
        .select(['orderId', 'authorId', 'aboutId', 'side', 'state', 'answer'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!review) throw new AppError(reviewsErrors.review_not_found);
  return review;
}

async function attachPhotos(
  trx: Trx,
  review: { id: string; orderId: string; authorId: string },
  photos: readonly string[],
): Promise<void> {
  const wanted = [...new Set(photos)];
  if (wanted.length === 0) return;
  // Photos used as evidence are visible to the two parties only.
  const known = await trx
    .selectFrom('orderPhoto')
    .select('id')
    .where('orderId', '=', review.orderId)
    .where('authorId', '=', review.authorId)
    .where('eventId', 'is', null)
    .where(sql<boolean>`id = any (${wanted}::uuid[])`)
    .execute();
  if (known.length < wanted.length) throw new AppError(reviewsErrors.unknown_photo);
  await trx
    .insertInto('reviewPhoto')
    .values(wanted.map((photoId, position) => ({ reviewId: review.id, photoId, position })))
    .execute();
}
