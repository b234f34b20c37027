import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { Params, Words } from './param-words.ts';

/** Notifications about accounts and what staff do with them. */
export const accountWhats = {
  phone_verified: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.phone_verified.title']({}, { locale }),
    text: m['notifications.what.phone_verified.text']({}, { locale }),
  }),
  bank_changed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.bank_changed.title']({}, { locale }),
    text: m['notifications.what.bank_changed.text']({}, { locale }),
  }),
  role_changed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.role_changed.title']({}, { locale }),
    text: m['notifications.what.role_changed.text']({}, { locale }),
  }),
  export_ready: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.export_ready.title']({}, { locale }),
    text: m['notifications.what.export_ready.text']({}, { locale }),
  }),
  acted_as: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.acted_as.title']({}, { locale }),
    text: m['notifications.what.acted_as.text']({ reason: String(params['reason']) }, { locale }),
  }),
  banner_approved: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.banner_approved.title']({}, { locale }),
    text: m['notifications.what.banner_approved.text']({}, { locale }),
  }),
  banner_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.banner_refused.title']({}, { locale }),
    text: m['notifications.what.banner_refused.text']({ reason: String(params['reason']) }, { locale }),
  }),
  terms_changed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.terms_changed.title']({}, { locale }),
    text: m['notifications.what.terms_changed.text']({ day: String(params['day']) }, { locale }),
  }),
  privacy_changed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.privacy_changed.title']({}, { locale }),
    text: m['notifications.what.privacy_changed.text']({ day: String(params['day']) }, { locale }),
  }),
  news: (params: Params, locale: Locale): Words => params[locale] as Words,
};
