import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney, parseWon } from './money.ts';
import { onlyDigits, plainDigits, plainPostcode, plainWidth } from './widths.ts';

test.each([
  ['０１０－１２３４－５６７８', '010-1234-5678'],
  ['010ー1234ー5678', '010-1234-5678'],
  ['010−1234–5678', '010-1234-5678'],
  ['０１０　１２３４　５６７８', '010 1234 5678'],
  ['＋８２（１０）１２３４', '+82(10)1234'],
  ['서울특별시 중구 세종대로 １１０－２', '서울특별시 중구 세종대로 110-2'],
  ['東京都渋谷区神南１ー２ー３ ｾﾝﾀｰﾋﾞﾙ４Ｆ', '東京都渋谷区神南1-2-3 センタービル4F'],
  ['センター 3ー', 'センター 3ー'],
  ['２０２６－１２－０１', '2026-12-01'],
])('%j is plainly %j', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain);
});

test.each([
  ['〒１５０ー０００１', '150-0001'],
  ['〒150 - 0001', '150-0001'],
  ['(우) ０４５２４', '04524'],
  ['우04524', '04524'],
  ['04524', '04524'],
  ['', ''],
])('the postcode %j is %j', (typed, plain) => {
  expect(plainPostcode(typed)).toBe(plain);
});

test('numbers of accounts and codes lose what groups their digits', () => {
  expect(onlyDigits('１１０－２３４ー５６７８９０')).toBe('110234567890');
  expect(onlyDigits(' １２３　４５６ ')).toBe('123456');
});

test('prices are read in either width', () => {
  expect(parseWon('１２，０００원')).toBe(12_000);
  expect(parseWon('￦１２，０００')).toBe(12_000);
  expect(parseMoney('１２．５０', 'USD')).toBe(1250);
});

test('a plain text stays plain, and single jamo as they are', () => {
  expect(plainWidth('ㄷㄹ ｱＡ')).toBe('ㄷㄹ アA');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0１９-－ーｰ−– 　가センㄷ〒(') }), (text) => {
      const plain = plainDigits(text);
      expect(plainDigits(plain)).toBe(plain);
      expect(plain).not.toMatch(/[０-９－]/);
    }),
  );
});
