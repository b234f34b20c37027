import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articlesIn, earliestDay, inForce, textOf, textProblem } from './rules.ts';

test('a change to the disadvantage of people is announced 30 days before, any other 7', () => {
  expect(earliestDay('2026-11-29', true)).toBe('2026-12-29');
  expect(earliestDay('2026-12-28', false)).toBe('2027-01-04');
});

test('articles are read as they were written', () => {
  const line = fc
    .string({ unit: fc.constantFrom('가', 'a', ' ', '.', '1'), minLength: 1 })
    .map((text) => `x${text}x`);
  const article = fc.record({
    title: line,
    text: fc.array(line, { minLength: 1 }).map((all) => all.join('\n')),
  });
  fc.assert(
    fc.property(fc.array(article, { minLength: 1 }), (articles) => {
      expect(articlesIn(textOf(articles))).toEqual(articles);
      expect(textProblem(textOf(articles))).toBeNull();
    }),
  );
});

test.each([
  ['', 'no_articles'],
  ['목적', 'no_articles'],
  ['머리말\n## 목적\n정해요.', 'no_articles'],
  ['## 목적\n', 'no_text'],
  ['## \n정해요.', 'no_text'],
  ['## 목적\n<b>정해요</b>', 'markup'],
  ['## 목적\n</script>', 'markup'],
  ['## 목적\n1 < 2 이고 ‘회사’예요.', null],
])('%j is %s', (text, problem) => {
  expect(textProblem(text)).toBe(problem);
});

test('the newest version that has taken effect is in force, and before all of them the first', () => {
  const versions = ['2026-12-10', '2026-11-28', '2027-01-09'].map((version) => ({ version }));
  expect(inForce(versions, '2026-11-29')?.version).toBe('2026-11-28');
  expect(inForce(versions, '2026-12-10')?.version).toBe('2026-12-10');
  expect(inForce(versions, '2030-01-01')?.version).toBe('2027-01-09');
  expect(inForce(versions, '2020-01-01')?.version).toBe('2026-11-28');
  expect(inForce([], '2026-11-29')).toBeUndefined();
});
