import { createHash } from 'node:crypto';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';

const style =
  ':root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{display:grid;gap:16px;place-content:center;min-height:90vh;margin:0;padding:16px;text-align:center;word-break:keep-all}h1{font-size:1.5rem}a{color:inherit;padding:8px}';

/** Allows the page's own style and nothing else. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

/** Builds the error page for addresses that the page renderer does not handle. */
export function errorPage(message: string, locale: Locale, home: string): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${message}</title><style>${style}</style></head><body><h1>${message}</h1><p><a href="${home}">${m['platform.error.to_home']({}, { locale })}</a></p></body></html>`;
}
