import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostPictureBytes } from '#platform/shared/pictures.ts';
import { acceptedExtensions, contentFits, mediaTypeOf } from './file-types.ts';
import {
  asCategory,
  categories,
  cutText,
  downloadKind,
  extensionOf,
  gameTextLength,
  isPlainFileName,
  pageSize,
  parseSteps,
  parseTags,
  redirectsOutside,
} from './rules.ts';

test('the limits are those of the specification: 32 a page, pictures of 5 MB, 50 characters of a game', () => {
  expect([pageSize, mostPictureBytes, gameTextLength]).toEqual([32, 5 * 1024 * 1024, 50]);
});

test.each([
  ['짧은 설명', '짧은 설명'],
  ['가'.repeat(50), '가'.repeat(50)],
  ['가'.repeat(51), `${'가'.repeat(50)}…`],
  [`${'a'.repeat(49)} b`, `${'a'.repeat(49)}…`],
  ['🎮'.repeat(51), `${'🎮'.repeat(50)}…`],
])('a text is cut after 50 characters: %s', (text, cut) => {
  expect(cutText(text, gameTextLength)).toBe(cut);
});

describe('a category', () => {
  test('of ours is itself, anything else is "other"', () => {
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
    // In a list a comma belongs to its tag.
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

  test('are never empty, never twice, and stay what they are when parsed again', () => {
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
    // The numbers only part the steps; their order is that of the lines.
    ['3. c\n1. a\n1. b', ['c', 'a', 'b']],
    ['1. \n2. b', ['b']],
    // No step begins with a measure, a date or a version.
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
  // product.md §4: redirect, else shortcut of free content, else game, else file, else the address.
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

  test('redirects outside only where there is nothing else to open', () => {
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

describe('an extension', () => {
  test.each([
    ['arm.stl', 'stl'],
    ['ARM.STL', 'stl'],
    ['드론 팔.v2.3mf', '3mf'],
    ['model.tar.gz', 'gz'],
    ['none', ''],
    ['none.', ''],
    ['.stl', ''],
    ['', ''],
    ['..stl', 'stl'],
  ])('of %j is %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});

describe('a media type', () => {
  test.each([
    ['a.stl', 'model/stl'],
    ['a.3MF', 'model/3mf'],
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['game.swf', 'application/x-shockwave-flash'],
    ['a.js', 'text/plain'],
    ['a.exe', null],
    ['a.sh', null],
    ['a.php', null],
    ['a', null],
    ['stl', null],
    ['.stl', null],
    ['a.stl.exe', null],
    ['a.constructor', null],
    ['a.__proto__', null],
    ['a.toString', null],
  ])('of %j is %j', (name, mediaType) => {
    expect(mediaTypeOf(name)).toBe(mediaType);
  });

  test('is known for everything that the form offers', () => {
    expect(acceptedExtensions).toContain('.stl');
    for (const extension of acceptedExtensions)
      expect(mediaTypeOf(`a${extension}`)).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
  });
});

describe('a plain file name', () => {
  test.each([
    'a.stl',
    '드론 팔 (2).stl',
    '部品表.csv',
    'a..b.stl',
    'README',
    'a-b_c+d,e;f=g@h!.txt',
    "it's.txt",
    '100%.txt',
    'é😀.txt',
    `${'가'.repeat(196)}.stl`,
  ])('is %j', (name) => {
    expect(isPlainFileName(name)).toBe(true);
  });

  test.each([
    '',
    '.',
    '..',
    '...',
    '.bashrc',
    '.a.stl',
    'a.stl.',
    'a.stl ',
    ' ',
    '/a.stl',
    'a/b.stl',
    '../a.stl',
    '..\\a.stl',
    'C:\\a.stl',
    'C:a.stl',
    'a.stl:stream',
    'a\0.stl',
    'a\n.stl',
    'a\r\nSet-Cookie: x.stl',
    'a\u007F.stl',
    'a"b.stl',
    'a<b>.stl',
    'a|b.stl',
    'a?.stl',
    'a*.stl',
    `${'a'.repeat(197)}.stl`,
    // Reads "invoice exe.pdf".
    'invoice \u202Efdp.exe',
    'a\u2066b\u2069.stl',
  ])('is not %j', (name) => {
    expect(isPlainFileName(name)).toBe(false);
  });

  test('names a file in its folder and nothing else', () => {
    const unit = fc.constantFrom(...'ab./\\: \0\n', '가', '..');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit: 'binary' })), (name) => {
        fc.pre(isPlainFileName(name));
        expect(name).not.toMatch(/[/\\\0]/);
        expect(['', '.', '..']).not.toContain(name);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('content', () => {
  const text = new TextEncoder().encode('solid 팔\nfacet normal 0 0 1\n');
  const binary = new Uint8Array([1, 2, 0, 3]);

  test.each<[string, Uint8Array, string | null, boolean]>([
    // Types with a signature of their own must show it.
    ['a.png', binary, 'png', true],
    ['a.png', binary, 'apng', true],
    ['a.png', binary, 'jpg', false],
    ['a.png', text, null, false],
    ['a.PNG', binary, 'png', true],
    ['a.jpeg', binary, 'jpg', true],
    ['a.zip', binary, 'zip', true],
    ['a.zip', binary, 'docx', true],
    ['a.zip', binary, 'exe', false],
    ['a.3mf', binary, 'zip', true],
    ['a.3mf', binary, null, false],
    ['a.pdf', binary, 'pdf', true],
    ['a.pdf', text, null, false],
    ['a.swf', binary, 'swf', true],
    ['a.mp4', binary, 'webm', false],
    ['a.tgz', binary, 'gz', true],
    // Text is text, whatever its first letters remind of; control characters are none.
    ['a.obj', text, null, true],
    ['a.obj', text, 'stl', true],
    ['a.obj', binary, null, false],
    ['a.svg', text, 'xml', true],
    ['a.svg', text, null, true],
    ['a.svg', new Uint8Array([0x1f, 0x8b, 8]), 'gz', false],
    ['a.md', new TextEncoder().encode('BME280\tnotes\r\n'), 'bmp', true],
    ['a.csv', new Uint8Array([0xb5, 0xe5, 0xb7, 0xd0, 0x0a]), null, true],
    ['a.txt', new Uint8Array([0x1b, 0x24, 0x42, 0x0c, 0x1a]), null, true],
    ['a.txt', new Uint8Array([0x61, 0x01]), null, false],
    ['a.txt', new Uint8Array(), null, true],
    // Types without a signature take anything but a program.
    ['a.stl', text, null, true],
    ['a.stl', binary, null, true],
    ['a.stl', binary, 'exe', false],
    ['a.stl', binary, 'elf', false],
    ['a.stl', binary, 'macho', false],
    ['a.bin', binary, 'msi', false],
    ['a.bin', binary, 'lnk', false],
    ['a.gguf', binary, 'apk', false],
    ['a.bin', binary, 'zip', true],
    // What we do not take at all.
    ['a.exe', binary, 'exe', false],
    ['a.exe', binary, null, false],
    ['a', text, null, false],
    ['a.constructor', text, null, false],
  ])('%j with these bytes (%j), detected as %j: %j', (name, head, detected, fits) => {
    expect(contentFits(name, head, detected)).toBe(fits);
  });

  test('that shows itself to be a program never fits', () => {
    for (const extension of acceptedExtensions) {
      for (const program of ['exe', 'elf', 'macho', 'msi', 'deb', 'rpm', 'dmg', 'cab', 'lnk']) {
        expect(contentFits(`a${extension}`, binary, program), `${program} as ${extension}`).toBe(false);
      }
    }
  });
});
