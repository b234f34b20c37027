import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageName } from './words.ts';

/** Returns the `lang` attribute of a text that is not in the reader's language. */
export function foreignTo(language: Locale): Locale | undefined {
  return language === currentLocale() ? undefined : language;
}

/** Marks a text that is not in the reader's language. */
export function LanguageMark({ language }: { language: Locale }) {
  if (foreignTo(language) === undefined) return null;
  return (
    <span className="rounded-sm bg-sunken px-2 text-sm text-ink-soft">
      {m['resources.card.in_language']({ language: languageName(language) })}
    </span>
  );
}
