import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxPictureBytes } from '#platform/shared/pictures.ts';
import {
  asCategory,
  categories,
  cutText,
  downloadKind,
  gameTextLength,
  pageSize,
  parseSteps,
  parseTags,
  redirectsOutside,
} from './rules.ts';
import { viewSource } from './view-sources.ts';

test.each([
  ['', 'direct'],
  ['nonsense', 'direct'],
  ['https://gongbang.example/resources', 'here'],
  ['https://www.google.co.kr/', 'search'],
  ['https://search.naver.com/search.naver?query=x', 'search'],
  ['https://www.google.com.evil.example/', 'other'],
  ['https://notgoogle.com/', 'other'],
  ['https://t.co/abc', 'social'],
  ['https://www.youtube.com/watch', 'social'],
  ['https://x.com/someone', 'social'],
  ['https://fax.com/', 'other'],
  ['https://blog.example.com/', 'other'],
])('a referrer "%s" counts as: %s', (referrer, source) => {
  const here = 'https://gongbang.example/resources/1';
  expect(viewSource(referrer, here, `${here}?tab=files`)).toBe(source);
  expect(viewSource(referrer, here, 'https://gongbang.example/')).toBe('here');
});

test('limits are those of docs/product.md: 32 a page, pictures of 5 MB, 50 characters of a game', () => {
  expect([pageSize, maxPictureBytes, gameTextLength]).toEqual([32, 5 * 1024 * 1024, 50]);
});

test.each([
  ['짧은 설명', '짧은 설명'],
  ['가'.repeat(50), '가'.repeat(50)],
  ['가'.repeat(51), `${'가'.repeat(50)}…`],
  [`${'a'.repeat(49)} b`, `${'a'.repeat(49)}…`],
  [`${'가'.repeat(48)}. 나`, `${'가'.repeat(48)}…`],
  ['🎮'.repeat(51), `${'🎮'.repeat(50)}…`],
])('truncates a text after 50 characters: %s', (text, cut) => {
  expect(cutText(text, gameTextLength)).toBe(cut);
});

describe('a category', () => {
  test('keeps a known category and maps any other to "other"', () => {
    for (const category of categories) expect(asCategory(category)).toBe(category);
    for (const value of ['', 'Software', 'toString', 'game', ' software'])
      expect(asCategory(value)).toBe('other');
  });
});

describe('tags', () => {
  test.each<[string | string[], string[]]>([
    ['', []],
    [' , ,', []],
    ['드론', ['드론']],
    ['드론, 기어', ['드론', '기어']],
    [' PLA ,ABS,', ['PLA', 'ABS']],
    ['#드론, ##기어, # 모터', ['드론', '기어', '모터']],
    ['#', []],
    ['# # 드론', ['드론']],
    ['PLA, pla, Pla', ['PLA']],
    ['3d printer, C#', ['3d printer', 'C#']],
    ['드론'.normalize('NFD'), ['드론']],
    [`드론, ${'드론'.normalize('NFD')}`, ['드론']],
    [
      ['드론', '기어'],
      ['드론', '기어'],
    ],
    // In a list, a comma is part of its tag.
    [
      ['a, b', ' c '],
      ['a, b', 'c'],
    ],
    [['#PLA', 'pla'], ['PLA']],
    [
      ['constructor', '__proto__'],
      ['constructor', '__proto__'],
    ],
    [[], []],
  ])('of %j are %j', (value, tags) => {
    expect(parseTags(value)).toEqual(tags);
  });

  const marks = fc.string({ unit: fc.constantFrom('#', ' ', 'a', 'A', '\u3000', '\u0301'), maxLength: 6 });

  test('are never empty, unique and stable when parsed again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), marks)), (value) => {
        const tags = parseTags(value);
        expect(tags.every((tag) => tag !== '' && tag === tag.trim() && !tag.startsWith('#'))).toBe(true);
        expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(tags.length);
        expect(parseTags(tags)).toEqual(tags);
      }),
    );
  });
});

describe('steps', () => {
  test.each<[string, string[]]>([
    ['', []],
    [' \n \n', []],
    ['통째로 하나', ['통째로 하나']],
    ['두 줄\n모두 하나', ['두 줄\n모두 하나']],
    ['1. 자르기\n2. 붙이기', ['자르기', '붙이기']],
    ['1) 자르기\r\n2) 붙이기', ['자르기', '붙이기']],
    ['  1 . 자르기\n\t2 ) 붙이기', ['자르기', '붙이기']],
    ['1. 자르기\n  칼로\n\n  천천히\n2. 붙이기', ['자르기\n칼로\n\n천천히', '붙이기']],
    ['먼저 읽어요\n1. 자르기', ['먼저 읽어요', '자르기']],
    ['\n\n1. 자르기', ['자르기']],
    // Numbers only separate the steps; the order is that of the lines.
    ['3. c\n1. a\n1. b', ['c', 'a', 'b']],
    ['1. \n2. b', ['b']],
    // A measure, a date or a version at the start of a line begins no step.
    ['1. 구멍\n1.5 mm 드릴로\n2026. 3. 1. 이후', ['구멍\n1.5 mm 드릴로\n2026. 3. 1. 이후']],
    ['100. 백', ['백']],
    ['1000. 천', ['1000. 천']],
  ])('of %j are %j', (text, steps) => {
    expect(parseSteps(text)).toEqual(steps.map((step) => ({ title: '', text: step })));
  });

  test('lose no word of any text', () => {
    const line = fc.oneof(fc.constantFrom('1. ', '12) ', '', '  '), fc.string()).map((part) => part);
    const anyText = fc
      .array(fc.tuple(line, fc.string()))
      .map((lines) => lines.map((each) => each.join('')).join('\n'));
    fc.assert(
      fc.property(anyText, (text) => {
        const steps = parseSteps(text);
        expect(steps.every((step) => step.text !== '' && step.text === step.text.trim())).toBe(true);
        const bare = (all: string) => all.replaceAll(/\s+/g, '');
        const withoutNumbers = text
          .split(/\r?\n/)
          .map((each) => each.replace(/^\s*\d{1,3}\s*[.)]\s+/, ''))
          .join('');
        expect(bare(steps.map((step) => step.text).join(''))).toBe(bare(withoutNumbers));
      }),
    );
  });
});

describe('a download', () => {
  const url = 'https://example.com/';
  // docs/product.md, "Downloads": redirect, shortcut of free content, game, file, external address.
  const kinds = (category: string) =>
    ({
      free_content: { both: 'shortcut', url: 'shortcut', file: 'file', nothing: 'none' },
      flash_game: { both: 'game', url: 'game', file: 'file', nothing: 'none' },
    })[category] ?? { both: 'file', url: 'link', file: 'file', nothing: 'none' };

  test.each([...categories, 'unheard_of'])('of %s', (category) => {
    const expected = kinds(category);
    expect({
      both: downloadKind({ category, downloadUrl: url, hasFile: true }),
      url: downloadKind({ category, downloadUrl: url, hasFile: false }),
      file: downloadKind({ category, downloadUrl: null, hasFile: true }),
      nothing: downloadKind({ category, downloadUrl: null, hasFile: false }),
    }).toEqual(expected);
  });

  test('redirects outside only if there is nothing else to open', () => {
    for (const category of categories) {
      for (const downloadUrl of [url, null]) {
        for (const hasFile of [true, false]) {
          const redirects = redirectsOutside({ category, downloadUrl, hasFile });
          const opens = !['free_content', 'flash_game'].includes(category);
          expect(redirects).toBe(downloadUrl !== null && !hasFile && opens);
        }
      }
    }
  });
});
