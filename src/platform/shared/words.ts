import type { Locale } from '#i18n/languages.ts';

/** Language of a text: by default that of the current page. */
export type Told = { locale?: Locale };

/**
 * Message of the catalogues without parameters: pages call it and get their own language, server code passes the
 * reader's.
 */
export type Words = (inputs?: Record<string, never>, told?: Told) => string;
