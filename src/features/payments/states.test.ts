import { expect, test } from 'vitest';
import { nextQueryMs, refOf } from './rules.ts';
import { paymentStates, paymentTransitions, payoutTransitions, refundTransitions } from './states.ts';

test('a captured payment changes only when its bank takes it back', () => {
  expect(paymentTransitions.captured).toEqual({ reverse: 'waiting_deposit' });
  // In every other state, money may still turn out to have moved.
  const others = paymentStates.filter((state) => state !== 'captured');
  expect(others.filter((state) => paymentTransitions[state].capture !== 'captured')).toEqual([]);
});

test('confirmed refunds and payouts are final, and nothing is sent again while its outcome is unknown', () => {
  expect(refundTransitions.confirmed).toEqual({});
  expect([payoutTransitions.completed, payoutTransitions.failed]).toEqual([{}, {}]);
  expect(Object.keys(payoutTransitions.unknown)).toEqual(['complete', 'fail']);
});

test('an unknown outcome is queried after 5 s, 30 s, 2 min, 10 min and then hourly', () => {
  expect([0, 1, 2, 3, 4, 99].map((queries) => nextQueryMs(queries) / 1000)).toEqual([
    5, 30, 120, 600, 3600, 3600,
  ]);
});

test('a reference is valid at every gateway', () => {
  expect(refOf('p', '019b1234-5678-7abc-8def-0123456789ab')).toMatch(/^[A-Za-z0-9_-]{6,64}$/);
});
