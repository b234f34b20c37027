import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUsername } from './rules.ts';

describe('a username', () => {
  test.each(['a', '7', 'min', 'Min_Su', 'kim.min.su', 'a_b.c', 'maker2026', 'A..b', 'x__y'])(
    '%j is one',
    (name) => {
      expect(isUsername(name)).toBe(true);
    },
  );

  test.each([
    '',
    ' ',
    '.',
    '_',
    '.kim',
    'kim.',
    '_kim',
    'kim_',
    'kim min',
    'kim-min',
    'kim@example.com',
    '김민수',
    'ｋｉｍ',
    'kím',
    'kim/',
    'kim\\',
    'kim\n',
    '\nkim',
    'kim\0',
    'kim\u200B',
    'ſam',
    'K\u0131m',
    '<kim>',
    '%6bim',
  ])('%j is none', (name) => {
    expect(isUsername(name)).toBe(false);
  });

  test('is safe in an address, and never looks like an e-mail address', () => {
    const unit = fc.constantFrom(...'abZ09._-@/%+ 가\0');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 4 }), (name) => {
        fc.pre(isUsername(name));
        expect(encodeURIComponent(name)).toBe(name);
        expect(name).not.toContain('@');
        expect(name).not.toMatch(/^\.|\.$/);
      }),
    );
  });

  test('is one or none whatever its case', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'aZ09._- @'), maxLength: 12 });
    fc.assert(
      fc.property(ascii, (name) => {
        expect(isUsername(name.toUpperCase())).toBe(isUsername(name));
      }),
    );
  });

  test('is judged at once, however long', () => {
    expect(isUsername(`${'a.'.repeat(50_000)}!`)).toBe(false);
  });
});
