import { expect, test } from 'vitest';
import { excerptOf, plainText } from './plain-text.ts';
import { slowdown } from './testing.ts';

test.each([
  ['**굵게** *기울여* `코드` ~~지움~~', '굵게 기울여 코드 지움'],
  ['# 제목\n> 인용', '제목\n인용'],
  ['[설명서](https://example.com/a) ![그림](https://example.com/b.png)', '설명서 그림'],
  ['[a [b](https://example.com/b_(c)) **d *e* f**', '[a b d e f'],
  ['```js\n1\n```', '\n1\n'],
  ['| 부품 | 개수 |\n|---|---|\n| 볼트 | 2 |', '| 부품 | 개수 |\n| 볼트 | 2 |'],
  ['2 * 3 * 4, snake_case, 5 > 3, # 1, a|b', '2 * 3 * 4, snake_case, 5 > 3, # 1, a|b'],
])('%j becomes %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});

test.each([
  '|',
  '| ',
  ':',
  '-',
  '[',
  '![](',
  '[](',
  '[](a(',
  '**a ',
  '__a~~b',
  '`a ',
  ' *a',
  '#',
  '> ',
  '\n',
  '**a**b ** ',
])('many of %j take linear time', (part) => {
  expect(slowdown(plainText, part, 80_000)).toBeLessThan(6);
});

test.each([
  ['**팔**을\n\n- 두껍게', 20, '팔을 - 두껍게'],
  ['a'.repeat(10), 10, 'a'.repeat(10)],
  ['a'.repeat(11), 10, `${'a'.repeat(9)}…`],
  ['one two three', 10, 'one two…'],
  [`${'x '.repeat(5)}${'y'.repeat(60)}`, 40, `${'x '.repeat(5)}${'y'.repeat(29)}…`],
  ['😀😀😀', 2, '😀…'],
])('%j in %i letters is %j', (markdown, most, excerpt) => {
  expect(excerptOf(markdown, most)).toBe(excerpt);
});

test('an excerpt divides no character', () => {
  expect(excerptOf('👨‍👩‍👧👍🏽가', 2)).toBe('👨‍👩‍👧…');
  expect(excerptOf('공방에서'.normalize('NFD'), 3)).toBe(`${'공방'.normalize('NFD')}…`);
});
