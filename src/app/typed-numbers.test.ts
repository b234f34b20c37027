import { expect, test } from 'vitest';
import type { z } from 'zod';
import { createInput as lotInput } from '#features/auctions/contract.ts';
import { address } from '#features/orders/contract.ts';
import { isPhone } from '#features/orders/rules.ts';
import { refundAccountInput } from '#features/payments/contract.ts';
import { geocodeQuery, serviceFields } from '#features/services/contract.ts';
import { coarseAddress, isContactPhone } from '#features/services/offering.ts';
import { tenderInput } from '#features/tenders/contract.ts';
import { bankAccountInput, phoneCodeInput, phoneInput } from '#features/verification/contract.ts';

const point = { lat: 35.6, long: 139.7 };

test.each<[string, z.ZodType, unknown, unknown]>([
  ['a phone number', phoneInput.shape.phone, '０１０－１２３４－５６７８', '+821012345678'],
  [
    'a phone number with long vowel marks',
    phoneInput.shape.phone,
    '０９０ー１２３４ー５６７８',
    '+819012345678',
  ],
  ['a code', phoneCodeInput.shape.code, '１２３　４５６', '123456'],
  ['an account', bankAccountInput.shape.accountNumber, '１１０－１２３－４５６７８９', '110123456789'],
  [
    'an account for refunds',
    refundAccountInput.shape.accountNumber,
    '１１０－１２３－４５６７８９',
    '110123456789',
  ],
  ['a recipient’s phone', address.shape.phone, '０２－１２３４－５６７８', '02-1234-5678'],
  ['a postcode', address.shape.postcode, '〒１５０ー０００１', '150-0001'],
  ['an address', address.shape.address, '東京都渋谷区１－２ー３　ｾﾝﾀｰﾋﾞﾙ', '東京都渋谷区1-2-3 センタービル'],
  ['an address of Korea', address.shape.address, '서울 중구 세종대로 １１０', '서울 중구 세종대로 110'],
  ['a contact’s phone', serviceFields.shape.contactPhone, '０３（１２３４）５６７８', '03(1234)5678'],
  ['a price', serviceFields.shape.price, '１２，０００', 12_000],
  ['a price of a lot', lotInput.shape.startPrice, '１２，０００원', 12_000],
  ['an address to look for', geocodeQuery.shape.address, '大阪市北区１−２', '大阪市北区1-2'],
])('%s is read in full width and stored plainly', (_, schema, typed, stored) => {
  expect(schema.parse(typed)).toEqual(stored);
});

test('places are stored plainly', () => {
  const typed = { address: '東京都渋谷区１－２', ...point };
  expect(serviceFields.shape.locations.parse([typed])[0]?.address).toBe('東京都渋谷区1-2');
  expect(tenderInput.shape.place.parse(typed)?.address).toBe('東京都渋谷区1-2');
});

test('forms accept what the server accepts', () => {
  expect(isPhone('０１０－１２３４－５６７８')).toBe(true);
  expect(isContactPhone('０３－１２３４－５６７８')).toBe(true);
  expect(isContactPhone('０３－１２')).toBe(false);
  expect(coarseAddress('〒１５０－０００１　東京都渋谷区１－２')).toBe('東京都渋谷区');
});
