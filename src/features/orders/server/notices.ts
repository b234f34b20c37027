import { notify } from '#features/notifications/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { isHalfARuling } from '../rules.ts';
import type { OrderEvent, OrderState, Side } from '../states.ts';

export const orderPath = (id: string) => `/orders/${id}`;

type Happened = {
  order: { id: string; title: string; buyerId: string; providerId: string; isFree: boolean };
  event: OrderEvent | 'create';
  actor: { side: Side; id: string | null };
  to: OrderState;
  detail: Record<string, unknown>;
};

/** Of which events who is told: never whoever did it. */
const told: Partial<Record<OrderEvent | 'create', readonly ('buyer' | 'provider')[]>> = {
  create: ['provider'],
  captured: ['buyer', 'provider'],
  accept: ['buyer'],
  decline: ['buyer'],
  cancel: ['buyer', 'provider'],
  unpaid: ['buyer'],
  unanswered: ['buyer', 'provider'],
  start: ['buyer'],
  deliver: ['buyer'],
  arrived: ['buyer', 'provider'],
  confirm: ['provider'],
  auto_complete: ['buyer', 'provider'],
  'propose-settlement': ['buyer', 'provider'],
  rework: ['buyer', 'provider'],
  agree: ['buyer', 'provider'],
  refuse: ['buyer', 'provider'],
  proposal_expired: ['buyer', 'provider'],
  withdraw: ['buyer', 'provider'],
  dispute: ['buyer', 'provider'],
  answer: ['buyer', 'provider'],
  answer_missed: ['buyer', 'provider'],
  negotiation_over: ['buyer', 'provider'],
  rule: ['buyer', 'provider'],
  appeal: ['buyer', 'provider'],
  ruling_final: ['buyer', 'provider'],
  deposit_reversed: ['buyer', 'provider'],
  claim: ['provider'],
};

export async function tell(
  trx: Trx,
  { order, event, actor, to, detail }: Happened,
  now: Date,
): Promise<void> {
  if (isHalfARuling(detail)) return;
  for (const side of told[event] ?? []) {
    if (side === actor.side) continue;
    await notify(
      trx,
      side === 'buyer' ? order.buyerId : order.providerId,
      {
        what: 'order_step',
        path: orderPath(order.id),
        params: { title: order.title, event, state: to, side, proposal: detail['proposal'] ?? null },
        people: [order.buyerId, order.providerId],
      },
      now,
    );
  }
}
