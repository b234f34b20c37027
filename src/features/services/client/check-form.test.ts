import { expect, test } from 'vitest';
import { checkForm, type PriceKind } from './check-form.ts';

const place = { address: '서울 성동구', lat: 37.54, long: 127.05, exact: false };

function check(priceKind: PriceKind, fields: Record<string, string> = {}, isDraft = false) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ title: '출력', serviceType: '3d_printing', ...fields }))
    data.set(name, value);
  return Object.keys(checkForm(data, { isDraft, places: [place], priceKind }));
}

test('a price is free only if that was chosen', () => {
  expect(check('')).toEqual(['isFreeService']);
  expect(check('', {}, true)).toEqual([]);
  expect(check('free')).toEqual([]);
  expect(check('standard')).toEqual([]);
});

test('an amount is required if one is charged', () => {
  expect(check('per_unit')).toEqual(['pricePerUnit']);
  expect(check('per_unit', { pricePerUnit: '2000' })).toEqual([]);
});

test('incomplete hours are refused when publishing, not in a draft', () => {
  expect(check('free', { hoursUnfinished: '1' })).toEqual(['availableHours']);
  expect(check('free', { hoursUnfinished: '1' }, true)).toEqual([]);
});

test('a print with a price on request needs a text, or its card would show the standard price', () => {
  expect(check('ask')).toEqual(['pricing']);
  expect(check('ask', { pricing: '문의' })).toEqual([]);
  expect(check('ask', { serviceType: 'electronics' })).toEqual([]);
});
