import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Locale, locales } from '#i18n/languages.ts';
import { cardsForReader, inReadersLanguage, type Translatable } from './translated.ts';

const readers = vi.hoisted(() => ({ locale: 'ko' as Locale }));
vi.mock('./page-context.ts', () => ({ currentLocale: () => readers.locale }));

beforeEach(() => {
  readers.locale = 'ko';
});

const gear = {
  title: '기어',
  description: '열두 톱니',
  language: 'ko',
  translations: { en: { title: 'Gear', description: 'Twelve teeth' }, ja: { title: 'ギア' } },
} satisfies Translatable;

describe('the text for a reader', () => {
  test.each([
    ['ko', '기어', '열두 톱니', 'ko'],
    ['en', 'Gear', 'Twelve teeth', 'en'],
    ['ja', 'ギア', '열두 톱니', 'ja'],
  ] as const)('in %s is %s, %s', (locale, title, description, language) => {
    readers.locale = locale;
    expect(inReadersLanguage(gear)).toEqual({ title, description, language });
  });

  test('is the original, marked with its language, where there is no translation', () => {
    readers.locale = 'en';
    const untranslated = { ...gear, translations: {} };
    expect(inReadersLanguage(untranslated)).toMatchObject({ title: '기어', language: 'ko' });
  });
});

describe('the cards of a list', () => {
  test.each(locales)('hold the words of one language, and show the same in %s', (locale) => {
    readers.locale = locale;
    const [card] = cardsForReader<typeof gear & { id: string }>([{ ...gear, id: 'a' }], 96);
    expect(card).toEqual({ ...inReadersLanguage(gear), id: 'a', translations: {} });
    expect(card && inReadersLanguage(card)).toEqual(inReadersLanguage(gear));
  });

  test.each([
    ['가'.repeat(48), '가'.repeat(48)],
    [`${'가'.repeat(47)}😀나`, `${'가'.repeat(47)}😀…`],
    [`${'가'.repeat(47)} 😀`, `${'가'.repeat(47)}…`],
    ['x'.repeat(97), `${'x'.repeat(96)}…`],
    ['', ''],
  ])('have the beginning of %s, without half characters', (description, beginning) => {
    const [card] = cardsForReader<Translatable>([{ ...gear, description }], 96);
    expect(card?.description).toBe(beginning);
  });

  test('keep broken entries unchanged, for the component that handles them', () => {
    const broken = [null, 'x', {}, { title: 'x', description: 'y', translations: null }];
    expect(cardsForReader(broken, 96)).toEqual(broken);
  });
});

test('a description is cut between what people see as characters', () => {
  const [card] = cardsForReader<typeof gear>([{ ...gear, description: `가👨‍👩‍👧나${'다'.repeat(50)}` }], 4);
  expect(card?.description).toBe('가👨‍👩‍👧…');
});
