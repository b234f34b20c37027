import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assistantLimits } from './rules.ts';
import { splitParts, splitSteps } from './splitting.ts';

const pagesOf = (...texts: string[]) => texts.map((text, index) => ({ page: index + 1, heading: '', text }));
const titlesOf = (...texts: string[]) =>
  splitSteps(pagesOf(...texts)).map(({ title, text }) => title || text);

describe('steps', () => {
  test.each([
    ['numbers', '1. 재단하기\n판을 자릅니다.\n2. 붙이기\n본드를 바릅니다.'],
    ['brackets', '1) 재단하기\n판을 자릅니다.\n2) 붙이기\n본드를 바릅니다.'],
    ['headings', '## 1. 재단하기\n판을 자릅니다.\n## 2. 붙이기\n본드를 바릅니다.'],
    ['Korean', '1단계: 재단하기\n판을 자릅니다.\n2단계: 붙이기\n본드를 바릅니다.'],
    ['English', 'Step 1: 재단하기\n판을 자릅니다.\nSTEP 2 - 붙이기\n본드를 바릅니다.'],
    ['Japanese', '手順1 재단하기\n판을 자릅니다.\n手順2：붙이기\n본드를 바릅니다.'],
    ['circles', '① 재단하기\n판을 자릅니다.\n② 붙이기\n본드를 바릅니다.'],
    ['bold', '**1. 재단하기**\n판을 자릅니다.\n**2. 붙이기**\n본드를 바릅니다.'],
  ])('are recognised by %s', (_how, text) => {
    expect(splitSteps(pagesOf(text))).toEqual([
      { title: '재단하기', text: '판을 자릅니다.', page: 1 },
      { title: '붙이기', text: '본드를 바릅니다.', page: 1 },
    ]);
  });

  test('continue over pages, each with its first page', () => {
    const steps = splitSteps(
      pagesOf('1. 자르기\n판을 자릅니다.', '2. 붙이기\n본드를 바릅니다.', '기다립니다.\n3. 칠하기\n끝.'),
    );
    expect(steps.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(steps[1]?.text).toContain('기다립니다.');
  });

  test('exclude a table of contents before them and a heading after them', () => {
    const contents = '1. 부품\n2. 만들기';
    const steps =
      '1. 자르기\n판을 도면대로 자릅니다.\n2. 붙이기\n본드를 바릅니다.\n3. 칠하기\n두 번 칠합니다.\n# 보관\n마른 곳에 둡니다.';
    expect(titlesOf(contents, steps)).toEqual(['자르기', '붙이기', '칠하기']);
    expect(JSON.stringify(splitSteps(pagesOf(steps)))).not.toContain('마른 곳');
  });

  test('are not found for a single number or for decimals', () => {
    expect(titlesOf('1. 혼자 있는 줄')).toEqual([]);
    expect(titlesOf('1.5 mm 판을 자릅니다.\n2.5 mm 판을 붙입니다.')).toEqual([]);
    expect(titlesOf('')).toEqual([]);
  });

  test('are returned unchanged for any number of them', () => {
    const word = fc.constantFrom('나사', '바퀴', 'bracket', '基板', '축');
    const sentence = fc
      .array(word, { minLength: 1, maxLength: 12 })
      .map((words) => `${words.join(' ')}을 끼웁니다.`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 2, maxLength: 400 }), (sentences) => {
        const steps = splitSteps(
          pagesOf(sentences.map((text, index) => `${index + 1}. 단계\n${text}`).join('\n')),
        );
        expect(steps.map(({ text }) => text)).toEqual(sentences.slice(0, assistantLimits.steps));
      }),
      { numRuns: 50 },
    );
  });

  test('of any text respect the limits and contain only its text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.tuple(fc.nat(12), fc.string({ maxLength: 40 })).map(([number, text]) => `${number}. ${text}`),
      fc.constantFrom('## 부품', '- 나사 x 3', '', '# 끝'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 20 }), { maxLength: 5 }), (pages) => {
        const read = pagesOf(...pages.map((lines) => lines.join('\n')));
        const all = read.map(({ text }) => text.replaceAll(/\*{2}|__|`/g, '')).join('\n');
        for (const { title, text, page } of splitSteps(read)) {
          expect(page).toBeLessThanOrEqual(read.length);
          expect(text.length).toBeLessThanOrEqual(assistantLimits.stepText);
          expect(all).toContain(title);
        }
        for (const { name, quantity } of splitParts(read)) {
          expect(name).not.toBe('');
          expect(quantity === null || Number.isSafeInteger(quantity)).toBe(true);
        }
      }),
    );
  });
});

describe('parts', () => {
  test.each([
    ['a list', '부품\n- M3 나사 x 8\n- 베어링'],
    ['amounts in words', '## 부품 목록\n* M3 나사 8개\n* 베어링'],
    ['amounts in front', 'Parts list:\n8x M3 나사\n베어링'],
    ['a table', '# 준비물\n| 이름 | 수량 |\n| --- | --- |\n| M3 나사 | 8 |\n| 베어링 | |'],
    ['Japanese', '部品表\n・M3 나사：8\n・베어링'],
  ])('are recognised by %s', (_how, text) => {
    expect(splitParts(pagesOf(text)).map(({ name, quantity }) => [name, quantity])).toEqual([
      ['M3 나사', 8],
      ['베어링', null],
    ]);
  });

  test('end at the steps, a heading or a gap', () => {
    for (const end of ['1. 나사를 끼웁니다.', '# 만들기\n순서대로 합니다.', '\n\n이제 시작합니다.'])
      expect(splitParts(pagesOf(`부품\n- 나사 x 8\n${end}`))).toEqual([{ name: '나사', quantity: 8 }]);
  });
});
