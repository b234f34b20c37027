import { m } from '#i18n/generated/messages.js';
import type { Words } from '#platform/shared/errors.ts';
import type { TextProblem } from './rules.ts';

/** What is wrong with a text, in words. */
export const problemWords: Record<NonNullable<TextProblem> | 'no_changes', Words> = {
  markup: (locale) => m['legal.field.markup']({}, { locale }),
  no_articles: (locale) => m['legal.field.no_articles']({}, { locale }),
  no_text: (locale) => m['legal.field.no_text']({}, { locale }),
  no_changes: (locale) => m['legal.field.no_changes']({}, { locale }),
};
