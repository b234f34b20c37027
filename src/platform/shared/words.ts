import type { Locale } from '#i18n/languages.ts';

/** In which language: of the page that says it, unless it is named. */
export type Told = { locale?: Locale };

/**
 * A text of the catalogues that takes no values, as it lies in a table of words: a page calls it as it is and gets its own language,
 * whoever answers for the server names the reader's.
 */
export type Words = (inputs?: Record<string, never>, told?: Told) => string;
