import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, moneyText, parseMoney } from './money.ts';

test.each([
  ['10000', 'KRW', 10_000],
  ['1,500,000', 'KRW', 1_500_000],
  [' １５００ ', 'KRW', 1500],
  ['12.5', 'USD', 1250],
  ['12.50', 'USD', 1250],
  ['1,200', 'USD', 120_000],
  ['0.07', 'USD', 7],
  ['300', 'JPY', 300],
  ['12.5', 'KRW', null],
  ['12.345', 'USD', null],
  ['12,5', 'USD', null],
  ['1,00', 'KRW', null],
  ['-3', 'USD', null],
  ['1e3', 'KRW', null],
  ['', 'KRW', null],
  ['만원', 'KRW', null],
])('%s %s is %s in the smallest unit', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount);
});

test('a formatted field value parses to the same amount', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), fc.constantFrom('KRW', 'JPY', 'USD'), (amount, currency) => {
      expect(parseMoney(moneyText(amount, currency), currency)).toBe(amount);
    }),
  );
});

test('cents are shown as dollars', () => {
  expect(formatMoney(1250, 'USD', 'en')).toBe('$12.50');
  expect(formatMoney(12_500, 'KRW', 'ko')).toBe('₩12,500');
});
