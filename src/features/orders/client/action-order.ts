import type { ButtonLook } from '#ui/button.tsx';
import type { OrderDetail } from '../contract.ts';
import type { PersonEvent } from '../states.ts';
import { actions } from './order-words.ts';

/** Order of the buttons of an order: what is expected next and can be undone first, what ends it last. */

/** Returns the row of an event; those that have several names share a place. */
const actionOf = (event: PersonEvent) => actions[event === 'propose-settlement' ? 'settle' : event];
const isDanger = (event: PersonEvent) => actionOf(event).look === 'danger';

/** Returns whether an event moves money or ends the order, so that nothing leads back. */
function isFinal(event: PersonEvent, { proposal, claim }: Pick<OrderDetail, 'proposal' | 'claim'>): boolean {
  if (event === 'agree') return proposal?.kind !== 'rework' || claim?.state === 'open';
  return event === 'confirm' || event === 'decline' || event === 'cancel' || event === 'rule';
}

/**
 * Returns the events that the page offers to the reader, the first of which can be undone if any can. Nothing is
 * confirmed before its arrival was told.
 */
export function arrange(
  order: Pick<OrderDetail, 'can' | 'events' | 'proposal' | 'claim' | 'delivery'>,
): { event: PersonEvent; look: ButtonLook }[] {
  const isShown = hasFinished(order);
  const rankOf = (event: PersonEvent) => {
    // Once the finished piece was shown, handing it over is next.
    if (event === 'progress' && isShown) return 3;
    // What was looked at already waits for a decision.
    return event === 'inspect' && wasInspected(order) ? 3 : (actionOf(event).rank ?? 0);
  };
  const offered = order.can.filter((event) => event !== 'confirm' || order.delivery.arrivedAt !== null);
  const sorted = offered.toSorted((one, other) => rankOf(one) - rankOf(other));
  const safe = sorted.findIndex((event) => !isFinal(event, order) && !isDanger(event));
  const first = sorted[safe];
  const arranged = first === undefined ? sorted : [first, ...sorted.toSpliced(safe, 1)];
  return arranged.map((event, index) => ({
    event,
    look: isDanger(event)
      ? 'danger'
      : actionOf(event).look === 'main' && (index === 0 || event === 'agree')
        ? 'primary'
        : 'secondary',
  }));
}

/** Events since the piece that the order is about was begun: a rework begins another one. */
function sinceRework(events: OrderDetail['events']): OrderDetail['events'] {
  const reworked = events.findLastIndex(
    ({ fromState, toState }) => fromState === 'delivered' && toState === 'working',
  );
  return events.slice(reworked + 1);
}

/** Returns whether the work was shown at a stage since it last began. */
export function wasShown({ events }: Pick<OrderDetail, 'events'>, stage: 'underway' | 'finished'): boolean {
  return sinceRework(events).some(({ event, detail }) => event === 'progress' && detail['stage'] === stage);
}

const hasFinished = (order: Pick<OrderDetail, 'events'>) => wasShown(order, 'finished');
const wasInspected = ({ events }: Pick<OrderDetail, 'events'>) =>
  sinceRework(events).some(({ event }) => event === 'inspect');
