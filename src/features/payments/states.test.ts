import { expect, test } from 'vitest';
import { nextQueryMs, refOf } from './rules.ts';
import { paymentStates, paymentTransitions, payoutTransitions, refundTransitions } from './states.ts';

test('money that was captured is known again only as taken back by its bank', () => {
  expect(paymentTransitions.captured).toEqual({ reverse: 'waiting_deposit' });
  // Whatever we thought of it, money may still turn out to have moved.
  for (const state of paymentStates) {
    if (state !== 'captured') expect(paymentTransitions[state].capture).toBe('captured');
  }
});

test('what was sent back or paid out is so for good, and nothing is sent twice while nobody knows', () => {
  expect(refundTransitions.confirmed).toEqual({});
  expect([payoutTransitions.completed, payoutTransitions.failed]).toEqual([{}, {}]);
  expect(Object.keys(payoutTransitions.unknown)).toEqual(['complete', 'fail']);
});

test('an unknown outcome is asked for at 5 s, 30 s, 2 min, 10 min and hourly', () => {
  expect([0, 1, 2, 3, 4, 99].map((queries) => nextQueryMs(queries) / 1000)).toEqual([
    5, 30, 120, 600, 3600, 3600,
  ]);
});

test('a reference is what every gateway takes', () => {
  expect(refOf('p', '019b1234-5678-7abc-8def-0123456789ab')).toMatch(/^[A-Za-z0-9_-]{6,64}$/);
});
