import { sql } from 'kysely';
import { recordAudit } from '#features/admin/server/public.ts';
import { isReal } from '#features/quotes/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { canModerate, canSee } from '../access.ts';
import { auctionsErrors } from '../contract.ts';
import { stepOf, type AuctionSide } from '../states.ts';
import { addEntry, advance, assertNoParty, assertStep, getHeld, step, type Auction } from './commands.ts';
import { tellBidders, tellOne } from './notices.ts';
import type { Person } from './lots.ts';

/** Cancels a lot: its seller before the first bid, staff with a public reason. */
export async function cancelLot(
  trx: Trx,
  person: Person & { username: string },
  id: string,
  reason: string,
): Promise<void> {
  const auction = await getHeld(trx, id);
  if (auction.sellerId !== person.id) {
    await cancelAsStaff(trx, person, id, { reason });
    return;
  }
  const now = await databaseTime(trx);
  const current = await advance(trx, auction, now);
  assertStep(current, 'cancel', 'seller');
  if (current.bidderCount > 0) throw new AppError(auctionsErrors.has_bids);
  await cancel(trx, current, { side: 'seller', actorId: person.id, reason }, now);
}

/** Cancels someone else's auction for staff, with a public reason. Returns the audit entry's id. */
export async function cancelAsStaff(
  trx: Trx,
  actor: Person & { username: string },
  id: string,
  { reason }: { reason: string },
): Promise<string> {
  const auction = await getHeld(trx, id);
  if (!canModerate(actor) || !canSee(actor, auction)) throw new AppError(auctionsErrors.auction_not_found);
  const now = await databaseTime(trx);
  const current = await advance(trx, auction, now);
  await assertNoParty(trx, current, actor);
  assertStep(current, 'cancel', 'admin');
  if (reason === '') {
    throw new AppError(platformErrors.invalid_input, {
      fields: { reason: (locale) => m['platform.field.required']({}, { locale }) },
    });
  }
  const cancelled = await cancel(trx, current, { side: 'admin', actorId: actor.id, reason }, now);
  return recordAudit(
    trx,
    {
      actor,
      action: 'auction.cancel',
      target: { type: 'auction', id },
      about: [auction.sellerId],
      reason,
      before: { state: current.state },
      after: { state: cancelled.state },
    },
    now,
  );
}

/** Cancels the auction of a seller who is suspended or has left, so that nobody bids in vain. */
export async function cancelAbandonedLot(trx: Trx, id: string): Promise<void> {
  const held = await getHeld(trx, id);
  const now = await databaseTime(trx);
  const auction = await advance(trx, held, now);
  const { rows } = await sql<{ isReal: boolean }>`
    select ${isReal('seller')} as is_real from person seller where seller.id = ${auction.sellerId}`.execute(
    trx,
  );
  if (rows[0]?.isReal !== false || stepOf(auction.state, 'cancel', 'system') === null) return;
  await cancel(trx, auction, { side: 'system', actorId: null, reason: '' }, now);
}

async function cancel(
  trx: Trx,
  auction: Auction,
  { side, actorId, reason }: { side: AuctionSide; actorId: string | null; reason: string },
  now: Date,
): Promise<Auction> {
  const { row: _row, ...added } = await addEntry(
    trx,
    auction,
    { kind: 'cancel', reason: reason || null },
    now,
  );
  const cancelled = await step(
    trx,
    auction,
    { event: 'cancel', side, actorId, detail: { reason } },
    { ...added, cancelReason: reason || null, endedAt: now },
    now,
  );
  await tellBidders(trx, cancelled, 'cancelled', now, { reason });
  if (side !== 'seller') await tellOne(trx, cancelled, cancelled.sellerId, 'cancelled', now, { reason });
  return cancelled;
}
