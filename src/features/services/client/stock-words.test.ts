import { afterEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '#i18n/generated/runtime.js';
import type { Locale } from '#i18n/languages.ts';
import { colorName, materialName } from './stock-words.ts';

afterEach(() => overwriteGetLocale(() => 'ko'));

test.each<[Locale, string, string]>([
  ['ko', '블랙', '검정'],
  ['en', '검정', 'Black'],
  ['ja', ' GRAY ', 'グレー'],
  ['en', '밝은 나무', '밝은 나무'],
])('in %s, the colour %s is called %s', (locale, typed, name) => {
  overwriteGetLocale(() => locale);
  expect(colorName(typed)).toBe(name);
});

test.each<[Locale, string, string]>([
  ['ko', 'Resin', '레진'],
  ['ja', '나일론', 'ナイロン'],
  ['en', 'PLA', 'PLA'],
  ['en', '실크 PLA', '실크 PLA'],
])('in %s, the material %s is called %s', (locale, typed, name) => {
  overwriteGetLocale(() => locale);
  expect(materialName(typed)).toBe(name);
});
