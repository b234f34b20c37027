import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#app/testing.ts';
import { locales } from '#i18n/languages.ts';
import type { HelpNumbers } from './contract.ts';
import { matching, questionsIn } from './questions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FEE_PERCENT: '7', ORDER_TERMS: '{"acceptHours": 31, "rulingDays": 1}' });
});
afterAll(() => server.close());

const numbers = async () => (await server.call('GET', '/api/help')).json<HelpNumbers>();

test.each(locales)('twenty questions are answered in %s with the numbers of this place', async (locale) => {
  const questions = questionsIn(locale, await numbers());
  expect(questions).toHaveLength(20);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(20);
  const textOf = (id: string) => questions.find((each) => each.id === id)?.text;
  expect(textOf('fee')).toContain('7%');
  expect(textOf('order')).toMatch(/31 ?(시간|hours|時間)/);
  expect(textOf('disputes')).toMatch(/1 ?(일|day |日)/);
  for (const { title, text } of questions) {
    expect(title).not.toBe('');
    expect(text).not.toMatch(/[{}]|undefined|NaN/);
  }
});

test('a search finds questions that contain every word, in any case and width', async () => {
  const ids = (search: string) => matching(questionsIn('ko', all), search).map(({ id }) => id);
  const all = await numbers();
  expect(ids('')).toHaveLength(20);
  expect(ids('운송장 택배사')).toEqual(['delivery']);
  expect(ids('ＱＲ 리콜')).toEqual(['passports']);
  expect(ids('없는말입니다')).toEqual([]);
});
