import type { Desk, Waiting } from './contract.ts';

/** Lines of each list; further ones are counted. */
export const maxShown = 30;

/** Sorts what waits by its deadline; what has none comes last, in the order in which it was found. */
export function byUrgency(waiting: readonly Waiting[]): Waiting[] {
  const at = ({ until }: Waiting) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until));
  return waiting.toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)));
}

type Upcoming = NonNullable<NonNullable<Desk['money']>['next']>;

/** Returns the payouts that come next together: those that are on their way, or those of the first day. */
export function firstPayout(upcoming: readonly Upcoming[]): Upcoming | null {
  const at = ({ payableOn }: Upcoming) =>
    payableOn === null ? Number.POSITIVE_INFINITY : Date.parse(payableOn);
  const soon = (one: Upcoming) => (one.because === 'on_its_way' ? 0 : one.because === 'next_run' ? 1 : 2);
  const [first] = upcoming.toSorted(
    (one, other) => soon(one) - soon(other) || (at(one) === at(other) ? 0 : at(one) - at(other)),
  );
  if (!first) return null;
  const { payableOn, because, holdDays } = first;
  const together = upcoming.filter((one) => one.because === because && one.payableOn === payableOn);
  return { payableOn, because, holdDays, amount: together.reduce((sum, { amount }) => sum + amount, 0) };
}
