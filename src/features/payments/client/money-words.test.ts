import { expect, test, vi } from 'vitest';
import { m } from '#i18n/generated/messages.js';
import { locales } from '#i18n/languages.ts';
import { payableReasons } from '../contract.ts';
import { findingKinds, type FindingKind } from '../rules.ts';
import { findingWords, payoutReason, ruleWords } from './money-words.ts';

// As in a browser: no page is being rendered.
vi.mock('#platform/client/page-context.ts', () => ({
  pageContext: () => undefined,
  currentLocale: () => 'ko',
}));

test('whatever can be found has a title and a text of its own, in three languages', () => {
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

test('a wait tells its own day and length, and never a standard one', () => {
  const wait = { payableOn: '2026-11-30T00:00:00.000Z', holdDays: 5 };
  expect(payoutReason({ ...wait, because: 'hold' })).toContain('5일');
  expect(payoutReason({ ...wait, because: 'first_orders' })).toContain('5일');
  for (const because of payableReasons) expect(payoutReason({ ...wait, because })).toMatch(/요\.$/);
  expect(payoutReason({ ...wait, because: 'on_its_way', state: 'completed' })).toBe('지급을 마쳤어요.');
});

test('no code of the books stands without words', () => {
  const rules = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9', 'M10', 'M11', 'reversal'];
  expect(new Set(rules.map(ruleWords)).size).toBe(rules.length);
  for (const rule of rules) expect(ruleWords(rule)).not.toContain(rule);
  expect(ruleWords('M4+M8')).toBe('주문 완료, 제작자와 수수료로 나눔 · 수수료를 운영 계좌로 옮김');
});
