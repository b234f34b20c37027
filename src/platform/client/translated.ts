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

/** More than any card shows of a description. */
const cardDescriptionLength = 200;

/**
 * The cards of a list as the page keeps them: in the reader's language and with the beginning of the description, because a
 * rendered page sends them twice (as HTML and as data). An entry that is broken stays as it is; its place says so.
 */
export function cardsForReader<Card extends Translatable>(items: unknown[]): Card[] {
  return items.map((item) => (isTranslatable(item) ? cardForReader(item as Card) : (item as Card)));
}

function cardForReader<Card extends Translatable>(card: Card): Card {
  const { title, description, language } = inReadersLanguage(card);
  // Half of a character at the end would be shown as a question mark.
  const beginning = description.slice(0, cardDescriptionLength).replace(/[\uD800-\uDBFF]$/, '');
  return { ...card, title, description: beginning, language, translations: {} };
}

function isTranslatable(item: unknown): boolean {
  if (item === null || typeof item !== 'object') return false;
  const { description, translations } = item as Partial<Translatable>;
  return typeof description === 'string' && typeof translations === 'object' && translations !== null;
}
