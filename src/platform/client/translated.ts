import type { Locale } from '#i18n/languages.ts';
import { currentLocale } from './page-context.ts';
import { beginningOf } from '#platform/shared/graphemes.ts';

type Words = { title?: string | undefined; description?: string | undefined };

/** Text of an author in one language, with optional translations. */
export type Translatable = {
  title: string;
  description: string;
  language: Locale;
  translations: Partial<Record<Locale, Words>>;
};

type InOneLanguage = { title: string; description: string; language: Locale };

/** Returns the translation into the page's language, or the original, with its language so that it can be marked up. */
export function inReadersLanguage(thing: Translatable): InOneLanguage {
  const locale = currentLocale();
  const own = thing.language === locale ? undefined : thing.translations[locale];
  return own?.title
    ? { title: own.title, description: own.description || thing.description, language: locale }
    : { title: thing.title, description: thing.description, language: thing.language };
}

/**
 * Returns the cards of a list as the page caches them: in the reader's language and with the beginning of the
 * description, because a rendered page sends them twice (as HTML and as data). `width` is the maximum length of a
 * description in Latin letters; Hangul, kana and Han characters count twice. A broken entry is returned unchanged.
 */
export function cardsForReader<Card extends Translatable>(items: unknown[], width: number): Card[] {
  return (items as Card[]).map((card) => {
    if (typeof card?.description !== 'string' || !card.translations) return card;
    const words = inReadersLanguage(card);
    return { ...card, ...words, description: shortenedTo(width, words.description), translations: {} };
  });
}

function shortenedTo(width: number, text: string): string {
  const beginning = beginningOf(text, width, (character) => (character < '\u1100' ? 1 : 2));
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}
