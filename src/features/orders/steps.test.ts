import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryKinds } from './rules.ts';
import { isTerminal, orderStates } from './states.ts';
import { stepsOf, type Course } from './steps.ts';

const at = (day: number) => new Date(Date.UTC(2026, 11, day));
const course: Course = {
  state: 'working',
  isFree: false,
  isMade: true,
  deliveryKind: 'ship',
  createdAt: at(1),
  paidAt: at(1),
  acceptedAt: at(2),
  startedAt: at(3),
  finishedAt: null,
  deliveredAt: null,
  arrivedAt: null,
  endedAt: null,
  startsAt: at(3),
  dueAt: at(8),
  until: null,
};
const told = (more: Partial<Course>) =>
  stepsOf({ ...course, ...more }).map(({ code, status, by }) =>
    [code, status, ...(by ? [by.getUTCDate()] : [])].join(' '),
  );

test('what is done has its day, and what is expected its deadline', () => {
  expect(told({})).toEqual([
    'placed done',
    'paid done',
    'accepted done',
    'begun done',
    'made now 8',
    'sent later 8',
    'arrived later',
    'completed later',
  ]);
  expect(
    told({ state: 'paid', acceptedAt: null, startedAt: null, startsAt: null, dueAt: null, until: at(2) }),
  ).toEqual([
    'placed done',
    'paid done',
    'accepted now 2',
    'begun later',
    'made later',
    'sent later',
    'arrived later',
    'completed later',
  ]);
  const arrived = { state: 'delivered', deliveredAt: at(7), arrivedAt: at(9), until: at(16) } as const;
  expect(told(arrived).at(-1)).toBe('completed now 16');
});

test('a lot is not made, free work is not paid, and a dispute stands where the order was', () => {
  expect(told({ isMade: false })).not.toContain('made now 8');
  expect(told({ isFree: true, paidAt: null }).slice(0, 2)).toEqual(['placed done', 'accepted done']);
  expect(told({ state: 'disputed', until: at(5) })).toContain('disputed now 5');
  expect(told({ state: 'refunded', endedAt: at(5) }).at(-1)).toBe('ended stopped');
});

test('of any order the steps that are done come first, and at most one is expected now', () => {
  const time = fc.option(fc.integer({ min: 1, max: 28 }).map(at), { nil: null });
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom(...orderStates),
        isFree: fc.boolean(),
        isMade: fc.boolean(),
        deliveryKind: fc.constantFrom(...deliveryKinds),
        createdAt: fc.constant(at(1)),
        paidAt: time,
        acceptedAt: time,
        startedAt: time,
        finishedAt: time,
        deliveredAt: time,
        arrivedAt: time,
        endedAt: time,
        startsAt: time,
        dueAt: time,
        until: time,
      }),
      (any) => {
        const steps = stepsOf(any);
        const statuses = steps.map(({ status }) => status);
        const done = statuses.filter((status) => status === 'done').length;
        expect(statuses.slice(0, done).every((status) => status === 'done')).toBe(true);
        expect(statuses.filter((status) => status === 'now').length).toBeLessThanOrEqual(1);
        expect(new Set(steps.map(({ code }) => code)).size).toBe(steps.length);
        expect(statuses.includes('stopped')).toBe(isTerminal(any.state) && any.state !== 'completed');
      },
    ),
  );
});
