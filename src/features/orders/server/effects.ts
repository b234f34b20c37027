import type { Updateable } from 'kysely';
import type { Trx } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import { refused } from '#platform/shared/errors.ts';
import { ordersErrors, type EventInput, type OrderPhoto } from '../contract.ts';
import type { DeliveryBearer } from '../rules.ts';
import type { OrderEvent, OrderState, Outcome, Side } from '../states.ts';
import type { OrderDeps, LockedOrder } from './locking.ts';

/** Origin of an event: a person with a name, or the system without one. */
export type Actor = { side: Side; id: string | null; name: string };

export type Dispatch = {
  event: OrderEvent;
  actor: Actor;
  input?: Partial<EventInput>;
  detail?: Record<string, unknown>;
  /** True if the request carries an idempotency key. */
  hasKey?: boolean;
};

/** Outcome of an order, with what the provider keeps and, where a ruling said so, the side that bears the delivery. */
export type Ending = { outcome: Outcome; keep: number; bearer?: DeliveryBearer | undefined };

/** Changes that an event makes in addition to its row of the states table. */
export type Change = {
  /** State that the table leaves to the event. */
  to?: OrderState;
  set?: Updateable<Database['orders']>;
  /** Kept with the event, together with the detail that it was raised with. */
  detail?: Record<string, unknown>;
  /** True if the parties must not read the text of the actor yet. */
  isNoteHidden?: true;
  /** Outcome of the order, which decides where its money goes. */
  outcome?: Ending;
  photos?: { ids: readonly string[]; kind: OrderPhoto['kind'] };
  results?: readonly { uploadId: string }[];
  /** What the buyer found, which refers to the event. */
  arrival?: { orderId: string; works: boolean; eventId: string; at: Date };
};

export type At = {
  held: LockedOrder;
  actor: Actor;
  input: Partial<EventInput>;
  /** Detail that the event was raised with. */
  detail: Record<string, unknown>;
  commandId: string;
  eventId: string;
};
type Effect = (deps: OrderDeps, trx: Trx, at: At) => Promise<Change> | Change;
/** Effects of some events. */
export type Effects = Partial<Record<OrderEvent, Effect>>;

/** Returns the text that both parties read. */
export function saidWith({ reason = '', text = '', note = '' }: Partial<EventInput>): string {
  return [reason, text, note].filter((words) => words !== '').join('\n\n');
}

export function needReason({ reason, text }: Partial<EventInput>): void {
  if (!reason && !text) throw refused(ordersErrors.reason_needed, 'reason');
}

export const evidenceOf = ({ photos = [], evidence = [] }: Partial<EventInput>) => ({
  ids: [...new Set([...photos, ...evidence])],
  kind: 'evidence' as const,
});
