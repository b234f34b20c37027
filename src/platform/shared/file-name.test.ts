import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFileName, safePath } from './file-name.ts';
import { utf8Bytes } from './graphemes.ts';

test.each([
  ['드론 팔.stl', '드론 팔.stl'],
  ['드론'.normalize('NFD'), '드론'],
  ['README', 'README'],
  ['a.tar.gz', 'a.tar.gz'],
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\x.txt', 'C x.txt'],
  ['a\0b\n.stl', 'ab .stl'],
  ['invoice \u202Efdp.exe', 'invoice fdp.exe'],
  ['a.stl. . ', 'a.stl'],
  ['.htaccess', 'htaccess'],
  ['', 'file'],
  ['...', 'file'],
  ['\u3164', 'file'],
  ['CON', '_CON'],
  ['con.stl', '_con.stl'],
  ['Nul.tar.gz', '_Nul.tar.gz'],
  ['AUX .txt', '_AUX .txt'],
  ['com1.txt', '_com1.txt'],
  ['LPT9', '_LPT9'],
  ['COM¹.stl', '_COM¹.stl'],
  ['console.log', 'console.log'],
  ['com10.txt', 'com10.txt'],
  ['constant', 'constant'],
  [`${'가'.repeat(100)}.stl`, `${'가'.repeat(83)}.stl`],
  [`${'a'.repeat(300)}`, 'a'.repeat(255)],
  [`${'👨‍👩‍👧'.repeat(20)}.tar.gz`, `${'👨‍👩‍👧'.repeat(13)}.tar.gz`],
  [`${'가'.repeat(90)}. 나.나`, `${'가'.repeat(83)}.나`],
])('the file %j is named %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('a tail stands before the extension and is never cut', () => {
  expect(safeFileName('a.stl', ' (2)')).toBe('a (2).stl');
  expect(safeFileName(`${'가'.repeat(100)}.stl`, ' (2)')).toBe(`${'가'.repeat(82)} (2).stl`);
});

test('each part of a path is named safely', () => {
  expect(safePath('resources/files/1-CON/../nul.txt')).toBe('resources/files/1-CON/file/_nul.txt');
});

test('any text gives a name that is safe everywhere, once', () => {
  const unit = fc.oneof(
    fc.constantFrom(
      ...'aA.가나 /\\:*?"<>|\0\n',
      '..',
      'CON',
      'nul',
      'com1',
      '¹',
      '.stl',
      '\u202E',
      '\u200B',
      '👨‍👩‍👧',
      '\u1100',
    ),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 120 }), fc.constantFrom('', ' (2)', '-v3'), (text, tail) => {
      const name = safeFileName(text, tail);
      expect(utf8Bytes(name)).toBeLessThanOrEqual(255);
      expect(name).toBe(name.normalize('NFC'));
      expect(name).not.toMatch(/[/\\<>:"|?*\u0000-\u001F\u007F\u200B\u202A-\u202E]|[. ]$|^[. ]/);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i);
      expect(name).not.toBe('');
      const again = safeFileName(text);
      expect(safeFileName(again)).toBe(again);
    }),
    { numRuns: 1000 },
  );
});
