import { sql } from 'kysely';
import { doToOne, recordAudit } from '#features/admin/server/public.ts';
import { databaseTime, type Db, type Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { paymentsErrors } from '../contract.ts';
import type { Job } from './payouts.ts';

/**
 * Adds a payable, which is paid out after its hold; the amount comes from the ledger. `share` marks an author's part of
 * an order, which its owner cannot open, or, with a title alone, a bounty.
 */
export async function addPayable(
  trx: Trx,
  {
    share,
    ...owed
  }: Job & {
    releasedAt: Date;
    heldUntil: Date;
    share?: { partOf: string | null; title: string } | undefined;
  },
): Promise<void> {
  await trx
    .insertInto('payable')
    .values({ ...owed, partOf: null, title: null, ...share, frozenReason: null, payoutId: null })
    .execute();
}

/** Lists the next hundred ids of authors' shares that were released so many days ago and that no payout has taken since. */
export async function listUnpaidShares(
  db: Db,
  { days, after }: { days: number; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from payable where part_of is not null and payout_id is null and not claim_open
      and frozen_reason is null and released_at < now() - make_interval(days => ${days}) and order_id > ${after} order by order_id limit 100`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Holds or frees what an order's provider and authors are owed while there is a claim. */
export async function holdForClaim(trx: Trx, orderId: string, claimOpen: boolean): Promise<void> {
  await trx.updateTable('payable').set({ claimOpen }).where(isOf(orderId)).execute();
}

/** Condition for the payables of an order: its provider's and those of its authors. */
const isOf = (orderId: string) => sql<boolean>`(order_id = ${orderId} or part_of = ${orderId})`;

/**
 * Holds or frees for staff what an order's provider and authors are owed. Throws `payout_not_found`, `not_retryable` if it is being paid out, and
 * `own_money`.
 */
export function freezePayable(
  db: Db,
  orderId: string,
  { actor, frozen, reason }: { actor: { id: string; username: string }; frozen: boolean; reason: string },
): Promise<void> {
  return doToOne(db, async (trx) => {
    const payable = isUuid(orderId)
      ? await trx
          .selectFrom('payable')
          .select(['buyerId', 'providerId', 'frozenReason', 'payoutId'])
          .where('orderId', '=', orderId)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (!payable) throw new AppError(paymentsErrors.payout_not_found);
    if (payable.payoutId !== null) throw new AppError(paymentsErrors.not_retryable);
    const owners = await trx.selectFrom('payable').select('providerId').where(isOf(orderId)).execute();
    if (actor.id === payable.buyerId || owners.some(({ providerId }) => providerId === actor.id)) {
      throw new AppError(paymentsErrors.own_money);
    }
    await trx
      .updateTable('payable')
      .set({ frozenReason: frozen ? 'staff' : null })
      .where(isOf(orderId))
      .where('payoutId', 'is', null)
      .execute();
    await recordAudit(
      trx,
      {
        actor,
        action: frozen ? 'payable.freeze' : 'payable.release',
        target: { type: 'order', id: orderId },
        // The payable is the provider's, so the entry is kept even if the buyer leaves.
        about: [payable.providerId],
        reason,
        before: { frozen: payable.frozenReason !== null },
        after: { frozen },
      },
      await databaseTime(trx),
    );
  });
}

/** Condition for payables of the next run: the hold is over, and nobody keeps it back. */
export const isDue = sql`payable.payout_id is null and payable.held_until <= clock_timestamp()
  and payable.frozen_reason is null and not payable.claim_open`;

/** Returns the payables that are due for a provider, and the provider's debts. */
export async function payablesOf(trx: Trx, providerId: string) {
  const { rows } = await sql<Job & { amount: number }>`
    select payable.order_id, payable.buyer_id, payable.provider_id, -balance.balance as amount
    from payable join ledger_balance balance on balance.account = 'provider_payable' and balance.subject_id = payable.order_id
    where payable.provider_id = ${providerId} and ${isDue} and balance.balance < 0
    order by payable.order_id for update of payable`.execute(trx);
  return rows;
}

/** Returns providers with due payables. */
export async function providersDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ providerId: string }>`
    select distinct provider_id from payable where ${isDue} order by provider_id`.execute(db);
  return rows.map(({ providerId }) => providerId);
}
