import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarseAddress, isContactPhone, parseWords, withFee } from './offering.ts';

describe('of an address, everybody may know', () => {
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

  test('never a number of a house', () => {
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
])('%s is a number to call: %s', (text, expected) => {
  expect(isContactPhone(text)).toBe(expected);
});

test('words come comma separated or as a list, each once', () => {
  expect(parseWords('FDM, #레진 ,fdm,')).toEqual(['FDM', '레진']);
  expect(parseWords(['PLA', 'pla', ' TPU '])).toEqual(['PLA', 'TPU']);
});

test.each([
  [30_000, 10, 33_000],
  [19, 10, 20],
  [1000, 7.5, 1075],
  [50_000, 0, 50_000],
  [999_999_999_999, 12.34, 1_123_399_999_998],
])('%i with a fee of %f percent is %i: rounding favours the buyer', (amount, percent, whole) => {
  expect(withFee(amount, percent)).toBe(whole);
});
