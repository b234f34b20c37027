import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimEndOf } from './trimming.ts';

test('trims the end as a pattern with $ would', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '가', ' ', '.', '😀', '😁') }), (text) => {
      expect(trimEndOf(text, /[\s.]/)).toBe(text.replace(/[\s.]+$/, ''));
      expect(trimEndOf(text, /[^\p{L}]/u)).toBe(text.replace(/[^\p{L}]+$/u, ''));
      expect(trimEndOf(text, /[a😀]/u)).toBe(text.replace(/[a😀]+$/u, ''));
    }),
  );
});
