import { expect, test } from 'vitest';
import { askedOf, reasonWords } from './success-screen.tsx';

test.each([
  [
    { paymentKey: 'key', orderId: 'gbp_1', amount: '33000' },
    { paymentKey: 'key', ref: 'gbp_1', amount: 33_000 },
  ],
  [{}, null],
  [{ paymentKey: 'key', orderId: 'gbp_1', amount: '-1' }, null],
  [{ paymentKey: 'key', orderId: 'gbp_1', amount: '1e3' }, null],
  [{ paymentKey: 'key', orderId: '../admin', amount: '1' }, null],
  [{ paymentKey: '', orderId: 'gbp_1', amount: '1' }, null],
])('an address with %j asks for %j', (search, asked) => {
  expect(askedOf(search)).toEqual(asked);
});

test('every gateway code, known or unknown, is explained in our own words', () => {
  const told = ['PAY_PROCESS_CANCELED', 'PAY_PROCESS_ABORTED', 'REJECT_CARD_COMPANY', 'EVIL <b>'].map(
    reasonWords,
  );
  expect(new Set(told).size).toBe(4);
  for (const words of told) expect(words).not.toMatch(/[A-Z<]/);
});
