import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { moment, money, subject, type Params, type Words } from './param-words.ts';

/** Words of auctions, by event. */
const auctionNews = {
  outbid: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.outbid.title']({}, { locale }),
    text: m['notifications.auction.outbid.text']({ title, price }, { locale }),
  }),
  won: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.won.title']({}, { locale }),
    text: m['notifications.auction.won.text']({ title, price }, { locale }),
  }),
  lost: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.lost.title']({}, { locale }),
    text: m['notifications.auction.lost.text']({ title, price }, { locale }),
  }),
  sold_to: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.sold_to.title']({}, { locale }),
    text: m['notifications.auction.sold_to.text']({ title, price }, { locale }),
  }),
  unsold: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.unsold.title']({}, { locale }),
    text: m['notifications.auction.unsold.text']({ title }, { locale }),
  }),
  reserve_missed: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.reserve_missed.title']({}, { locale }),
    text: m['notifications.auction.reserve_missed.text']({ title }, { locale }),
  }),
  pay_soon: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.pay_soon.title']({}, { locale }),
    text: m['notifications.auction.pay_soon.text']({ title, price }, { locale }),
  }),
  strike: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.strike.title']({}, { locale }),
    text: m['notifications.auction.strike.text']({ title }, { locale }),
  }),
  strike_broken: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.strike_broken.title']({}, { locale }),
    text: m['notifications.auction.strike_broken.text']({ title }, { locale }),
  }),
  strike_lifted: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.strike_lifted.title']({}, { locale }),
    text: m['notifications.auction.strike_lifted.text']({ title }, { locale }),
  }),
  not_paid: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.not_paid.title']({}, { locale }),
    text: m['notifications.auction.not_paid.text']({ title }, { locale }),
  }),
  refunded: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.refunded.title']({}, { locale }),
    text: m['notifications.auction.refunded.text']({ title }, { locale }),
  }),
  not_paid_last: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.not_paid_last.title']({}, { locale }),
    text: m['notifications.auction.not_paid_last.text']({ title }, { locale }),
  }),
  refunded_last: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.refunded_last.title']({}, { locale }),
    text: m['notifications.auction.refunded_last.text']({ title }, { locale }),
  }),
  offer_refused_last: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.offer_refused_last.title']({}, { locale }),
    text: m['notifications.auction.offer_refused_last.text']({ title }, { locale }),
  }),
  // Obsolete, because the order has its own; older notifications still exist.
  paid: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.paid.title']({}, { locale }),
    text: m['notifications.auction.paid.text']({ title, price }, { locale }),
  }),
  offered: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.offered.title']({}, { locale }),
    text: m['notifications.auction.offered.text']({ title, price }, { locale }),
  }),
  offer_taken: ({ title, price }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.offer_taken.title']({}, { locale }),
    text: m['notifications.auction.offer_taken.text']({ title, price }, { locale }),
  }),
  offer_refused: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.offer_refused.title']({}, { locale }),
    text: m['notifications.auction.offer_refused.text']({ title }, { locale }),
  }),
  cancelled: ({ title, reason }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.cancelled.title']({}, { locale }),
    text: m['notifications.auction.cancelled.text']({ title, reason }, { locale }).trim(),
  }),
  voided: ({ title, reason }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.voided.title']({}, { locale }),
    text: m['notifications.auction.voided.text']({ title, reason }, { locale }),
  }),
  ends_soon: ({ title }: Lot, locale: Locale): Words => ({
    title: m['notifications.auction.ends_soon.title']({}, { locale }),
    text: m['notifications.auction.ends_soon.text']({ title }, { locale }),
  }),
};
type Lot = { title: string; price: string; reason: string };

/** Notifications of auctions. */
export const auctionWhats = {
  auction_news: (params: Params, locale: Locale): Words => {
    const { title, text } = auctionNews[params['news'] as keyof typeof auctionNews](
      {
        title: String(params['title']),
        price: money(params['price'], params, locale),
        reason: String(params['reason'] ?? ''),
      },
      locale,
    );
    const { by, isEnd } = params;
    if (typeof by !== 'string') return { title: subject(title, params, locale), text };
    const when = moment(by, locale);
    const until =
      isEnd === true
        ? m['notifications.ends']({ by: when }, { locale })
        : m['notifications.by']({ by: when }, { locale });
    return { title: subject(title, params, locale), text: `${text}\n${until}` };
  },
};
