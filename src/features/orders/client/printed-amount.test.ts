import { expect, test } from 'vitest';
import { printedAmount } from './printed-amount.ts';

test.each([
  [1234.567, '1234.57'],
  [18, '18'],
  [0.005, '0.01'],
  [0.004, ''],
  [0, ''],
  [null, ''],
  [undefined, ''],
])('an amount of %s stands in its field as "%s": 0 would be refused', (amount, shown) => {
  expect(printedAmount(amount)).toBe(shown);
});
