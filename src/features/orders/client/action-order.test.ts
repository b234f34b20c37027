import { expect, test } from 'vitest';
import { standardTerms } from '#platform/shared/order-terms.ts';
import type { OrderDetail } from '../contract.ts';
import { choicesOf, orderStates, proposalKinds, type Facts } from '../states.ts';
import { arrange } from './action-order.ts';

const facts: Facts = {
  state: 'created',
  isFree: false,
  isFunded: true,
  customMade: false,
  hasConsent: true,
  filesUnchanged: true,
  isMade: true,
  notes: { progress: 0, inspect: 0 },
  isMeasured: true,
  dueAt: new Date(0),
  deliveredAt: null,
  arrivedAt: null,
  reworks: 0,
  proposal: null,
  dispute: null,
  claim: null,
  wasClaimRefused: false,
};
type Shown = Parameters<typeof arrange>[0];
const orderOf = (can: OrderDetail['can'], more: Partial<Shown> = {}): Shown => ({
  can,
  events: [],
  proposal: null,
  claim: null,
  delivery: { arrivedAt: null } as OrderDetail['delivery'],
  ...more,
});
const namesOf = (order: Shown) => arrange(order).map(({ event }) => event);
const progress = (stage: string) =>
  ({
    event: 'progress',
    fromState: 'working',
    toState: 'working',
    detail: { stage },
  }) as unknown as Shown['events'][number];

test('what cannot be undone is never the first button where there is another one', () => {
  const final = new Set(['confirm', 'decline', 'cancel', 'rule']);
  const wrong: string[] = [];
  for (const state of orderStates)
    for (const side of ['buyer', 'provider'] as const)
      for (const kind of [null, ...proposalKinds])
        for (const arrivedAt of [null, new Date()]) {
          const proposal = kind && ({ kind, side: side === 'buyer' ? 'provider' : 'buyer' } as const);
          const { can } = choicesOf(
            side,
            { ...facts, state, arrivedAt, proposal },
            new Date(),
            standardTerms,
          );
          const shown = namesOf(
            orderOf(can, {
              proposal: proposal as Shown['proposal'],
              delivery: { arrivedAt: arrivedAt?.toISOString() ?? null } as OrderDetail['delivery'],
            }),
          );
          const [first] = shown;
          const isFinal = (event: string | undefined) =>
            final.has(event ?? '') || (event === 'agree' && kind !== 'rework');
          if (isFinal(first) && shown.some((event) => !isFinal(event) && event !== 'dispute'))
            wrong.push(`${state} ${side} ${kind}: ${shown.join()}`);
        }
  expect(wrong).toEqual([]);
});

test('the work is shown before it is handed over, and what was shown is handed over next', () => {
  const can = ['deliver', 'progress', 'dispute'] as OrderDetail['can'];
  expect(namesOf(orderOf(can))[0]).toBe('progress');
  expect(namesOf(orderOf(can, { events: [progress('underway')] }))[0]).toBe('progress');
  expect(namesOf(orderOf(can, { events: [progress('underway'), progress('finished')] }))[0]).toBe('deliver');
});

test('nothing is confirmed before it arrived', () => {
  const can = ['confirm', 'arrived', 'rework'] as OrderDetail['can'];
  expect(namesOf(orderOf(can))).toEqual(['arrived', 'rework']);
});
