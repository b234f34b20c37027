import { expect, test } from 'vitest';
import { receiptAddress } from './receipt-link.tsx';

test('receipts of the sandbox open in the reader’s language, those of companies at their own address', () => {
  const ours = 'https://gongbang.test/payment/sandbox/sandbox_1/receipt';
  expect(receiptAddress(ours, 'ko')).toBe('/payment/sandbox/sandbox_1/receipt');
  expect(receiptAddress(ours, 'en')).toBe('/en/payment/sandbox/sandbox_1/receipt');
  expect(receiptAddress(ours, 'ja')).toBe('/jp/payment/sandbox/sandbox_1/receipt');
  const theirs = 'https://receipts.example/payment/1';
  expect(receiptAddress(theirs, 'ja')).toBe(theirs);
});
