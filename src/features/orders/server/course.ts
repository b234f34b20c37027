import type { Db } from '#platform/server/db.ts';
import type { OrderDetail } from '../contract.ts';
import type { DisputePhase, OrderState, ProposalKind, Side, Standing } from '../states.ts';
import { stepsOf, type Course } from '../steps.ts';
import type { Order } from './locking.ts';

export type Timer = { kind: string; at: Date; leftMs: number | null };

/** Returns the deadline of the state; reminders have none. */
export const deadlineOf = (timers: readonly Timer[]) =>
  timers.find(({ kind, leftMs }) => leftMs === null && !kind.startsWith('remind'))?.at ?? null;

/** Returns what decides who acts next, of an order read with its open proposal, dispute and claim. */
export function standingOf(row: {
  state: OrderState;
  isFree: boolean;
  arrivedAt: Date | null;
  proposalKind: ProposalKind | null;
  proposalSide: 'buyer' | 'provider' | null;
  openedBy: Side | null;
  phase: DisputePhase | null;
  claimId: string | null;
  answeredAt: Date | null;
}): Standing {
  const { state, isFree, arrivedAt, proposalKind, proposalSide, openedBy, phase, claimId, answeredAt } = row;
  return {
    state,
    isFree,
    arrivedAt,
    proposal: proposalKind && proposalSide && { kind: proposalKind, side: proposalSide },
    dispute: openedBy && phase && { openedBy, phase },
    claim: claimId === null ? null : { isAnswered: answeredAt !== null },
  };
}

/** Returns what the steps of an order follow from. */
export function courseOf(
  order: Pick<Order, 'auctionId' | 'startsOn'> & Omit<Course, 'isMade' | 'finishedAt' | 'startsAt' | 'until'>,
  events: readonly {
    event: string;
    detail: Record<string, unknown>;
    at: Date;
    fromState: string | null;
    toState: string;
  }[],
  timers: readonly Timer[],
): Course {
  const reworked = events.findLastIndex(
    ({ event, fromState, toState }) =>
      event === 'agree' && fromState === 'delivered' && toState === 'working',
  );
  const finished = events
    .slice(reworked + 1)
    .findLast(({ event, detail }) => event === 'progress' && detail['stage'] === 'finished');
  return {
    ...order,
    isMade: order.auctionId === null,
    finishedAt: finished?.at ?? null,
    startsAt: order.startsOn === null ? null : new Date(`${order.startsOn}T00:00:00+09:00`),
    until: deadlineOf(timers),
  };
}

export function presentSteps(course: Course): OrderDetail['steps'] {
  return stepsOf(course).map(({ at, by, ...step }) => ({ ...step, at: iso(at), by: iso(by) }));
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

export async function listEvents(db: Db, orderId: string) {
  return db
    .selectFrom('orderEvent')
    .leftJoin('orderNote', 'orderNote.eventId', 'orderEvent.id')
    .select([
      'id',
      'version',
      'event',
      'side',
      'fromState',
      'toState',
      'detail',
      'at',
      'orderNote.text as note',
    ])
    .where('orderEvent.orderId', '=', orderId)
    .orderBy('version')
    .execute();
}

export function listTimers(db: Db, orderId: string): Promise<Timer[]> {
  return db
    .selectFrom('orderTimer')
    .select(['kind', 'at', 'leftMs'])
    .where('orderId', '=', orderId)
    .orderBy('at')
    .execute();
}
