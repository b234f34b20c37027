import { isReviewable } from './rules.ts';

type Actor = { id: string } | null;
type Written = { authorId: string; aboutId: string; state: string };

/**
 * Returns whether the actor may review: once per side, and not after reading the other side's review, which can be
 * answered instead.
 */
export function canReview(
  actor: Actor,
  order: { buyerId: string; providerId: string; state: string; isFree: boolean; startedAt: Date | null },
  written: readonly Written[],
): boolean {
  return (
    actor !== null &&
    (actor.id === order.buyerId || actor.id === order.providerId) &&
    isReviewable(order) &&
    written.every(({ authorId, state }) => authorId !== actor.id && state === 'waiting')
  );
}

export function canEditReview(actor: Actor, review: Written): boolean {
  return actor?.id === review.authorId && review.state === 'waiting';
}

/** Returns whether the actor may answer a review: once, as the person it is about. */
export function canAnswerReview(actor: Actor, review: Written & { answer: string | null }): boolean {
  return actor?.id === review.aboutId && review.state === 'shown' && review.answer === null;
}
