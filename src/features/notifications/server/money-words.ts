import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { moment, money, subject, type Params, type Words } from './param-words.ts';

/** Notifications of refunds, payouts, shares and sponsorships. */
export const moneyWhats = {
  refund_sent: (params: Params, locale: Locale): Words =>
    moneyWords(
      m['notifications.what.refund_sent.title']({}, { locale }),
      m['notifications.what.refund_sent.text'](
        { amount: money(params['amount'], params, locale) },
        { locale },
      ),
      params,
      locale,
    ),
  refund_needs_account: (params: Params, locale: Locale): Words =>
    moneyWords(
      m['notifications.what.refund_needs_account.title']({}, { locale }),
      m['notifications.what.refund_needs_account.text'](
        { amount: money(params['amount'], params, locale) },
        { locale },
      ),
      params,
      locale,
    ),
  share_earned: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.share_earned.title']({}, { locale }),
    text: m['notifications.what.share_earned.text'](
      { title: String(params['title']), amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  payout_sent: (params: Params, locale: Locale): Words =>
    moneyWords(
      m['notifications.what.payout_sent.title']({}, { locale }),
      m['notifications.what.payout_sent.text'](
        { amount: money(params['amount'], params, locale), digits: String(params['digits']) },
        { locale },
      ),
      params,
      locale,
    ),
  payout_failed: (params: Params, locale: Locale): Words =>
    moneyWords(
      m['notifications.what.payout_failed.title']({}, { locale }),
      m['notifications.what.payout_failed.text'](
        { amount: money(params['amount'], params, locale) },
        { locale },
      ),
      params,
      locale,
    ),
  sponsor_thanks: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.sponsor_thanks.title']({}, { locale }),
    text: m['notifications.what.sponsor_thanks.text'](
      { amount: money(params['amount'], params, locale) },
      { locale },
    ),
  }),
  sponsor_received: (params: Params, locale: Locale): Words => {
    const amount = money(params['amount'], params, locale);
    const { name } = params;
    return {
      title: m['notifications.what.sponsor_received.title']({}, { locale }),
      text:
        typeof name === 'string'
          ? m['notifications.what.sponsor_received.text']({ name, amount }, { locale })
          : m['notifications.what.sponsor_received.text_anonymous']({ amount }, { locale }),
    };
  },
  sponsor_due: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.sponsor_due.title']({}, { locale }),
    text: m['notifications.what.sponsor_due.text'](
      { amount: money(params['amount'], params, locale), until: moment(params['until'], locale) },
      { locale },
    ),
  }),
  sponsor_recipient_gone: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.sponsor_recipient_gone.title']({}, { locale }),
    text: m['notifications.what.sponsor_recipient_gone.text']({}, { locale }),
  }),
  sponsor_target_gone: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.sponsor_target_gone.title']({}, { locale }),
    text: m['notifications.what.sponsor_target_gone.text']({}, { locale }),
  }),
  sponsor_lapsed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.sponsor_lapsed.title']({}, { locale }),
    text: m['notifications.what.sponsor_lapsed.text']({}, { locale }),
  }),
};

/** Describes a transfer and its orders. */
function moneyWords(what: string, text: string, params: Params, locale: Locale): Words {
  if (typeof params['title'] !== 'string') return { title: what, text };
  const more = Number(params['more'] ?? 0);
  const { title } = params;
  const said = more > 0 ? m['notifications.orders_more']({ title, more }, { locale }) : title;
  return { title: subject(what, { title: said }, locale), text, mail: text };
}
