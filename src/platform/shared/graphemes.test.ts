import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOf, codePoints, codeUnits, shortened, utf8Bytes } from './graphemes.ts';

test.each([
  ['공방에서', 2, '공방'],
  ['공방'.normalize('NFD'), 1, '공'.normalize('NFD')],
  ['👨‍👩‍👧👍🏽x', 1, '👨‍👩‍👧'],
  ['🇰🇷🇯🇵', 1, '🇰🇷'],
  ['がぎ'.normalize('NFD'), 1, 'が'.normalize('NFD')],
  ['ab', 5, 'ab'],
  ['', 5, ''],
])('the beginning of %j has %i whole characters', (text, most, beginning) => {
  expect(beginningOf(text, most)).toBe(beginning);
});

test('a shortened text has room for its ellipsis', () => {
  expect(shortened('공방에서', 4)).toBe('공방에서');
  expect(shortened('공방에서', 3)).toBe('공방…');
  expect(shortened('a👨‍👩‍👧b', 4, codePoints)).toBe('a…');
});

test('a beginning is within its measure and divides no character', () => {
  const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.nat(40),
      fc.constantFrom(codeUnits, codePoints, utf8Bytes),
      (text, most, measure) => {
        const beginning = beginningOf(text, most, measure);
        expect(text.startsWith(beginning)).toBe(true);
        expect(measure(beginning)).toBeLessThanOrEqual(most);
        const ends = [
          0,
          ...Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length),
        ];
        expect(ends).toContain(beginning.length);
      },
    ),
  );
});

test('a beginning is as long as fits, whatever characters meet', () => {
  const segmenter = new Intl.Segmenter('ko', { granularity: 'grapheme' });
  // Characters that stand alone, and others that join them.
  const unit = fc.constantFrom(
    ...'aé공가かカ工©…、〩〪\u00AD\u007F\r\n\u0301\u3099\u11A8\u1100\u1161\u200D\uFE0F👩🇰\u{E0100}',
    '\uD83D',
    '\uDE00',
  );
  fc.assert(
    fc.property(fc.string({ unit }), fc.nat(12), (text, most) => {
      const segments = Array.from(segmenter.segment(text), ({ segment }) => segment);
      expect(beginningOf(text, most)).toBe(segments.slice(0, most).join(''));
    }),
  );
});
