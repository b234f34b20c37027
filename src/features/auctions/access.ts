import type { Role } from '#platform/shared/roles.ts';

type Actor = { id: string } | null;

/** A draft is its seller's alone; whatever was published everybody may look at. */
export function canSee(actor: Actor, auction: { sellerId: string; state: string }): boolean {
  return auction.state !== 'draft' || actor?.id === auction.sellerId;
}

export function canEdit(actor: Actor, { sellerId, state }: { sellerId: string; state: string }): boolean {
  return actor?.id === sellerId && state === 'draft';
}

/** Voids bids, cancels with a reason that everybody reads, and says who is of one household. */
export function canModerate(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
