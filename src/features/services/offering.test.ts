import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarseAddress, isContactPhone, parseWords, printRatesOf, withFee } from './offering.ts';

describe('the public part of an address', () => {
  test.each([
    ['서울 성동구 성수이로 20', '서울 성동구'],
    ['서울특별시 성동구 성수동2가 300-1 3층', '서울특별시 성동구'],
    ['대한민국 서울 강남구 테헤란로 1', '서울 강남구'],
    ['경기도 성남시 분당구 판교로 242 101동 1203호', '경기도 성남시 분당구'],
    ['세종특별자치시 한누리대로 2130', '세종특별자치시'],
    ['성남시 분당구 정자동 5', '성남시 분당구'],
    ['우리집 뒷골목 3', ''],
    ['東京都渋谷区神南1-2-3', '東京都渋谷区'],
    ['〒530-0001 大阪府大阪市北区梅田3丁目', '大阪府大阪市'],
    ['20 Seongsui-ro, Seongdong-gu, Seoul 04790, Republic of Korea', 'Seongdong-gu, Seoul'],
    ['Apartment 3, somewhere', ''],
    ['', ''],
  ])('%s: %s', (address, coarse) => {
    expect(coarseAddress(address)).toBe(coarse);
  });

  test('never includes a house number', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (street, number) => {
        expect(coarseAddress(`서울 성동구 ${street} ${number}`)).not.toMatch(/\d/);
        expect(coarseAddress(`${number} ${street}, Seoul`)).not.toMatch(/\d/);
      }),
    );
  });
});

test.each([
  ['010-1234-5678', true],
  ['02) 123 4567', true],
  ['+82 10 1234 5678', true],
  ['(02) 123-4567', true],
  ['1588-0000', true],
  ['123', false],
  ['call me', false],
  ['010-1234-5678 오후만', false],
  ['01012345678901234', false],
])('%s is a phone number: %s', (text, expected) => {
  expect(isContactPhone(text)).toBe(expected);
});

test('words are parsed from commas or a list, without duplicates', () => {
  expect(parseWords('FDM, #레진 ,fdm,')).toEqual(['FDM', '레진']);
  expect(parseWords(['PLA', 'pla', ' TPU '])).toEqual(['PLA', 'TPU']);
});

test.each([
  [30_000, 10, 33_000],
  [19, 10, 20],
  [1000, 7.5, 1075],
  [50_000, 0, 50_000],
  [999_999_999_999, 12.34, 1_123_399_999_998],
])('%i with a fee of %f percent is %i, rounded in the buyer’s favour', (amount, percent, whole) => {
  expect(withFee(amount, percent)).toBe(whole);
});

describe('the first price of quotes for prints', () => {
  const service = {
    serviceType: '3d_printing',
    isFreeService: false,
    currency: 'KRW',
    pricing: '',
    price: null,
    hourlyRate: null,
    pricePerUnit: null,
  };
  const card = {
    startFee: 3000,
    minimum: 0,
    perTenGrams: 1500,
    materials: [],
    perHour: 0,
    perUnit: 0,
    perLoad: 0,
  };
  const silk = { material: '실크 PLA', density: 1.3 };
  test.each([
    ['the standard prices', {}, null, [10_000, 2000, false]],
    ['what 10 g cost', { pricePerUnit: 3000 }, null, [10_000, 3000, false]],
    ['what 10 g cost on a price of their own', { price: 500, pricePerUnit: 3000 }, null, [500, 3000, false]],
    [
      'a rate card, whatever else is said',
      { pricing: '10g당 2,000원', pricePerUnit: 1 },
      card,
      [3000, 1500, false],
    ],
    ['a rate card in another money', { currency: 'JPY' }, card, [3000, 1500, false]],
    [
      'a material that costs more',
      {},
      { ...card, materials: [{ ...silk, perTenGrams: 2000 }] },
      [3000, 1500, true],
    ],
    [
      'a material that costs less',
      {},
      { ...card, materials: [{ ...silk, perTenGrams: 900 }] },
      [3000, 900, true],
    ],
    [
      'a material that costs as much',
      {},
      { ...card, materials: [{ ...silk, perTenGrams: null }] },
      [3000, 1500, false],
    ],
    ['hours on top', {}, { ...card, perHour: 1000 }, [3000, 1500, true]],
    ['a minimum above it', {}, { ...card, minimum: 9000 }, [3000, 1500, true]],
    ['a minimum below it', {}, { ...card, minimum: 4500 }, [3000, 1500, false]],
    ['pieces alone', {}, { ...card, perTenGrams: 0, perUnit: 700 }, [3700, 0, true]],
  ] as const)('%s', (_name, more, own, [startFee, perTenGrams, isFrom]) => {
    expect(printRatesOf({ ...service, ...more }, own && { ...own, materials: [...own.materials] })).toEqual({
      startFee,
      perTenGrams,
      isFrom,
    });
  });

  test.each([
    ['what is free', { isFreeService: true }],
    ['what is no print', { serviceType: 'woodworking' }],
    ['an hour', { hourlyRate: 20_000 }],
    ['an amount', { price: 90_000 }],
    ['words', { pricing: '견적 문의' }],
    ['another money', { currency: 'JPY', pricePerUnit: 300 }],
  ])('not %s', (_name, more) => {
    expect(printRatesOf({ ...service, ...more }, null)).toBeNull();
  });
});
