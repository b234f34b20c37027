import { expect, test } from 'vitest';
import { locales } from '#i18n/languages.ts';
import { findingFacts, findingSubject } from './finding-words.ts';
import { paymentStates, payoutStates, refundStates } from './states.ts';

const id = '01a20d9b-996e-7000-8000-4b836e000001';

test('amounts are shown in won with the sign of their account, and moments in Korea’s time', () => {
  const facts = (invariant: 'I3' | 'I4' | 'I6' | 'I8' | 'unknown', subject: string, detail: object) =>
    findingFacts({ invariant, subject, detail: { ...detail } }, 'en');
  expect(facts('I4', `payment:${id}`, { ours: 30_800, gateway: 0 })).toEqual([
    ['Left by our records', '₩30,800'],
    ['Left at the payment company', '₩0'],
  ]);
  // A negative balance of this account means that nothing is owed.
  expect(facts('I3', `escrow:${id}`, { balance: 500 })).toEqual([['Balance in the books', '-₩500']]);
  expect(facts('I8', `escrow:${id}`, { kept: -500, folded: -700 })).toEqual([
    ['Stored balance', '₩500'],
    ['Balance worked out anew', '₩700'],
  ]);
  expect(facts('I8', 'fold:fee_revenue', { kept: -500, folded: 0 })).toEqual([
    ['Stored balance', '₩500'],
    ['Balance worked out anew', '₩0'],
  ]);
  expect(facts('I6', 'fees', { booked: 100, kept: 90 })).toEqual([
    ['Amount in the books', '₩100'],
    ['Fees and VAT that orders and sponsorships left', '₩90'],
  ]);
  expect(facts('unknown', `payment:${id}`, { since: '2026-11-26T15:30:00Z' })).toEqual([
    ['Unknown since', 'Nov 27, 2026, 12:30 AM'],
  ]);
});

test('facts without a name or text are shown raw', () => {
  expect(
    findingFacts(
      {
        invariant: 'refund',
        subject: `refund:${id}`,
        detail: { state: 'elsewhere', code: null, odd: { a: 1 }, amount: 'many', due: 'soon' },
      },
      'ko',
    ),
  ).toEqual([
    ['상태', 'elsewhere'],
    ['오류 코드', '–'],
    ['odd', '{"a":1}'],
    ['금액', 'many'],
    ['판정 기한', 'soon'],
  ]);
  expect(findingSubject({ invariant: 'settlement', subject: 'toss:abc', detail: {} }, 'ko')).toBe('toss:abc');
});

test('states have texts in three languages, for every kind of row', () => {
  const states = [...paymentStates, ...refundStates, ...payoutStates];
  for (const locale of locales)
    for (const state of states) {
      const [fact] = findingFacts({ invariant: 'I8', subject: `payment:${id}`, detail: { state } }, locale);
      expect(fact?.[1]).not.toBe(state);
    }
});

test('the subject is named before its id', () => {
  const subject = (invariant: 'I1' | 'I2' | 'I3' | 'I8', about: string) =>
    findingSubject({ invariant, subject: about, detail: {} }, 'ko');
  expect(subject('I3', `escrow:${id}`)).toBe(`보관 중인 돈 ${id}`);
  expect(subject('I8', `refund:${id}`)).toBe(`환불 ${id}`);
  expect(subject('I8', 'fold:losses')).toBe('손실');
  expect(subject('I1', id)).toBe(`장부 기록 ${id}`);
  expect(subject('I2', 'all')).toBe('장부 전체');
});
