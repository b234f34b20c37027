import { describe, expect, test } from 'vitest';
import { locales } from '#i18n/languages.ts';
import ko from '../locales/ko.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import ja from '../locales/ja.json' with { type: 'json' };
import { readSearch, searchOf } from './api.ts';
import { eventNames, eventWords, formatMm, pledgeNames, stateNames, timeWords, won } from './words.ts';

const now = new Date('2026-12-01T00:00:00Z');

describe('words', () => {
  test.each([
    ['open', '2026-12-11T00:00:00Z', '10일 남음'],
    ['open', '2026-12-01T05:00:00Z', '오늘까지'],
    ['open', '2026-12-02T15:00:00Z', '1일 남음'],
    ['solved', '2026-12-11T00:00:00Z', '해결됨'],
    ['disputed', '2026-11-01T00:00:00Z', '이의 판정 중'],
  ] as const)('of a post that is %s until %s', (state, until, words) => {
    expect(timeWords({ state, until }, now)).toBe(words);
  });

  test('of states, pledges and events differ', () => {
    for (const names of [stateNames, pledgeNames, eventNames]) {
      const all = Object.values(names).map((name) => name());
      expect(new Set(all).size).toBe(all.length);
    }
    expect([0, null, 500].map((amount) => eventWords({ kind: 'given', amount }))).toEqual([
      '해결됐어요',
      '해결됐어요',
      '해결되어 사례금을 줬어요',
    ]);
    expect([won(1000), formatMm(12.5)]).toEqual(['₩1,000', '12.5 mm']);
  });

  test('have the same keys in every language', () => {
    const keysOf = (value: object): string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        // A counting message has one text for each form.
        typeof inner === 'string' || Array.isArray(inner)
          ? [key]
          : keysOf(inner as object).map((each) => `${key}.${each}`),
      );
    expect(locales).toHaveLength(3);
    expect(keysOf(en)).toEqual(keysOf(ko));
    expect(keysOf(ja)).toEqual(keysOf(ko));
  });
});

test('addresses of the board keep what was chosen, and drop what is wrong', () => {
  const search = readSearch({
    search: ' 걸쇠 ',
    bounty: 'yes',
    state: 'solved',
    sort: 'bounty',
    page: '2',
    city: 'x',
  });
  expect(searchOf(search)).toEqual({
    search: '걸쇠',
    bounty: 'yes',
    state: 'solved',
    sort: 'bounty',
    page: 2,
  });
  expect(searchOf(readSearch({ state: 'all', sort: 'x', page: '-1' }))).toEqual({});
});
