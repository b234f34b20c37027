import type { Role } from '#platform/shared/roles.ts';

type Tender = { customerId: string; state: string; hiddenAt: Date | null };

/** Drafts are their customer's alone. What a moderator has hidden those still see who have to do with it. */
export function canSeeTender(
  actor: { id: string; isAdmin: boolean } | null,
  tender: Tender,
  { hasBid }: { hasBid: boolean },
): boolean {
  if (actor?.id === tender.customerId) return true;
  if (tender.state === 'draft') return false;
  return tender.hiddenAt === null || hasBid || actor?.isAdmin === true;
}

/** Bids are told to nobody before the close, staff and customer included; then to whoever is to choose. */
export function canSeeBids(actor: { id: string } | null, tender: Tender): boolean {
  return actor?.id === tender.customerId && tender.state !== 'draft' && tender.state !== 'open';
}

/** With a published reason, in the audit log. */
export function canCancelTenders(actor: { role: Role } | null): boolean {
  return actor?.role === 'admin';
}
