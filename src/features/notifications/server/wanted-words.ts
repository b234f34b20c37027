import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { moment, money, type Params, type Words } from './param-words.ts';

/** Notifications of things wanted. */
export const wantedWhats = {
  wanted_answered: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_answered.title']({}, { locale }),
    text: m['notifications.what.wanted_answered.text'](
      { title: String(params['title']), name: String(params['name']) },
      { locale },
    ),
  }),
  wanted_pledged: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_pledged.title']({}, { locale }),
    text: m['notifications.what.wanted_pledged.text'](
      { title: String(params['title']), amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  wanted_given: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_given.title']({}, { locale }),
    text: m['notifications.what.wanted_given.text'](
      { title: String(params['title']), amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  wanted_accepted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_accepted.title']({}, { locale }),
    text: m['notifications.what.wanted_accepted.text']({ title: String(params['title']) }, { locale }),
  }),
  wanted_solved: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_solved.title']({}, { locale }),
    text: m[
      params['bounty'] === 0
        ? 'notifications.what.wanted_solved.text_free'
        : 'notifications.what.wanted_solved.text'
    ]({ title: String(params['title']) }, { locale }),
  }),
  wanted_returned: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_returned.title']({}, { locale }),
    text: m['notifications.what.wanted_returned.text'](
      { title: String(params['title']), amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  wanted_due: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_due.title']({}, { locale }),
    text: m['notifications.what.wanted_due.text'](
      { title: String(params['title']), until: moment(String(params['until']), locale) },
      { locale },
    ),
  }),
  wanted_expired: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_expired.title']({}, { locale }),
    text: m['notifications.what.wanted_expired.text'](
      { title: String(params['title']), until: moment(String(params['until']), locale) },
      { locale },
    ),
  }),
  wanted_objected: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_objected.title']({}, { locale }),
    text: m['notifications.what.wanted_objected.text']({ title: String(params['title']) }, { locale }),
  }),
  wanted_ruled: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_ruled.title']({}, { locale }),
    text: m['notifications.what.wanted_ruled.text'](
      { title: String(params['title']), reason: String(params['reason']) },
      { locale },
    ),
  }),
  wanted_near: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.wanted_near.title']({}, { locale }),
    text: m['notifications.what.wanted_near.text']({ title: String(params['title']) }, { locale }),
  }),
};
