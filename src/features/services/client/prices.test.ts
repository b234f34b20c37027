import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { feeOf } from '#platform/shared/fee.ts';
import { offersOf } from '#app/service/load-service.ts';
import { priceWords } from './words.ts';

// No page sets the language in this test.
vi.mock('#platform/client/page-context.ts', () => ({
  currentLocale: () => 'ko',
  siteOrigin: () => 'https://gongbang.test',
  marketplaceFees: () => ({ feePercent: 10, feeBearer: 'buyer' }),
}));

const service = {
  id: '01890000-0000-7000-8000-000000000000',
  serviceType: 'engineer',
  isFreeService: false,
  pricing: '',
  price: null as number | null,
  hourlyRate: null as number | null,
  pricePerUnit: null as number | null,
  currency: 'KRW',
  printRates: null,
  feePercent: 10,
};

describe('a card', () => {
  test.each([
    [{ price: 30_000 }, '₩33,000'],
    [{ hourlyRate: 20_000 }, '시간당 ₩22,000'],
    [{ price: 10_000, pricePerUnit: 1000 }, '₩11,000 + 개당 ₩1,100'],
    [{ isFreeService: true }, '무료'],
    [{ pricing: '상담 후 결정' }, '상담 후 결정'],
    [
      { serviceType: '3d_printing', printRates: { startFee: 3000, perTenGrams: 500, isFrom: false } },
      '기본요금 ₩3,300 + 10g당 ₩550',
    ],
  ])('of %o shows what a buyer pays, fee included: %s', (fields, words) => {
    expect(priceWords({ ...service, ...fields }, 10).replaceAll('\u00a0', ' ')).toBe(words);
  });

  test('adds nothing if the provider bears the fee', () => {
    expect(priceWords({ ...service, price: 30_000 }, 0)).toBe('₩30,000');
  });

  test('shows the total of an order, and keeps the order by price', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 0, max: 30 }), (one, other, percent) => {
        const shown = (price: number) =>
          Number(priceWords({ ...service, price: price + 1 }, percent).replaceAll(/\D/g, ''));
        expect(shown(one)).toBe(one + 1 + feeOf(one + 1, percent));
        expect(Math.sign(shown(one) - shown(other))).toBe(Math.sign(one - other));
      }),
    );
  });
});

describe('structured data', () => {
  test.each([
    [{ price: 30_000 }, { price: 33_000, priceCurrency: 'KRW' }],
    [{ isFreeService: true }, { price: 0 }],
    [
      { hourlyRate: 20_000 },
      { priceSpecification: { price: 22_000, referenceQuantity: { unitCode: 'HUR' } } },
    ],
  ])('of %o has an offer', (fields, offer) => {
    expect(offersOf({ ...service, ...fields })).toMatchObject({ '@type': 'Offer', ...offer });
  });
  test('has no offer if only a quote can tell the price', () => {
    expect(offersOf(service)).toBeUndefined();
  });
});
