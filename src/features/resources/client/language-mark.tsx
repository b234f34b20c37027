import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { languageName } from './words.ts';

/** `lang` of what somebody wrote, where the reader reads another language. */
export function foreignTo(language: Locale): Locale | undefined {
  return language === currentLocale() ? undefined : language;
}

/** Says that something was written in another language than the reader's. */
export function LanguageMark({ language }: { language: Locale }) {
  if (foreignTo(language) === undefined) return null;
  return (
    <span className="rounded-sm bg-sunken px-2 text-sm text-ink-soft">
      {m['resources.card.in_language']({ language: languageName(language) })}
    </span>
  );
}
