import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slowdown } from '#platform/shared/testing.ts';
import { languageOf, planImport, plainNames, readReadme, titleOfArchive } from './import-plan.ts';

const most = { pictureBytes: 5_000_000, fileBytes: 100_000_000 };
const plan = (...names: string[]) =>
  planImport(
    names.map((name) => ({ name, size: 1000 })),
    most,
  );

describe('plan of an import', () => {
  test('finds the parts of a repository at any depth and leaves out files that are not opened by themselves', () => {
    expect(
      plan(
        'arm-main/README.md',
        'arm-main/docs/README.md',
        'arm-main/LICENSE',
        'arm-main/hardware/bom.csv',
        'arm-main/hardware/arm.kicad_pcb',
        'arm-main/stl/arm.stl',
        'arm-main/src/main.cpp',
        'arm-main/images/photo.jpg',
        'arm-main/.github/badge.png',
        'arm-main/node_modules/x/logo.png',
      ),
    ).toEqual({
      root: 'arm-main/',
      category: 'hardware_design',
      readme: 'arm-main/README.md',
      license: 'arm-main/LICENSE',
      parts: 'arm-main/hardware/bom.csv',
      pictures: ['arm-main/images/photo.jpg'],
      files: ['arm-main/hardware/arm.kicad_pcb', 'arm-main/stl/arm.stl'],
    });
  });

  test.each([
    [['model.safetensors', 'run.py'], 'ai_model'],
    [['case.stl', 'photo.png'], '3d_model'],
    [['main.py'], 'software'],
    [['guide.pdf'], 'free_content'],
    [['game.swf', 'readme.txt'], 'flash_game'],
    [['부품 목록.csv', 'a.txt'], 'hardware_design'],
    [['a.txt'], 'other'],
    [[], 'other'],
  ])('takes %j for %s', (names, category) => {
    expect(plan(...names).category).toBe(category);
  });

  test.each([
    'BOM.xlsx',
    'bom.xml',
    'hardware/arm-bom.csv',
    '部品表.csv',
    '부품 목록.tsv',
    'BOM.txt',
    'bom_v2.csv',
  ])('takes %s for a list of parts', (name) => expect(plan(name).parts).toBe(name));
  test.each(['bomb.csv', 'parts.txt', 'compartment.csv', 'bom.pdf'])(
    'does not take %s for a list of parts',
    (name) => expect(plan(name).parts).toBeNull(),
  );

  test('keeps to the limits of number and size for any archive', () => {
    const entry = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40 }).map((name) => `${name}.stl`),
      size: fc.nat(200_000_000),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const { files, pictures } = planImport(entries, most);
        expect(files.length).toBeLessThanOrEqual(19);
        expect(pictures).toEqual([]);
        const sizes = new Map(entries.map(({ name, size }) => [name, size]));
        for (const name of files) expect(sizes.get(name)).toBeGreaterThan(0);
      }),
    );
  });

  test('names two files of the same name with their folders', () => {
    expect([...plainNames(['r/a/x.stl', 'r/b/X.stl', 'r/y.stl'], 'r/').values()]).toEqual([
      'a-x.stl',
      'b-X.stl',
      'y.stl',
    ]);
  });
});

describe('a README', () => {
  test('yields a title, a text with its formatting, and the steps of the assembly', () => {
    const { title, text, steps } = readReadme(
      [
        '# 드론 **팔**',
        '[![build](https://x/badge.svg)](https://x)',
        '<p align="center">가운데</p>',
        '가볍고 `튼튼한`\n팔이에요. [자세히](https://example.com)',
        '| 부품 | 개수 |\n|---|--:|\n| M3 <br> 볼트 | 4 |',
        '```\n<b>a</b>\n  b\n```',
        '## 준비',
        '1. 프린터 켜기',
        '## 조립 순서',
        '1. 축을 끼워요',
        '2. 나사를 조여요',
        '   - 너무 세게 조이지 않아요',
        '## License',
        '1. MIT',
      ].join('\n\n'),
    );
    expect(title).toBe('드론 팔');
    expect(steps).toEqual(['축을 끼워요', '나사를 조여요']);
    expect(text).toBe(
      [
        '가볍고 `튼튼한` 팔이에요. [자세히](https://example.com)',
        '| 부품 | 개수 |\n|---|--:|\n| M3  볼트 | 4 |',
        '```\n<b>a</b>\n  b\n```',
        '## 준비',
        '1. 프린터 켜기',
        '## 조립 순서',
        '1. 축을 끼워요\n\n2. 나사를 조여요\n\n   - 너무 세게 조이지 않아요',
        '## License',
        '1. MIT',
      ].join('\n\n'),
    );
  });

  test('has wrapped lines joined, and list items and hard breaks kept', () => {
    expect(readReadme('제목\n===\n\n하나\n둘  \n셋\n\n- 가\n  나\n- 다\n\n> 라\n> 마').text).toBe(
      '하나 둘  \n셋\n\n- 가 나\n- 다\n\n> 라\n> 마',
    );
  });

  test('loses all pictures and HTML', () => {
    const { text } = readReadme(
      '가 ![a](b_(c).png "t")[![d](e)](f) 나 <!-- <b> - --> 다 <img\nalt="x"> <https://example.com> 1 < 2 > 1',
    );
    expect(text).toBe('가  나  다  <https://example.com> 1 < 2 > 1');
  });

  test('is truncated when long, and steps after that point are still found', () => {
    const { text, steps } = readReadme(`# 팔\n\n${'가나다라 마바사\n\n'.repeat(10_000)}## 조립\n\n1. 끼워요`);
    expect([text.length, text.at(-1), steps]).toEqual([20_000, '…', ['끼워요']]);
  });

  test.each(['![', '![](', '![](a(b', '[![a](b)](', '<a ', '<!--', '`a ``', 'a\n', '\n  a', '**a '])(
    'is read in linear time with many %j',
    (part) => {
      expect(slowdown(readReadme, part, 100_000)).toBeLessThan(6);
    },
  );

  test('of any bytes is read without an exception', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (markdown) => {
        const { title, text } = readReadme(markdown);
        expect(title.length).toBeLessThanOrEqual(120);
        expect(text.length).toBeLessThanOrEqual(20_000);
      }),
    );
  });
});

test.each([
  ['drone-arm-v1.2-main.zip', 'drone arm'],
  ['drone_arm-main/', 'drone arm'],
  ['공구함.tar.gz', '공구함'],
])('an archive called %s gets the title %s', (name, title) => {
  expect(titleOfArchive(name)).toBe(title);
});

test.each([
  ['드론 arm with many English words', 'ko'],
  ['ドローンの腕', 'ja'],
  ['a drone arm', 'en'],
])('the language of "%s" is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
