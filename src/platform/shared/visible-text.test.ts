import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { locales } from '#i18n/languages.ts';
import { type AppError, isAppError } from './errors.ts';
import { nameText, optionalName } from './name-text.ts';
import { parseInput } from './validation.ts';
import { isVisible, plainName } from './visible-text.ts';

/** Characters that nobody sees, and those that turn text around. */
const unseen = [
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u1160',
  '\u180E',
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  ...Array.from({ length: 5 }, (_, index) => String.fromCodePoint(0x202a + index)),
  '\u2060',
  ...Array.from({ length: 4 }, (_, index) => String.fromCodePoint(0x2066 + index)),
  '\u2800',
  '\u3164',
  '\uFEFF',
  '\uFFA0',
  '\u{E0041}',
  '\u{E007F}',
];

describe('a name', () => {
  test.each(unseen)('loses %j inside, before and after it', (character) => {
    expect(plainName(`${character}공${character}방 a${character}${character}b${character}`)).toBe('공방 ab');
  });

  test.each([
    ['Hangul that macOS took apart', '공방'.normalize('NFD'), '공방'],
    ['kana that macOS took apart', 'ガ'.normalize('NFD'), 'ガ'],
    ['a direction that hides an ending', 'exe.\u202Egpj', 'exe.gpj'],
    ['wide and double spaces, and lines', ' 공방　의\n드론  \t설계 ', '공방 의 드론 설계'],
  ])('is stored without %s', (_, text, stored) => {
    expect(plainName(text)).toBe(stored);
  });

  test.each([
    ['a family', '👨‍👩‍👧 공방'],
    ['a heart on fire', '❤️‍🔥'],
    ['an astronaut with a colour of skin', '👩🏽‍🚀'],
    ['a key', '1️⃣'],
    ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['a Japanese name with a variant of its character', '葛󠄀城'],
    ['Hebrew', 'שלום'],
    ['single jamo', 'ㄷㄹ'],
    ['full-width letters', 'ＰＬＡ'],
  ])('keeps %s', (_, text) => {
    expect(plainName(text)).toBe(text);
  });

  test.each([
    '',
    ' ',
    '　',
    '\u3164',
    '\u2800\u2800',
    '\uFE0F',
    '\u115F\u1160',
    '\u200B \u202E',
    '\u{E0041}',
  ])('of %j has nothing to see, and is refused with its field', (text) => {
    expect(plainName(text)).toBe('');
    const refusal = refusalOf(text);
    expect(refusal.kind.code).toBe('invalid_input');
    expect(locales.map((locale) => refusal.fields?.['title']?.(locale))).toEqual(
      locales.map((locale) => required[locale]),
    );
  });

  test('that may be empty is empty without anything to see', () => {
    expect(optionalName(10).parse('\u3164')).toBe('');
    expect(optionalName(10).safeParse('a'.repeat(11)).success).toBe(false);
  });

  test('is normalised once, is visible or empty, and has no unseen characters', () => {
    const letter = fc.constantFrom(
      ...unseen,
      ...'공방 ガa1　❤👩🏽ا',
      '\uFE0F',
      '\u1100',
      '\u1161',
      '\u0301',
      '\n',
      '\u{E0067}',
      '🏴',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letter }), fc.string({ unit: 'binary' })), (text) => {
        const name = plainName(text);
        expect(plainName(name)).toBe(name);
        expect(name.normalize('NFC')).toBe(name);
        expect(name === '' || isVisible(name)).toBe(true);
        expect(name).not.toMatch(
          /[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u00AD\u3164\uFFA0\u115F\u1160\u2800]/,
        );
      }),
    );
  });
});

const required = {
  ko: '꼭 입력해 주세요.',
  en: 'This field is required.',
  ja: '必ず入力してください。',
};

function refusalOf(title: string): AppError {
  try {
    parseInput(z.object({ title: nameText(20) }), { title });
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  throw new Error('was accepted');
}
