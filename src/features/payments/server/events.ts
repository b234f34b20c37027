import type { Updateable } from 'kysely';
import type { Trx } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import {
  paymentTransitions,
  payoutTransitions,
  refundTransitions,
  type PaymentEvent,
  type PaymentState,
  type PayoutEvent,
  type PayoutState,
  type RefundEvent,
  type RefundState,
} from '../states.ts';

/**
 * How payments, refunds and payouts take a step: the change of state and what led to it, in the caller's transaction and under
 * its lock of the row. Answers false, and changes nothing, where the state does not know the event.
 */

type Kind = 'payment' | 'refund' | 'payout';
type Step = {
  /** Of the journal that moves the money, where some moves: {@link stepId}. */
  commandId?: string;
  actorId?: string;
  detail?: Record<string, unknown>;
};

/** What names the next step of a row, and the journal that goes with it. */
export function stepId(kind: Kind, row: { id: string; version: number }): string {
  return `${kind}:${row.id}:${row.version + 1}`;
}

/** The first step: there it is. */
export function recordOpening(
  trx: Trx,
  kind: Kind,
  row: { id: string; state: string },
  step: Step,
  now: Date,
): Promise<void> {
  return record(trx, kind, { id: row.id, version: 0, event: 'open', from: null, to: row.state }, step, now);
}

export async function movePayment(
  trx: Trx,
  row: { id: string; state: PaymentState; version: number },
  event: PaymentEvent,
  set: Updateable<Database['payment']>,
  step: Step,
  now: Date,
): Promise<boolean> {
  const to = paymentTransitions[row.state][event];
  if (!to) return false;
  await trx
    .updateTable('payment')
    .set({ ...set, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await record(trx, 'payment', { ...row, event, from: row.state, to }, step, now);
  return true;
}

export async function moveRefund(
  trx: Trx,
  row: { id: string; state: RefundState; version: number },
  event: RefundEvent,
  set: Updateable<Database['refund']>,
  step: Step,
  now: Date,
): Promise<boolean> {
  const to = refundTransitions[row.state][event];
  if (!to) return false;
  await trx
    .updateTable('refund')
    .set({ ...set, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await record(trx, 'refund', { ...row, event, from: row.state, to }, step, now);
  return true;
}

export async function movePayout(
  trx: Trx,
  row: { id: string; state: PayoutState; version: number },
  event: PayoutEvent,
  set: Updateable<Database['payout']>,
  step: Step,
  now: Date,
): Promise<boolean> {
  const to = payoutTransitions[row.state][event];
  if (!to) return false;
  await trx
    .updateTable('payout')
    .set({ ...set, state: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await record(trx, 'payout', { ...row, event, from: row.state, to }, step, now);
  return true;
}

async function record(
  trx: Trx,
  kind: Kind,
  moved: { id: string; version: number; event: string; from: string | null; to: string },
  { commandId, actorId, detail }: Step,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('moneyEvent')
    .values({
      kind,
      subjectId: moved.id,
      version: moved.version + 1,
      event: moved.event,
      fromState: moved.from,
      toState: moved.to,
      commandId: commandId ?? null,
      actorId: actorId ?? null,
      detail: JSON.stringify(detail ?? {}),
      at: now,
    })
    .execute();
}
