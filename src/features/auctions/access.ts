import type { Role } from '#platform/shared/roles.ts';

type Actor = { id: string } | null;

/**
 * Returns true if the actor can see the auction: a draft is visible to its seller only, a published one to
 * everyone.
 */
export function canSee(actor: Actor, auction: { sellerId: string; state: string }): boolean {
  return auction.state !== 'draft' || actor?.id === auction.sellerId;
}

export function canEdit(actor: Actor, { sellerId, state }: { sellerId: string; state: string }): boolean {
  return actor?.id === sellerId && state === 'draft';
}

/** Returns true for actors who void bids, cancel auctions with a public reason, and record households. */
export function canModerate(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
