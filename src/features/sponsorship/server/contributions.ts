import { sql } from 'kysely';
import { house } from '#features/admin/server/public.ts';
import {
  balanceOf,
  bound,
  heldRefunded,
  post,
  released,
  reversed,
  sponsored,
} from '#features/ledger/server/public.ts';
import { markReadAt, notify } from '#features/notifications/server/public.ts';
import {
  addAttempt,
  addPayable,
  decideRefund,
  report,
  type PaymentDeps,
} from '#features/payments/server/public.ts';
import { databaseTime, type Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { AppError } from '#platform/shared/errors.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { sponsorshipErrors } from '../contract.ts';
import { dayOfMonth, isWithdrawable, nextDueOn, sponsorshipTerms } from '../rules.ts';
import {
  type Sponsorship,
  type Contribution,
  hourMs,
  dayMs,
  later,
  type LockedContribution,
  lockContribution,
  step,
  moveSponsorship,
  payPath,
  ownPath,
  end,
} from './locking.ts';
import { isTarget, canReceive } from './targets.ts';

export async function addContribution(
  trx: Trx,
  {
    id: sponsorshipId,
    personId,
    recipientId,
    amount,
  }: Pick<Sponsorship, 'id' | 'personId' | 'recipientId' | 'amount'>,
  { feePercent, expiresAt, now }: { feePercent: number; expiresAt: Date; now: Date },
): Promise<string> {
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('contribution')
    .values({
      id,
      sponsorshipId,
      personId,
      recipientId,
      amount,
      // The house charges no fee for sponsoring itself.
      fee: recipientId === null ? 0 : feeOf(amount, feePercent),
      state: 'open',
      paymentId: null,
      createdAt: now,
      expiresAt,
      paidAt: null,
      heldUntil: null,
      usedAt: null,
      keptAt: null,
      endedAt: null,
    })
    .execute();
  return id;
}

/** Returns whether a payment would be accepted. */
export function isPayable({ row, sponsorship }: LockedContribution): boolean {
  return row.state === 'open' && sponsorship.state !== 'ended';
}

const heldAs = ({ id, personId }: Contribution) => ({ orderId: id, buyerId: personId });

/**
 * Opens an attempt to pay an open contribution. Throws `not_payable`, `recipient_not_found`, `recipient_not_ready`.
 */
export async function openAttempt(
  trx: Trx,
  deps: Pick<PaymentDeps, 'gateway'>,
  { id, personId }: { id: string; personId: string },
  { orderName, method }: { orderName: string; method: string | null },
): Promise<string> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const { row, sponsorship } = held;
  const now = await databaseTime(trx);
  if (!isPayable(held) || row.expiresAt <= now) throw new AppError(sponsorshipErrors.not_payable);
  if (!(await isTarget(trx, sponsorship))) throw new AppError(sponsorshipErrors.recipient_not_found);
  if (row.recipientId !== null && !(await canReceive(trx, row.recipientId)))
    throw new AppError(sponsorshipErrors.recipient_not_ready);
  return addAttempt(
    trx,
    deps,
    {
      subjectKind: 'contribution',
      subjectId: id,
      personId,
      amount: row.amount,
      currency: 'KRW',
      orderName,
      method,
      parts: [],
    },
    now,
  );
}

/** Accepts a payment, which is held while it can be withdrawn. */
export async function takePayment(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  now: Date,
): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.amount !== amount || !isPayable(held)) return false;
  const { row, sponsorship } = held;
  const heldUntil = later(now, sponsorshipTerms.withdrawalDays * dayMs);
  const commandId = await step(trx, row, 'pay', { paymentId, paidAt: now, heldUntil });
  if (commandId === null) return false;
  await post(
    trx,
    { ...bound({ ...heldAs(row), paymentId }, amount), commandId, paymentId, reason: 'sponsorship' },
    now,
  );
  await markReadAt(trx, row.personId, payPath(id), now);
  // The month begins with the first payment, however late it was.
  const today = koreanDay(now);
  const anchorDay = sponsorship.cadence === 'monthly' ? dayOfMonth(today) : null;
  await moveSponsorship(trx, sponsorship, 'begin', {
    ...(anchorDay !== null && { anchorDay, nextDueOn: nextDueOn(anchorDay, today) }),
  });
  await notify(
    trx,
    row.personId,
    {
      what: 'sponsor_thanks',
      path: ownPath(row.sponsorshipId),
      params: { amount, currency: 'KRW' },
    },
    now,
  );
  if (row.recipientId !== null) {
    const { isAnonymous, personId } = sponsorship;
    const { name } = await trx
      .selectFrom('person')
      .select('name')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    await notify(
      trx,
      row.recipientId,
      {
        what: 'sponsor_received',
        path: '/my/earnings',
        params: { amount: amount - row.fee, currency: 'KRW', ...(!isAnonymous && { name }) },
        ...(!isAnonymous && { people: [personId] }),
      },
      now,
    );
  }
  return true;
}

/** Extends the deadline to that of a virtual account. */
export async function awaitDeposit(trx: Trx, id: string): Promise<void> {
  const now = await databaseTime(trx);
  const until = later(now, (sponsorshipTerms.depositHours + 1) * hourMs);
  await trx
    .updateTable('contribution')
    .set({ expiresAt: sql<Date>`greatest(expires_at, ${until})` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Releases a contribution after its withdrawal period: to the recipient less our fee, or to the house; refunds it if
 * the recipient has left.
 */
export async function keep(trx: Trx, id: string, now: Date): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held) return false;
  const { row } = held;
  if (row.heldUntil === null || row.heldUntil > now) return false;
  if (row.recipientId !== null && (await isErased(trx, row.recipientId)))
    return giveBack(trx, row, 'recipient_gone', now);
  const commandId = await step(trx, row, 'keep', { keptAt: now });
  if (commandId === null) return false;
  const { recipientId: providerId, amount, fee, paymentId } = row;
  const of = heldAs(row);
  const posting =
    providerId === null
      ? sponsored(of, amount)
      : released(
          { ...of, providerId, refundId: null },
          { provider: amount - fee, fee, authors: [], buyer: 0 },
        );
  await post(trx, { ...posting, commandId, paymentId, reason: 'sponsorship' }, now);
  // It has had its waiting period already.
  if (providerId !== null) await addPayable(trx, { ...of, providerId, releasedAt: now, heldUntil: now });
  return true;
}

/** Withdraws a contribution in full, and ends its sponsorship. Throws `not_withdrawable`. */
export async function withdraw(trx: Trx, { id, personId }: { id: string; personId: string }): Promise<void> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.personId !== personId) throw new AppError(sponsorshipErrors.sponsorship_not_found);
  const { row, sponsorship } = held;
  const now = await databaseTime(trx);
  if (!isWithdrawable(row, now) || !(await giveBack(trx, row, 'withdrawn', now)))
    throw new AppError(sponsorshipErrors.not_withdrawable);
  await end(trx, sponsorship, now);
}

async function isErased(trx: Trx, personId: string): Promise<boolean> {
  const gone = await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Refunds everything that is still held. Returns whether there was anything. */
async function giveBack(
  trx: Trx,
  row: Contribution,
  reason: 'withdrawn' | 'recipient_gone',
  now: Date,
): Promise<boolean> {
  const { paymentId, amount } = row;
  const commandId = paymentId === null ? null : await step(trx, row, 'refund', { endedAt: now });
  if (paymentId === null || commandId === null) return false;
  const payment = await trx
    .selectFrom('payment')
    .select(['id', 'personId', 'currency'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const refundId = await decideRefund(trx, { payment, orderId: null, amount, reason }, now);
  await post(
    trx,
    { ...heldRefunded({ ...heldAs(row), refundId }, amount), commandId, paymentId, reason },
    now,
  );
  return true;
}

/** Books money that the gateway took back: from what is held, else from its recipient, else as our loss. */
export async function takeBack(
  trx: Trx,
  { id, paymentId, amount }: { id: string; paymentId: string; amount: number },
  now: Date,
): Promise<void> {
  const found = await lockContribution(trx, id);
  const commandId = found ? await step(trx, found.row, 'reverse', { endedAt: now }) : null;
  // Otherwise the payment would lose its money without a journal.
  if (!found || commandId === null) throw new Error(`the contribution ${id} does not know of ${paymentId}`);
  const { row, sponsorship } = found;
  const held = Math.min(amount, -(await balanceOf(trx, 'escrow', id)));
  const debt =
    row.recipientId === null || row.state !== 'kept' ? 0 : Math.min(amount - held, row.amount - row.fee);
  const loss = amount - held - debt;
  await post(
    trx,
    {
      // The house as recipient owes no debt.
      ...reversed(
        { ...heldAs(row), paymentId },
        {
          clearing: 0,
          escrow: held,
          debts: [{ job: { ...heldAs(row), providerId: row.recipientId ?? house.id }, amount: debt }],
          loss,
        },
      ),
      commandId,
      paymentId,
      reason: 'sponsorship',
    },
    now,
  );
  await report(
    trx,
    { invariant: 'reversed', subject: `payment:${paymentId}`, detail: { amount, state: row.state } },
    now,
  );
  await end(trx, sponsorship, now);
}

/** Expires an unpaid contribution with its sponsorship; waits for a payment in progress. */
export async function expire(trx: Trx, id: string, now: Date): Promise<boolean> {
  const held = await lockContribution(trx, id);
  if (!held || held.row.expiresAt > now) return false;
  const { row, sponsorship } = held;
  const paying = await trx
    .selectFrom('payment')
    .select('id')
    .where('subjectKind', '=', 'contribution')
    .where('subjectId', '=', id)
    .where('state', 'in', ['confirming', 'unknown', 'waiting_deposit'])
    .executeTakeFirst();
  if (paying) return false;
  if ((await step(trx, row, 'expire', { endedAt: now })) === null) return false;
  const wasActive = sponsorship.state === 'active';
  await end(trx, sponsorship, now);
  if (wasActive) {
    const what = (await isTarget(trx, sponsorship)) ? 'sponsor_lapsed' : 'sponsor_target_gone';
    await notify(trx, row.personId, { what, path: ownPath(row.sponsorshipId) }, now);
  }
  return true;
}
