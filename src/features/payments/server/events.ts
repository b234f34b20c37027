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
 * Steps of payments, refunds and payouts: the change of state and its cause, in the caller's transaction and under
 * its lock of the row. Returns false and changes nothing if the state has no such event.
 */

type Kind = 'payment' | 'refund' | 'payout';
type Step = {
  /** Id of the journal that moves the money, if there is one: {@link stepId}. */
  commandId?: string;
  actorId?: string;
  detail?: Record<string, unknown>;
};

/** Returns the id of a row's next step and of its journal. */
export function stepId(kind: Kind, row: { id: string; version: number }): string {
  return `${kind}:${row.id}:${row.version + 1}`;
}

/** Records the creation of a row as its first step. */
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
