import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeBearers, feeOf, receivedOf, totalOf } from './fee.ts';

test('exactly one side bears the fee: the buyer’s total equals the provider’s part plus the fee', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.constantFrom(...feeBearers),
      (principal, hundredths, feeBearer) => {
        const price = { principal, feePercent: hundredths / 100, feeBearer };
        const [total, received] = [totalOf(price), receivedOf(price)];
        expect(total - received).toBe(feeOf(principal, price.feePercent));
        expect(feeBearer === 'buyer' ? received : total).toBe(principal);
      },
    ),
  );
});

test('the fee is the percentage, rounded down in the smallest unit in favour of the buyer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 0, max: 5000 }),
      (principal, hundredths) => {
        const fee = BigInt(feeOf(principal, hundredths / 100)) * 10_000n;
        const exact = BigInt(principal) * BigInt(hundredths);
        expect(fee <= exact && exact < fee + 10_000n).toBe(true);
      },
    ),
  );
});
