import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';

type Words = { title: string; text: string };

/** What each notification says, made when it is read: in the reader's language of then. */
const whats = {
  phone_verified: (_params: Record<string, unknown>, locale: Locale): Words => ({
    title: m['notifications.what.phone_verified.title']({}, { locale }),
    text: m['notifications.what.phone_verified.text']({}, { locale }),
  }),
  bank_changed: (_params: Record<string, unknown>, locale: Locale): Words => ({
    title: m['notifications.what.bank_changed.title']({}, { locale }),
    text: m['notifications.what.bank_changed.text']({}, { locale }),
  }),
  role_changed: (_params: Record<string, unknown>, locale: Locale): Words => ({
    title: m['notifications.what.role_changed.title']({}, { locale }),
    text: m['notifications.what.role_changed.text']({}, { locale }),
  }),
  export_ready: (_params: Record<string, unknown>, locale: Locale): Words => ({
    title: m['notifications.what.export_ready.title']({}, { locale }),
    text: m['notifications.what.export_ready.text']({}, { locale }),
  }),
  news: (params: Record<string, unknown>, locale: Locale): Words => params[locale] as Words,
};
export type What = keyof typeof whats;

export function wordsOf(what: string, params: Record<string, unknown>, locale: Locale): Words {
  return whats[what as What](params, locale);
}
