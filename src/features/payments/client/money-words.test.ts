import { expect, test, vi } from 'vitest';
import { journalRules } from '#features/ledger/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { payableReasons } from '../contract.ts';
import { findingKinds, type FindingKind } from '../rules.ts';
import { findingWords, refundCause, ruleWords, staffRefundStateNames } from '../words.ts';
import { accountBalance, accountChange, payoutReason } from './money-words.ts';

// Behave as in a browser, outside of server rendering.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

test('every kind of finding has a title and a text of its own, in three languages', () => {
  expect(Object.keys(findingWords).toSorted()).toEqual([...findingKinds].toSorted());
  for (const part of ['title', 'text'] as const) {
    const told = findingKinds.flatMap((kind) =>
      locales.map((locale) =>
        m[`payments.found.${kind.toLowerCase() as Lowercase<FindingKind>}.${part}`]({}, { locale }),
      ),
    );
    expect(new Set(told).size).toBe(findingKinds.length * locales.length);
  }
});

test('the wait of a payable names its own date and length', () => {
  const wait = { payableOn: '2026-11-30T00:00:00.000Z', holdDays: 5 };
  expect(payoutReason({ ...wait, because: 'hold' })).toContain('5일');
  expect(payoutReason({ ...wait, because: 'first_orders' })).toContain('5일');
  for (const because of payableReasons) expect(payoutReason({ ...wait, because })).toMatch(/요\.$/);
  expect(payoutReason({ ...wait, because: 'on_its_way', state: 'completed' })).toBe('지급을 마쳤어요.');
});

test('every code of the books has words', () => {
  expect(new Set(journalRules.map((rule) => ruleWords(rule))).size).toBe(journalRules.length);
  for (const rule of journalRules) expect(ruleWords(rule)).not.toContain(rule);
  expect(ruleWords('M4+M8')).toBe('주문 완료, 제작자와 수수료로 나눔 · 수수료를 운영 계좌로 옮김');
});

test('the change of an account has the same sign as its balance', () => {
  // Liabilities grow by a credit, assets by a debit.
  expect(accountChange('provider_payable', -28_000)).toBe('₩28,000 늘어남');
  expect(accountBalance('provider_payable', -28_000)).toBe('₩28,000');
  expect(accountChange('escrow', 30_800)).toBe('₩30,800 줄어듦');
  expect(accountChange('gateway_receivable', 30_800)).toBe('₩30,800 늘어남');
  expect(accountChange('losses', -500)).toBe('₩500 줄어듦');
});

test('staff read what to do about a failed refund and why it failed, next to the gateway’s code', () => {
  expect(staffRefundStateNames.failed()).toBe('실패 · 직접 확인 필요');
  expect(refundCause('REFUND_REJECTED')).toBe('결제사가 환불을 거절했어요 (REFUND_REJECTED)');
  expect(refundCause('charge_for_something_new')).toBe(
    '결제사가 알려 준 이유예요 (charge_for_something_new)',
  );
});
