import { useLocation } from '@tanstack/react-router';
import { m } from '#i18n/generated/messages.js';
import { isLocale, languageKey, languages, locales, localizePath } from '#i18n/languages.ts';
import { forceReload } from '#platform/client/force-reload.ts';
import { currentLocale } from '#platform/client/page-context.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Saves the choice where the server (cookie) and the specification (storage) look for it, then loads the same page
 * in that language: the whole document changes, so a full load is the honest way.
 */
export function LanguageSelect({ className = '' }: { className?: string }) {
  const location = useLocation();
  function choose(value: string): void {
    if (!isLocale(value)) return;
    const { saved } = languages[value];
    const secure = window.location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${languageKey}=${saved}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
    try {
      localStorage.setItem(languageKey, saved);
    } catch {
      // Storage may be closed to us (private windows); the cookie carries the choice.
    }
    forceReload(localizePath(location.pathname, value) + location.searchStr + window.location.hash);
  }
  return (
    <select
      aria-label={m['app.shell.language']()}
      value={currentLocale()}
      onChange={(event) => choose(event.target.value)}
      className={`min-h-11 rounded-md border border-transparent bg-transparent px-2 text-sm hover:border-line-strong ${className}`}
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale} className="bg-surface text-ink">
          {languages[locale].name}
        </option>
      ))}
    </select>
  );
}
