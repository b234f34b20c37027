import type { Role } from '#platform/shared/roles.ts';

type Tender = { customerId: string; state: string; hiddenAt: Date | null };

/**
 * Returns whether the actor may see a tender: drafts are the customer's; hidden ones are visible to the people
 * involved.
 */
export function canSeeTender(
  actor: { id: string; isAdmin: boolean } | null,
  tender: Tender,
  { hasBid }: { hasBid: boolean },
): boolean {
  if (actor?.id === tender.customerId) return true;
  if (tender.state === 'draft') return false;
  return tender.hiddenAt === null || hasBid || actor?.isAdmin === true;
}

/** Returns whether the actor may see bids: only the customer, and only after the close; never staff. */
export function canSeeBids(actor: { id: string } | null, tender: Tender): boolean {
  return actor?.id === tender.customerId && tender.state !== 'draft' && tender.state !== 'open';
}

/** Returns whether the actor may cancel tenders, with a published reason in the audit log. */
export function canCancelTenders(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
