import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acceptedExtensions,
  contentFits,
  extensionOf,
  hasDeceivingExtension,
  isPlainFileName,
  mediaTypeOf,
} from './file-types.ts';

test.each([
  ['plan.exe.pdf', true],
  ['plan.PDF.JS', false],
  ['setup.bat.zip', true],
  ['drone.v1.2.stl', false],
  ['exe.stl', false],
  ['a.php.png', true],
])('%j is misleading because of an executable extension: %j', (name, deceives) => {
  expect(hasDeceivingExtension(name)).toBe(deceives);
});

describe('the extension', () => {
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

describe('the media type', () => {
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

  test('is known for every type that the form offers', () => {
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
    `${'a'.repeat(251)}.stl`,
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
    `${'a'.repeat(1000)}.stl`,
    // Displayed as "invoice exe.pdf".
    'invoice \u202Efdp.exe',
    'a\u2066b\u2069.stl',
  ])('is not %j', (name) => {
    expect(isPlainFileName(name)).toBe(false);
  });

  test('stays in its folder when it is used as a path', () => {
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

describe('the content', () => {
  const text = new TextEncoder().encode('solid 팔\nfacet normal 0 0 1\n');
  const binary = new Uint8Array([1, 2, 0, 3]);

  test.each<[string, Uint8Array, string | null, boolean]>([
    // Types with a signature must have it.
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
    // Text counts as text although its first letters resemble a signature; control characters do not occur in it.
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
    // Types without a signature may contain anything but a program.
    ['a.stl', text, null, true],
    ['a.stl', binary, null, true],
    ['a.stl', binary, 'exe', false],
    ['a.stl', binary, 'elf', false],
    ['a.stl', binary, 'macho', false],
    ['a.bin', binary, 'msi', false],
    ['a.bin', binary, 'lnk', false],
    ['a.gguf', binary, 'apk', false],
    ['a.bin', binary, 'zip', true],
    // Types that are never accepted.
    ['a.exe', binary, 'exe', false],
    ['a.exe', binary, null, false],
    ['a', text, null, false],
    ['a.constructor', text, null, false],
  ])('%j with these bytes (%j), detected as %j: %j', (name, head, detected, fits) => {
    expect(contentFits(name, head, detected)).toBe(fits);
  });

  test('of a program never fits', () => {
    for (const extension of acceptedExtensions) {
      for (const program of ['exe', 'elf', 'macho', 'msi', 'deb', 'rpm', 'dmg', 'cab', 'lnk']) {
        expect(contentFits(`a${extension}`, binary, program), `${program} as ${extension}`).toBe(false);
      }
    }
  });
});

test.each([
  ['game.swf', 'ZWS\r\0\0\0\0', null, true],
  ['game.swf', 'ZIP\r\0\0\0\0', null, false],
  ['plate.bgcode', 'GCDE\u0001\0\0\0', null, true],
  ['plate.bgcode', 'MZ\0\0', 'exe', false],
  ['plate.bgcode', '; generated by', null, false],
  ['부품.xlsx', 'PK', 'xlsx', true],
  ['부품.xlsx', 'PK', 'docx', false],
  ['parts.tsv', '\u00FF\u00FEa\0\t\0', null, true],
  ['photo.heic', '', 'heic', true],
  ['photo.heic', '', 'jpg', false],
  ['clip.mov', '', 'mov', true],
  ['part.amf', '<amf>', 'xml', true],
  ['part.amf', 'MZ', 'exe', false],
  ['part.ply', 'ply\n', null, true],
  ['parts.csv', '\u00FF\u00FEa\0,\0', null, true],
  ['parts.csv', '\u00FE\u00FF\0a\0,', null, true],
  ['parts.csv', '\u00FF\u00FE\u0001\0', null, false],
  ['parts.csv', 'a\0,\0', null, false],
  ['a.svg', '\u00FF\u00FEa\0,\0', null, false],
])('%s beginning with %j and found to be %j fits: %j', (name, head, detected, fits) =>
  expect(contentFits(name, Buffer.from(head, 'latin1'), detected)).toBe(fits),
);
