import { notify } from '#features/notifications/server/public.ts';
import { countParts } from '#features/payments/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { presentOr } from '#platform/server/present-each.ts';
import { orderNumber } from '#platform/shared/order-number.ts';
import { isHalfARuling, isLetDown, keepsDelivery, split, wasSent, type DeliveryBearer } from '../rules.ts';
import { courseOf, listEvents, listTimers, presentSteps, standingOf } from './course.ts';
import { nextStepOf, turnOf, type OrderEvent, type Side } from '../states.ts';

export const orderPath = (id: string) => `/orders/${id}`;

type Happened = {
  orderId: string;
  event: OrderEvent | 'create';
  actor: { side: Side };
  detail: Record<string, unknown>;
};

/** Recipients of each event; never its actor. */
export const told: Partial<Record<OrderEvent | 'create', readonly ('buyer' | 'provider')[]>> = {
  create: ['provider'],
  captured: ['buyer', 'provider'],
  accept: ['buyer'],
  decline: ['buyer'],
  cancel: ['buyer', 'provider'],
  unpaid: ['buyer'],
  unanswered: ['buyer', 'provider'],
  start: ['buyer'],
  progress: ['buyer'],
  deliver: ['buyer'],
  arrived: ['buyer', 'provider'],
  inspect: ['provider'],
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

/** Notifies of an event: link, amount, and the next step with its deadline. */
export async function tell(trx: Trx, { orderId, event, actor, detail }: Happened, now: Date): Promise<void> {
  if (isHalfARuling(detail)) return;
  const others = (told[event] ?? []).filter((side) => side !== actor.side);
  if (others.length === 0) return;
  const { order, standing, until, answerBy } = await readStanding(trx, orderId);
  const sides =
    event === 'captured' && (await isPaidWithOthers(trx, order)) ? others.filter(isProvider) : others;
  const shares = await trx.selectFrom('orderShare').select('amount').where('orderId', '=', orderId).execute();
  const price = {
    ...order,
    feePercent: Number(order.feePercent),
    shares: shares.map(({ amount }) => amount),
  };
  const { keep } = detail;
  // Amounts that are only proposed, or not final, move nothing yet.
  const isDivided = detail['money'] === true || event === 'propose-settlement' || event === 'rule';
  const isDeliveryKept = (kept: number) =>
    order.deliveryKept ??
    keepsDelivery(order, kept, {
      wasSent: wasSent(order),
      bearer: detail['deliveryBearer'] as DeliveryBearer | undefined,
    });
  const parts =
    isDivided && !order.isFree && typeof keep === 'number' ? split(price, keep, isDeliveryKept(keep)) : null;
  const next = nextStepOf(standing);
  const by = next === 'start' || next === 'deliver' ? order.dueAt : (answerBy ?? until);
  // The state's own deadline keeps running while a proposal waits, and may come first.
  const without = { ...standing, proposal: null };
  const sooner =
    answerBy !== null && until !== null && until < answerBy
      ? { next: nextStepOf(without), turn: turnOf(without), by: until.toISOString() }
      : null;
  // What cannot be presented never keeps an order from going on.
  const steps = await presentOr(
    { kind: 'order', id: orderId },
    async () => presentSteps(courseOf(order, await listEvents(trx, orderId), await listTimers(trx, orderId))),
    () => [],
  );
  for (const side of sides) {
    await notify(
      trx,
      side === 'buyer' ? order.buyerId : order.providerId,
      {
        what: 'order_step',
        path: orderPath(order.id),
        params: {
          title: order.title,
          number: orderNumber(order.id),
          event,
          state: order.state,
          side,
          proposal: detail['proposal'] ?? null,
          isFree: order.isFree,
          isLot: order.auctionId !== null,
          isFetched: order.sealedPickupCode !== null,
          isSent: order.deliveryKind !== 'digital',
          currency: order.currency,
          amount: side === 'buyer' ? order.total : split(price, order.principal, true).provider,
          parts,
          about: detail['amount'] ?? null,
          granted: detail['granted'] ?? null,
          stage: detail['stage'] ?? null,
          works: detail['works'] ?? null,
          outside: countOutside(detail['measured']),
          tradeType: order.serviceType,
          steps,
          again: side === 'buyer' && order.auctionId === null && isLetDown(event, actor.side, order.state),
          next,
          turn: turnOf(standing),
          by: by?.toISOString() ?? null,
          sooner,
        },
        people: [order.buyerId, order.providerId],
      },
      now,
    );
  }
}

const isProvider = (side: 'buyer' | 'provider') => side === 'provider';

/** Whether the payment of an order pays others too: its buyer is told once, by the basket. */
async function isPaidWithOthers(trx: Trx, { paymentId }: { paymentId: string | null }): Promise<boolean> {
  return paymentId !== null && (await countParts(trx, paymentId)) > 1;
}

/** Counts the measurements outside of their tolerance. */
function countOutside(measured: unknown): number {
  const found = Array.isArray(measured) ? (measured as { isWithin: boolean | null }[]) : [];
  return found.filter(({ isWithin }) => isWithin === false).length;
}

async function readStanding(trx: Trx, orderId: string) {
  const { proposalKind, proposalSide, answerBy, openedBy, phase, claimId, answeredAt, until, ...order } =
    await trx
      .selectFrom('orders')
      .leftJoin('orderProposal as proposal', (join) =>
        join.onRef('proposal.orderId', '=', 'orders.id').on('proposal.state', '=', 'open'),
      )
      .leftJoin('orderDispute as dispute', (join) =>
        join.onRef('dispute.orderId', '=', 'orders.id').on('dispute.endedAt', 'is', null),
      )
      .leftJoin('orderClaim as claim', (join) =>
        join.onRef('claim.orderId', '=', 'orders.id').on('claim.state', '=', 'open'),
      )
      .select([
        'orders.id',
        'orders.state',
        'orders.auctionId',
        'title',
        'buyerId',
        'providerId',
        'isFree',
        'currency',
        'sealedPickupCode',
        'paymentId',
      ])
      .select(['principal', 'total', 'feePercent', 'feeBearer', 'dueAt', 'arrivedAt'])
      .select(['deliveryPrice', 'deliveryKept', 'deliveredAt', 'reworks'])
      .select(['deliveryKind', 'serviceType', 'startsOn', 'orders.createdAt', 'paidAt', 'acceptedAt'])
      .select(['startedAt', 'orders.endedAt'])
      .select([
        'proposal.kind as proposalKind',
        'proposal.side as proposalSide',
        'proposal.expiresAt as answerBy',
      ])
      .select(['dispute.openedBy', 'phase'])
      .select(['claim.id as claimId', 'claim.answeredAt'])
      .select((select) =>
        select
          .selectFrom('orderTimer')
          .select(({ fn }) => fn.min('at').as('at'))
          .whereRef('orderTimer.orderId', '=', 'orders.id')
          .where('leftMs', 'is', null)
          .where('orderTimer.kind', 'not like', 'remind%')
          .as('until'),
      )
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow();
  const standing = standingOf({
    ...order,
    proposalKind,
    proposalSide,
    openedBy,
    phase,
    claimId,
    answeredAt,
  });
  return { order, standing, until, answerBy };
}
