import type { Locale } from '#i18n/languages.ts';
import { currentLocale } from './page-context.ts';

type Words = { title?: string | undefined; description?: string | undefined };

/** What an author writes in one language and may translate into the others. */
export type Translatable = {
  title: string;
  description: string;
  language: Locale;
  translations: Partial<Record<Locale, Words>>;
};

type InOneLanguage = { title: string; description: string; language: Locale };

/**
 * The author's translation into the language of the page where there is one, else the original, with the language it
 * is in so that it can be marked.
 */
export function inReadersLanguage(thing: Translatable): InOneLanguage {
  const locale = currentLocale();
  const own = thing.language === locale ? undefined : thing.translations[locale];
  return own?.title
    ? { title: own.title, description: own.description || thing.description, language: locale }
    : { title: thing.title, description: thing.description, language: thing.language };
}

/**
 * The cards of a list as the page keeps them: in the reader's language and with the beginning of the description, because a
 * rendered page sends them twice (as HTML and as data). `width` is where descriptions end, in letters of Latin; one of Hangul, kana or
 * Han is as wide as two. A broken entry is answered as it came.
 */
export function cardsForReader<Card extends Translatable>(items: unknown[], width: number): Card[] {
  return (items as Card[]).map((card) => {
    if (typeof card?.description !== 'string' || !card.translations) return card;
    const words = inReadersLanguage(card);
    return { ...card, ...words, description: beginningOf(words.description, width), translations: {} };
  });
}

function beginningOf(text: string, most: number): string {
  let width = 0;
  let length = 0;
  for (const character of text) {
    width += character < '\u1100' ? 1 : 2;
    if (width > most) return `${text.slice(0, length).trimEnd()}…`;
    length += character.length;
  }
  return text;
}
