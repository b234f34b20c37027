import { expect, test } from 'vitest';
import { canInquire, canSettle, canWrite, sideOf } from './access.ts';

const parties = { customerId: 'customer', providerId: 'provider' };

test.each([
  ['customer', 'customer'],
  ['provider', 'provider'],
  ['stranger', null],
])('%s is on the side %s', (id, side) => {
  expect(sideOf({ id }, parties)).toBe(side);
});

test('nobody asks themselves, writes to somebody who has left, or settles for the other side', () => {
  expect(canInquire({ id: 'a' }, { ownerId: 'a' })).toBe(false);
  expect(canInquire({ id: 'a' }, { ownerId: 'b' })).toBe(true);
  expect(canWrite({ isAnyGone: true })).toBe(false);
  expect(canWrite({ isAnyGone: false })).toBe(true);
  expect(canSettle('provider')).toBe(true);
  expect(canSettle('customer')).toBe(false);
});
