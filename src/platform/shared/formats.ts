/**
 * Caches formatters of `Intl` per language and options: creating one takes a hundred times as long as using it, and a
 * list uses several for each card.
 */
function keeping<Options, Format>(
  make: (locale: string, options?: Options) => Format,
): (locale: string, options?: Options) => Format {
  const kept = new Map<string, Format>();
  return (locale, options) => {
    const key = options === undefined ? locale : locale + JSON.stringify(options);
    let format = kept.get(key);
    if (!format) {
      format = make(locale, options);
      kept.set(key, format);
    }
    return format;
  };
}

export const numberFormat = keeping(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = keeping(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
/** The names of languages. */
export const languageNames = keeping(
  (locale, options?: { fallback?: 'none' }) =>
    new Intl.DisplayNames(locale, { type: 'language', ...options }),
);
