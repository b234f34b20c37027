import { expect, test } from 'vitest';
import { bankCodes, maskPhone, normalizePhone, sameHolder, secondsToResend } from './rules.ts';

test.each([
  ['010-1234-5678', '+821012345678'],
  ['01012345678', '+821012345678'],
  ['+82 10 1234 5678', '+821012345678'],
  ['+82 010-1234-5678', '+821012345678'],
  ['0082-10-1234-5678', '+821012345678'],
  ['010 1234 5678', '+821012345678'],
  ['016-123-4567', '+82161234567'],
  ['090-1234-5678', '+819012345678'],
  ['+81 90 1234 5678', '+819012345678'],
  ['+1 (415) 555-0100', '+14155550100'],
  ['02-123-4567', null],
  ['010-1234', null],
  ['1012345678', null],
  ['+8221234567', null],
  ['전화', null],
  ['', null],
  ['+0123456789', null],
])('the phone %j is %j', (text, phone) => {
  expect(normalizePhone(text)).toBe(phone);
});

test('a phone number is masked except for its end', () => {
  expect(maskPhone('+821012345678')).toBe('+82 •••• 5678');
  // The country code stays complete at any length.
  expect(maskPhone('+14155550134')).toBe('+1 •••• 0134');
  expect(maskPhone('+79161234567')).toBe('+7 •••• 4567');
  expect(maskPhone('+447911123456')).toBe('+44 •••• 3456');
  expect(maskPhone('+819012345678')).toBe('+81 •••• 5678');
  expect(maskPhone('+85212345678')).toBe('+852 •••• 5678');
  expect(maskPhone('+3531234567')).toBe('+353 •••• 4567');
});

test.each([
  ['김민아', '김 민아', true],
  ['(주)공방', '주식회사 공방', true],
  ['㈜공방', '공방', true],
  ['Kim Mina', 'KIM MINA', true],
  ['김민아', '김민지', false],
])('the holders %j and %j are the same: %j', (one, other, same) => {
  expect(sameHolder(one, other)).toBe(same);
});

test('there are 26 banks without duplicates', () => {
  expect(new Set(bankCodes).size).toBe(26);
});

test('another code can be requested a minute after the last one', () => {
  const now = new Date('2026-01-01T00:01:00Z');
  expect(secondsToResend(null, now)).toBe(0);
  expect(secondsToResend(new Date('2026-01-01T00:00:00Z'), now)).toBe(0);
  expect(secondsToResend(new Date('2026-01-01T00:00:59.500Z'), now)).toBe(60);
});
