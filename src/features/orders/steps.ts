import type { DeliveryKind } from './rules.ts';
import { isTerminal, type OrderState } from './states.ts';

/** Steps of an order from its placing to its end, with their dates, as both sides read them. */

export const stepCodes = [
  'placed',
  'paid',
  'accepted',
  'begun',
  'made',
  'sent',
  'ready',
  'handed_over',
  'arrived',
  'fetched',
  'completed',
  'disputed',
  'ended',
] as const;
export type StepCode = (typeof stepCodes)[number];
export type StepStatus = 'done' | 'now' | 'later' | 'stopped';
export type Step = { code: StepCode; status: StepStatus; at: Date | null; by: Date | null };

/** What the steps of an order follow from. */
export type Course = {
  state: OrderState;
  isFree: boolean;
  isMade: boolean;
  deliveryKind: DeliveryKind;
  createdAt: Date;
  paidAt: Date | null;
  acceptedAt: Date | null;
  startedAt: Date | null;
  /** When the finished piece was shown, since a rework. */
  finishedAt: Date | null;
  deliveredAt: Date | null;
  arrivedAt: Date | null;
  endedAt: Date | null;
  /** Day on which the provider said that the work begins. */
  startsAt: Date | null;
  dueAt: Date | null;
  /** Deadline of the state. */
  until: Date | null;
};

const handedOver = { ship: 'sent', pickup: 'ready', digital: 'handed_over' } as const;

/**
 * Returns the steps. The first that is not done is expected now, with its date; what a lot does not have, being made,
 * is left out, and what is handed over as files arrives at once. An order that did not complete stops where it was.
 */
export function stepsOf(course: Course): Step[] {
  const { state, isFree, isMade, deliveryKind, until, dueAt } = course;
  const { startedAt, deliveredAt, arrivedAt, endedAt } = course;
  const isCompleted = state === 'completed';
  type Planned = { code: StepCode; at: Date | null; by: Date | null };
  const made: Planned[] = isMade ? [{ code: 'made', at: course.finishedAt ?? deliveredAt, by: dueAt }] : [];
  const arrival: Planned[] =
    deliveryKind === 'digital'
      ? []
      : [{ code: deliveryKind === 'pickup' ? 'fetched' : 'arrived', at: arrivedAt, by: null }];
  const planned: Planned[] = [
    { code: 'placed', at: course.createdAt, by: null },
    ...(isFree ? [] : [{ code: 'paid', at: course.paidAt, by: until } as const]),
    { code: 'accepted', at: course.acceptedAt, by: until },
    { code: 'begun', at: startedAt, by: course.startsAt },
    ...made,
    { code: handedOver[deliveryKind], at: deliveredAt, by: dueAt },
    ...arrival,
    { code: 'completed', at: isCompleted ? endedAt : null, by: arrivedAt === null ? null : until },
  ];
  const doneCount = planned.findLastIndex(({ at }) => at !== null) + 1;
  const done = planned.slice(0, doneCount).map((step): Step => ({ ...step, status: 'done', by: null }));
  const rest = planned.slice(doneCount);
  if (isTerminal(state) && !isCompleted) {
    return [...done, { code: 'ended', status: 'stopped', at: endedAt, by: null }];
  }
  if (state === 'disputed') {
    return [
      ...done,
      { code: 'disputed', status: 'now', at: null, by: until },
      ...rest.map((step): Step => ({ ...step, status: 'later', by: null })),
    ];
  }
  return [
    ...done,
    ...rest.map((step, index): Step => {
      if (index === 0) return { ...step, status: 'now' };
      // Deadlines of the state belong to the step that is expected now.
      return { ...step, status: 'later', by: step.by === until ? null : step.by };
    }),
  ];
}
