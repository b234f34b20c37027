import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';

import { moment, money, type Params, type Words, named, reasoned, subject, lines } from './param-words.ts';

/** Notifications of negotiations, tenders and makers nearby. */
export const quoteWhats = {
  quote_requested: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_requested.title']({}, { locale }),
      m['notifications.what.quote_requested.text'](named(params), { locale }),
      params,
      locale,
      untilOf('answer', params, locale),
    ),
  quote_offered: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_offered.title']({}, { locale }),
      m['notifications.what.quote_offered.text'](named(params), { locale }),
      params,
      locale,
      untilOf('decide', params, locale),
    ),
  quote_countered: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_countered.title']({}, { locale }),
      m['notifications.what.quote_countered.text'](named(params), { locale }),
      params,
      locale,
      untilOf('decide', params, locale),
    ),
  quote_accepted: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_accepted.title']({}, { locale }),
      m['notifications.what.quote_accepted.text'](named(params), { locale }),
      params,
      locale,
      untilOf('order', params, locale),
    ),
  quote_declined: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_declined.title']({}, { locale }),
      m['notifications.what.quote_declined.text'](named(params), { locale }),
      params,
      locale,
    ),
  quote_withdrawn: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_withdrawn.title']({}, { locale }),
      m['notifications.what.quote_withdrawn.text'](named(params), { locale }),
      params,
      locale,
    ),
  quote_passed_over: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_passed_over.title']({}, { locale }),
      m['notifications.what.quote_passed_over.text']({ title: String(params['title']) }, { locale }),
      params,
      locale,
    ),
  quote_files_changed: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_files_changed.title']({}, { locale }),
      m['notifications.what.quote_files_changed.text'](named(params), { locale }),
      params,
      locale,
      untilOf('answer', params, locale),
    ),
  quote_voided: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_voided.title']({}, { locale }),
      m['notifications.what.quote_voided.text']({ title: String(params['title']) }, { locale }),
      params,
      locale,
      untilOf('answer', params, locale),
    ),
  quote_expiring: (params: Params, locale: Locale): Words =>
    quoteWords(
      m['notifications.what.quote_expiring.title']({}, { locale }),
      m['notifications.what.quote_expiring.text']({ title: String(params['title']) }, { locale }),
      params,
      locale,
      untilOf('decide', params, locale),
    ),
  tender_closed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.tender_closed.title']({}, { locale }),
    text: m['notifications.what.tender_closed.text']({ title: String(params['title']) }, { locale }),
  }),
  tender_chosen: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.tender_chosen.title']({}, { locale }),
    text: m['notifications.what.tender_chosen.text'](reasoned(params), { locale }),
  }),
  tender_not_chosen: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.tender_not_chosen.title']({}, { locale }),
    text: m['notifications.what.tender_not_chosen.text'](reasoned(params), { locale }),
  }),
  tender_cancelled: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.tender_cancelled.title']({}, { locale }),
    text:
      params['reason'] === ''
        ? m['notifications.what.tender_cancelled.text']({ title: String(params['title']) }, { locale })
        : m['notifications.what.tender_cancelled.text_why'](reasoned(params), { locale }),
  }),
  tender_unchosen: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.tender_unchosen.title']({}, { locale }),
    text: m['notifications.what.tender_unchosen.text']({ title: String(params['title']) }, { locale }),
  }),
  quote_lowered: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.quote_lowered.title']({}, { locale }),
    text: m['notifications.what.quote_lowered.text'](
      { title: String(params['title']), amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  maker_near: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.maker_near.title']({}, { locale }),
    text: m['notifications.what.maker_near.text']({ title: String(params['title']) }, { locale }),
  }),
};

/** Deadlines of a negotiation, with the action that is possible until then. */
const untils = {
  answer: (by: string, locale: Locale) => m['notifications.quote.answer_by']({ by }, { locale }),
  decide: (by: string, locale: Locale) => m['notifications.quote.decide_by']({ by }, { locale }),
  order: (by: string, locale: Locale) => m['notifications.quote.order_by']({ by }, { locale }),
};

function untilOf(what: keyof typeof untils, { until }: Params, locale: Locale): string {
  return typeof until === 'string' ? untils[what](moment(until, locale), locale) : '';
}

/** Describes a negotiation: service, price and deadline. A mail leaves out the other person. */
export function quoteWords(what: string, told: string, params: Params, locale: Locale, until = ''): Words {
  const { service, amount, days, quantity, budget, wantedOn } = params;
  const mail = lines(
    typeof service === 'string' ? m['notifications.quote.service']({ service }, { locale }) : '',
    typeof amount === 'number'
      ? m['notifications.quote.offer'](
          { amount: money(amount, params, locale), days: Number(days) },
          { locale },
        )
      : '',
    typeof quantity === 'number' ? m['notifications.quote.quantity']({ quantity }, { locale }) : '',
    typeof budget === 'number'
      ? m['notifications.quote.budget']({ budget: money(budget, params, locale) }, { locale })
      : '',
    typeof wantedOn === 'string' ? m['notifications.quote.wanted']({ day: wantedOn }, { locale }) : '',
    typeof params['until'] === 'string' ? until : '',
  );
  return { title: subject(what, params, locale), text: lines(told, mail), mail };
}
