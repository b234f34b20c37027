import { expect, test } from 'vitest';
import { receiptAddress } from './receipt-link.tsx';

test('receipts of the sandbox open in the language of their reader, those of companies as they were given', () => {
  const ours = 'https://gongbang.test/payment/sandbox/sandbox_1/receipt';
  expect(receiptAddress(ours, 'ko')).toBe('/payment/sandbox/sandbox_1/receipt');
  expect(receiptAddress(ours, 'en')).toBe('/en/payment/sandbox/sandbox_1/receipt');
  expect(receiptAddress(ours, 'ja')).toBe('/jp/payment/sandbox/sandbox_1/receipt');
  const theirs = 'https://receipts.example/payment/1';
  expect(receiptAddress(theirs, 'ja')).toBe(theirs);
});
