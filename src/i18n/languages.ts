/** Languages of the product, and the only place that maps their three spellings to each other. */

export const locales = ['ko', 'en', 'ja'] as const;
export type Locale = (typeof locales)[number];
export const baseLocale: Locale = 'ko';

type Language = {
  /** First segment of the address. */
  prefix: string;
  /** Stored value of a choice. */
  saved: string;
  name: string;
  ogLocale: string;
  /** Beginnings of what browsers send for it. English needs none: it answers all that no row names. */
  accepts: readonly string[];
  /** Name by which language models are told to answer in it, with its style. */
  forModels: string;
};

/**
 * Rows of the languages. The prefix and the saved value of Japanese are "jp"; everything else (Intl, `<html lang>`,
 * catalogues) uses "ja". See docs/product.md, "Languages".
 */
export const languages: Record<Locale, Language> = {
  ko: {
    prefix: '',
    saved: 'ko',
    name: '한국어',
    ogLocale: 'ko_KR',
    accepts: ['ko'],
    forModels: 'Korean (해요체)',
  },
  en: { prefix: '/en', saved: 'en', name: 'English', ogLocale: 'en_US', accepts: [], forModels: 'English' },
  ja: {
    prefix: '/jp',
    saved: 'jp',
    name: '日本語',
    ogLocale: 'ja_JP',
    accepts: ['ja', 'jp'],
    forModels: 'Japanese (です・ます)',
  },
};

/** Returns a value for each language. */
export function inEachLanguage<Value>(valueIn: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, valueIn(locale)])) as Record<Locale, Value>;
}

/** Texts that are data, not pages: names of firms, drawings. A language without one reads the English. */
export type Texts<Value> = Partial<Record<Locale, Value>> & { en: Value };

export function textIn<Value>(texts: Texts<Value>, locale: Locale): Value {
  return texts[locale] ?? texts.en;
}

/** Name of the cookie and of the storage key for the choice made in the selector. */
export const languageKey = 'gongbang_language';

const yearSeconds = 365 * 24 * 60 * 60;

/** Cookie that stores the choice, written by the selector and the server. */
export function languageCookie(locale: Locale, isSecure: boolean): string {
  const { saved } = languages[locale];
  return `${languageKey}=${saved}; path=/; max-age=${yearSeconds}; samesite=lax${isSecure ? '; secure' : ''}`;
}

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

export function localeFromSaved(saved: string | undefined): Locale | null {
  return locales.find((locale) => languages[locale].saved === saved) ?? null;
}

/** Splits an address's path into its language and the path in the route table. */
export function splitPath(pathname: string): { locale: Locale; hasPrefix: boolean; path: string } {
  for (const locale of locales) {
    const { prefix } = languages[locale];
    if (prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`))) {
      return { locale, hasPrefix: true, path: pathname.slice(prefix.length) || '/' };
    }
  }
  return { locale: baseLocale, hasPrefix: false, path: pathname };
}

/**
 * `/ko/resources` and `/ja/resources` are not our addresses, but people type them from habit. Korean has no prefix
 * here, so for `/ko` the browser still decides.
 */
function splitForeignSpelling(pathname: string): ReturnType<typeof splitPath> | null {
  for (const locale of locales) {
    const spelling = `/${locale}`;
    const { prefix } = languages[locale];
    if (prefix !== spelling && (pathname === spelling || pathname.startsWith(`${spelling}/`))) {
      return { locale, hasPrefix: prefix !== '', path: pathname.slice(spelling.length) || '/' };
    }
  }
  return null;
}

/** Address of a route-table path in a language: `/resources` in Japanese is `/jp/resources`. */
export function localizePath(path: string, locale: Locale): string {
  const { prefix } = languages[locale];
  return prefix && path === '/' ? prefix : `${prefix}${path}`;
}

/**
 * Language that a browser requests, or null when it sends none (crawlers, `*`). Product rule: "ko…" is Korean, "ja…" or
 * "jp…" Japanese, everything else English.
 */
export function localeFromAcceptLanguage(header: string | undefined): Locale | null {
  const preferred = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)[0];
  if (!preferred) return null;
  const { tag } = preferred;
  return locales.find((locale) => languages[locale].accepts.some((start) => tag.startsWith(start))) ?? 'en';
}

/** Language of an API response: the best match of the header, else Korean. */
export function localeForAnswer(header: string | undefined): Locale {
  return localeFromAcceptLanguage(header) ?? baseLocale;
}

/**
 * Redirect target of a page request before rendering, or null for none. Order: the saved choice, then the address's
 * prefix, then the browser's language.
 */
export function languageRedirect(request: {
  pathname: string;
  search: string;
  saved: string | undefined;
  acceptLanguage: string | undefined;
}): string | null {
  const foreign = splitForeignSpelling(request.pathname);
  const { locale, hasPrefix, path } = foreign ?? splitPath(request.pathname);
  const wanted =
    localeFromSaved(request.saved) ??
    (hasPrefix ? locale : (localeFromAcceptLanguage(request.acceptLanguage) ?? baseLocale));
  return wanted === locale && !foreign ? null : localizePath(barePath(path), wanted) + request.search;
}

/**
 * Removes all prefixes, so that one redirect is enough, and leaves a single slash in front: browsers read two slashes,
 * or a backslash, as the start of another host.
 */
function barePath(path: string): string {
  const bare = path.replace(/^[/\\\t\n\r]+/, '/');
  const { path: rest } = splitForeignSpelling(bare) ?? splitPath(bare);
  return rest === bare ? bare : barePath(rest);
}
