import { useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languageCookie, languageKey, languages, locales, localizePath } from '#i18n/languages.ts';
import { forceReload } from '#platform/client/force-reload.ts';
import { currentLocale } from '#platform/client/page-context.ts';

/**
 * Saves the choice in the cookie that the server reads and in the storage (docs/product.md, "Languages"), then loads
 * the same page in that language with a full load, because the whole document changes. Without scripts the footer has
 * buttons for it.
 */
export function LanguageSelect() {
  const location = useLocation();
  function choose(value: string): void {
    if (!isLocale(value)) return;
    const { saved } = languages[value];
    document.cookie = languageCookie(value, window.location.protocol === 'https:');
    try {
      localStorage.setItem(languageKey, saved);
    } catch {
      // Storage may be unavailable (private windows); the cookie carries the choice.
    }
    forceReload(localizePath(location.pathname, value) + location.searchStr + window.location.hash);
  }
  return (
    <select
      aria-label={m['app.shell.language']()}
      value={currentLocale()}
      onChange={(event) => choose(event.target.value)}
      className="min-h-11 rounded-md border border-transparent bg-transparent px-2 text-sm hover:border-line-strong"
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale} className="bg-surface text-ink">
          {languages[locale].name}
        </option>
      ))}
    </select>
  );
}
