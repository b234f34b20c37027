import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import type { RuleId } from '#features/moderation/contract.ts';
import type { NotificationKind } from '../rules.ts';
import { moment, money, orderWords, quoteWords, subject, type Params, type Words } from './order-words.ts';

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

/** Words of support sessions, by event. */
const supportNews = {
  support_asked: [m['notifications.what.support_asked.title'], m['notifications.what.support_asked.text']],
  support_declined: [
    m['notifications.what.support_declined.title'],
    m['notifications.what.support_declined.text'],
  ],
  support_expired: [
    m['notifications.what.support_expired.title'],
    m['notifications.what.support_expired.text'],
  ],
  support_given_back: [
    m['notifications.what.support_given_back.title'],
    m['notifications.what.support_given_back.text'],
  ],
  support_given_up: [
    m['notifications.what.support_given_up.title'],
    m['notifications.what.support_given_up.text'],
  ],
  support_handed_on: [
    m['notifications.what.support_handed_on.title'],
    m['notifications.what.support_handed_on.text'],
  ],
  support_proposed: [
    m['notifications.what.support_proposed.title'],
    m['notifications.what.support_proposed.text'],
  ],
  support_published: [
    m['notifications.what.support_published.title'],
    m['notifications.what.support_published.text'],
  ],
  support_replaced: [
    m['notifications.what.support_replaced.title'],
    m['notifications.what.support_replaced.text'],
  ],
  support_solved: [m['notifications.what.support_solved.title'], m['notifications.what.support_solved.text']],
  support_taken: [m['notifications.what.support_taken.title'], m['notifications.what.support_taken.text']],
  support_waiting: [
    m['notifications.what.support_waiting.title'],
    m['notifications.what.support_waiting.text'],
  ],
} as const;

function supportWords(what: keyof typeof supportNews) {
  const [title, text] = supportNews[what];
  return (params: Params, locale: Locale): Words => ({
    title: title({}, { locale }),
    text: text(named(params), { locale }),
  });
}

/**
 * Words of each notification, written when it is read, in the reader's current language. Titles name nobody: a name
 * in a mail would stay in a mailbox after that person has left.
 */
const whats = {
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
  inquiry_received: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.inquiry_received.title']({}, { locale }),
    text: m['notifications.what.inquiry_received.text'](named(params), { locale }),
  }),
  message_received: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.message_received.title']({}, { locale }),
    text: m['notifications.what.message_received.text'](named(params), { locale }),
  }),
  answer_due: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.answer_due.title']({}, { locale }),
    text: m['notifications.what.answer_due.text'](
      { title: String(params['title']), hours: Number(params['hours']) },
      { locale },
    ),
  }),
  service_paused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.service_paused.title']({}, { locale }),
    text: m['notifications.what.service_paused.text']({ title: String(params['title']) }, { locale }),
  }),
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
  order_step: orderWords,
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
  order_completes_soon: (params: Params, locale: Locale): Words => {
    const text = [
      m['notifications.what.order_completes_soon.text']({ days: Number(params['days']) }, { locale }),
      ...(typeof params['by'] === 'string'
        ? [m['notifications.by']({ by: moment(params['by'], locale) }, { locale })]
        : []),
    ].join('\n');
    return {
      title: subject(m['notifications.what.order_completes_soon.title']({}, { locale }), params, locale),
      text,
      mail: text,
    };
  },
  ruling_overdue: (params: Params, locale: Locale): Words => {
    const text = [
      m['notifications.what.ruling_overdue.text']({ due: moment(params['due'], locale) }, { locale }),
      m['notifications.number']({ number: String(params['number']) }, { locale }),
    ].join('\n');
    return {
      title: subject(m['notifications.what.ruling_overdue.title']({}, { locale }), params, locale),
      text,
      mail: text,
    };
  },
  review_waiting: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.review_waiting.title']({}, { locale }),
    text: m['notifications.what.review_waiting.text'](
      { title: String(params['title']), days: Number(params['days']) },
      { locale },
    ),
  }),
  review_shown: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.review_shown.title']({}, { locale }),
    text: m['notifications.what.review_shown.text']({}, { locale }),
  }),
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
  permission_asked: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_asked.title']({}, { locale }),
    text: m['notifications.what.permission_asked.text'](
      { name: String(params['name']), title: String(params['title']) },
      { locale },
    ),
  }),
  permission_granted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_granted.title']({}, { locale }),
    text: m['notifications.what.permission_granted.text'](
      { title: String(params['title']), pieces: Number(params['pieces']).toLocaleString(locale) },
      { locale },
    ),
  }),
  permission_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.permission_refused.title']({}, { locale }),
    text: m['notifications.what.permission_refused.text']({ title: String(params['title']) }, { locale }),
  }),
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
  banner_approved: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.banner_approved.title']({}, { locale }),
    text: m['notifications.what.banner_approved.text']({}, { locale }),
  }),
  banner_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.banner_refused.title']({}, { locale }),
    text: m['notifications.what.banner_refused.text']({ reason: String(params['reason']) }, { locale }),
  }),
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
  channel_mention: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.channel_mention.title']({}, { locale }),
    text: m['notifications.what.channel_mention.text'](inChannel(params, locale), { locale }),
  }),
  channel_everyone: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.channel_everyone.title']({}, { locale }),
    text: m['notifications.what.channel_everyone.text'](inChannel(params, locale), { locale }),
  }),
  channel_reply: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.channel_reply.title']({}, { locale }),
    text: m['notifications.what.channel_reply.text'](inChannel(params, locale), { locale }),
  }),
  question_answered: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.question_answered.title']({}, { locale }),
    text: m['notifications.what.question_answered.text'](inChannel(params, locale), { locale }),
  }),
  answer_accepted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.answer_accepted.title']({}, { locale }),
    text: m['notifications.what.answer_accepted.text'](inChannel(params, locale), { locale }),
  }),
  support_asked: supportWords('support_asked'),
  support_declined: supportWords('support_declined'),
  support_expired: supportWords('support_expired'),
  support_given_back: supportWords('support_given_back'),
  support_given_up: supportWords('support_given_up'),
  support_handed_on: supportWords('support_handed_on'),
  support_proposed: supportWords('support_proposed'),
  support_published: supportWords('support_published'),
  support_replaced: supportWords('support_replaced'),
  support_solved: supportWords('support_solved'),
  support_taken: supportWords('support_taken'),
  support_waiting: supportWords('support_waiting'),
  channel_muted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.channel_muted.title']({}, { locale }),
    text: m['notifications.what.channel_muted.text'](restricted(params, locale), { locale }),
  }),
  channel_banned: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.channel_banned.title']({}, { locale }),
    text: m['notifications.what.channel_banned.text'](restricted(params, locale), { locale }),
  }),
  comment_added: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.comment_added.title']({}, { locale }),
    text: m['notifications.what.comment_added.text'](named(params), { locale }),
  }),
  comment_answered: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.comment_answered.title']({}, { locale }),
    text: m['notifications.what.comment_answered.text'](named(params), { locale }),
  }),
  fix_proposed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_proposed.title']({}, { locale }),
    text: m['notifications.what.fix_proposed.text'](ofStep(params), { locale }),
  }),
  fix_accepted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_accepted.title']({}, { locale }),
    text: m['notifications.what.fix_accepted.text'](ofStep(params), { locale }),
  }),
  fix_refused: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.fix_refused.title']({}, { locale }),
    text: m['notifications.what.fix_refused.text'](ofStep(params), { locale }),
  }),
  make_added: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.make_added.title']({}, { locale }),
    text: m['notifications.what.make_added.text'](named(params), { locale }),
  }),
  followed_published: (params: Params, locale: Locale): Words => {
    const more = Number(params['more']);
    return {
      title: m['notifications.what.followed_published.title']({}, { locale }),
      text:
        more > 0
          ? m['notifications.what.followed_published.text_more'](
              { ...named(params), count: more },
              { locale },
            )
          : m['notifications.what.followed_published.text'](named(params), { locale }),
    };
  },
  new_version: (params: Params, locale: Locale): Words => {
    const version = { title: String(params['title']), number: Number(params['number']) };
    // Older notifications have none.
    const changes = String(params['changes'] ?? '');
    return {
      title: m['notifications.what.new_version.title']({}, { locale }),
      text:
        changes === ''
          ? m['notifications.what.new_version.text'](version, { locale })
          : m['notifications.what.new_version.text_changes']({ ...version, changes }, { locale }),
    };
  },
  report_upheld: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_upheld.title']({}, { locale }),
    text: m['notifications.what.report_upheld.text']({}, { locale }),
  }),
  report_dismissed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_dismissed.title']({}, { locale }),
    text: m['notifications.what.report_dismissed.text']({}, { locale }),
  }),
  acted_as: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.acted_as.title']({}, { locale }),
    text: m['notifications.what.acted_as.text']({ reason: String(params['reason']) }, { locale }),
  }),
  content_hidden: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.content_hidden.title']({}, { locale }),
    text: m['notifications.what.content_hidden.text']({ reason: String(params['reason']) }, { locale }),
  }),
  hearing_opened: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_opened.title']({}, { locale }),
    text: m['notifications.what.hearing_opened.text'](moderationParams(params, locale), { locale }),
  }),
  hearing_dismissed: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_dismissed.title']({}, { locale }),
    text: m['notifications.what.hearing_dismissed.text']({ reason: String(params['reason']) }, { locale }),
  }),
  moderation_hidden: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.moderation_hidden.title']({}, { locale }),
    text: m['notifications.what.moderation_hidden.text'](moderationParams(params, locale), { locale }),
  }),
  objection_kept: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_kept.title']({}, { locale }),
    text: m['notifications.what.objection_kept.text']({ reason: String(params['reason']) }, { locale }),
  }),
  objection_restored: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_restored.title']({}, { locale }),
    text: m[
      params['isPublic'] === false
        ? 'notifications.what.objection_restored.text_private'
        : 'notifications.what.objection_restored.text'
    ]({ reason: String(params['reason']) }, { locale }).trim(),
  }),
  objection_reopened: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_reopened.title']({}, { locale }),
    text: m['notifications.what.objection_reopened.text']({}, { locale }),
  }),
  objection_granted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.objection_granted.title']({}, { locale }),
    text: m['notifications.what.objection_granted.text']({ reason: String(params['reason']) }, { locale }),
  }),
  moderation_lifted: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.moderation_lifted.title']({}, { locale }),
    text: m[
      params['isPublic'] === false
        ? 'notifications.what.moderation_lifted.text_private'
        : 'notifications.what.moderation_lifted.text'
    ]({ reason: String(params['reason']) }, { locale }).trim(),
  }),
  report_taken_down: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_taken_down.title']({}, { locale }),
    text: m['notifications.what.report_taken_down.text']({}, { locale }),
  }),
  report_handled: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_handled.title']({}, { locale }),
    text: m['notifications.what.report_handled.text']({}, { locale }),
  }),
  report_restored: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_restored.title']({}, { locale }),
    text: m['notifications.what.report_restored.text']({}, { locale }),
  }),
  report_lifted: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_lifted.title']({}, { locale }),
    text: m['notifications.what.report_lifted.text']({}, { locale }),
  }),
  report_reopened: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.report_reopened.title']({}, { locale }),
    text: m['notifications.what.report_reopened.text']({}, { locale }),
  }),
  hearing_reopened: (params: Params, locale: Locale): Words => {
    const rule = m[`moderation.rule.${params['rule'] as RuleId}`]({}, { locale });
    const until = params['until'];
    return {
      title: m['notifications.what.hearing_reopened.title']({}, { locale }),
      text:
        until === undefined
          ? m['notifications.what.hearing_reopened.text']({ rule }, { locale })
          : m['notifications.what.hearing_reopened.text_until'](
              { rule, until: moment(String(until), locale) },
              { locale },
            ),
    };
  },
  hearing_closed: (_params: Params, locale: Locale): Words => ({
    title: m['notifications.what.hearing_closed.title']({}, { locale }),
    text: m['notifications.what.hearing_closed.text']({}, { locale }),
  }),
  basket_paid: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.basket_paid.title']({ title: String(params['title']) }, { locale }),
    text: m['notifications.what.basket_paid.text'](
      { count: Number(params['count']), amount: money(params['amount'], { currency: 'KRW' }, locale) },
      { locale },
    ),
  }),
  thing_passed_on: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.thing_passed_on.title']({}, { locale }),
    text: m['notifications.what.thing_passed_on.text']({ title: String(params['title']) }, { locale }),
  }),
  recall_fix: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_fix.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_fix.text'](recalled(params), { locale }),
  }),
  recall_stop: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_stop.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_stop.text'](recalled(params), { locale }),
  }),
  recall_fix_updated: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_fix_updated.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_fix_updated.text'](recalled(params), { locale }),
  }),
  recall_stop_updated: (params: Params, locale: Locale): Words => ({
    title: m['notifications.what.recall_stop_updated.title'](recalled(params), { locale }),
    text: m['notifications.what.recall_stop_updated.text'](recalled(params), { locale }),
  }),
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
  news: (params: Params, locale: Locale): Words => params[locale] as Words,
};
export type What = keyof typeof whats;

/** Kind of each notification, by which people choose their mails. */
export const kindOf: Record<What, NotificationKind> = {
  phone_verified: 'account',
  bank_changed: 'account',
  role_changed: 'account',
  export_ready: 'account',
  inquiry_received: 'messages',
  message_received: 'messages',
  answer_due: 'account',
  service_paused: 'account',
  quote_requested: 'messages',
  quote_offered: 'messages',
  quote_countered: 'messages',
  quote_accepted: 'messages',
  quote_declined: 'messages',
  quote_withdrawn: 'messages',
  quote_passed_over: 'messages',
  quote_files_changed: 'messages',
  quote_voided: 'messages',
  quote_expiring: 'messages',
  auction_news: 'auctions',
  tender_closed: 'messages',
  tender_chosen: 'messages',
  tender_not_chosen: 'messages',
  tender_cancelled: 'messages',
  tender_unchosen: 'messages',
  order_step: 'orders',
  order_completes_soon: 'orders',
  ruling_overdue: 'orders',
  review_waiting: 'orders',
  review_shown: 'orders',
  refund_sent: 'orders',
  refund_needs_account: 'orders',
  quote_lowered: 'messages',
  maker_near: 'messages',
  permission_asked: 'messages',
  permission_granted: 'messages',
  permission_refused: 'messages',
  share_earned: 'orders',
  payout_sent: 'orders',
  payout_failed: 'orders',
  sponsor_thanks: 'orders',
  sponsor_received: 'orders',
  sponsor_due: 'orders',
  sponsor_recipient_gone: 'orders',
  sponsor_target_gone: 'orders',
  sponsor_lapsed: 'orders',
  banner_approved: 'orders',
  banner_refused: 'orders',
  channel_mention: 'messages',
  channel_everyone: 'messages',
  channel_reply: 'messages',
  question_answered: 'messages',
  answer_accepted: 'messages',
  support_asked: 'messages',
  support_declined: 'messages',
  support_expired: 'messages',
  support_given_back: 'messages',
  support_given_up: 'messages',
  support_handed_on: 'messages',
  support_proposed: 'messages',
  support_published: 'messages',
  support_replaced: 'messages',
  support_solved: 'messages',
  support_taken: 'messages',
  support_waiting: 'messages',
  channel_muted: 'account',
  channel_banned: 'account',
  comment_added: 'social',
  comment_answered: 'social',
  fix_proposed: 'social',
  fix_accepted: 'social',
  fix_refused: 'social',
  make_added: 'social',
  followed_published: 'follows',
  new_version: 'versions',
  basket_paid: 'orders',
  thing_passed_on: 'orders',
  recall_fix: 'recalls',
  recall_stop: 'recalls',
  recall_fix_updated: 'recalls',
  recall_stop_updated: 'recalls',
  wanted_answered: 'wanted',
  wanted_pledged: 'wanted',
  wanted_given: 'orders',
  wanted_accepted: 'wanted',
  wanted_solved: 'wanted',
  wanted_returned: 'orders',
  wanted_due: 'wanted',
  wanted_expired: 'wanted',
  wanted_objected: 'wanted',
  wanted_ruled: 'orders',
  wanted_near: 'wanted',
  report_upheld: 'account',
  report_dismissed: 'account',
  acted_as: 'account',
  content_hidden: 'account',
  hearing_opened: 'account',
  hearing_dismissed: 'account',
  moderation_hidden: 'account',
  objection_kept: 'account',
  objection_restored: 'account',
  objection_reopened: 'account',
  objection_granted: 'account',
  moderation_lifted: 'account',
  report_taken_down: 'account',
  report_handled: 'account',
  report_restored: 'account',
  report_lifted: 'account',
  report_reopened: 'account',
  hearing_reopened: 'account',
  hearing_closed: 'account',
  news: 'news',
};

/** Warnings about things that can hurt, which are mailed whatever a person wants no mail of. */
export const essential: ReadonlySet<string> = new Set<What>(['recall_stop', 'recall_stop_updated']);

/** Parameters of a recall: the thing, what is wrong with it, and what its holder is to do. */
function recalled(params: Params): { title: string; what: string; remedy: string } {
  return {
    title: String(params['title']),
    what: String(params['what']),
    remedy: String(params['remedy']),
  };
}

/** Parameters of a decision: the rule, the reason and the deadline of an objection. */
function moderationParams(params: Params, locale: Locale) {
  const rule = m[`moderation.rule.${params['rule'] as RuleId}`]({}, { locale });
  return { rule, reason: String(params['reason']) || '–', until: moment(String(params['until']), locale) };
}

/** Deadlines of a negotiation, with the action that is possible until then. */
const untils = {
  answer: (by: string, locale: Locale) => m['notifications.quote.answer_by']({ by }, { locale }),
  decide: (by: string, locale: Locale) => m['notifications.quote.decide_by']({ by }, { locale }),
  order: (by: string, locale: Locale) => m['notifications.quote.order_by']({ by }, { locale }),
};

function untilOf(what: keyof typeof untils, { until }: Params, locale: Locale): string {
  return typeof until === 'string' ? untils[what](moment(until, locale), locale) : '';
}

/** Describes a transfer and its orders. */
function moneyWords(what: string, text: string, params: Params, locale: Locale): Words {
  if (typeof params['title'] !== 'string') return { title: what, text };
  const more = Number(params['more'] ?? 0);
  const { title } = params;
  const said = more > 0 ? m['notifications.orders_more']({ title, more }, { locale }) : title;
  return { title: subject(what, { title: said }, locale), text, mail: text };
}

function ofStep(params: Params): { title: string; step: number } {
  return { title: String(params['title']), step: Number(params['step']) };
}

function named(params: Params): { name: string; title: string } {
  return { name: String(params['name']), title: String(params['title']) };
}

/** Returns the name of a channel in the reader's language. */
function channelName(params: Params, locale: Locale): string {
  const names = params['channel'] as Partial<Record<Locale, string>> | undefined;
  return names?.[locale] ?? m['notifications.community']({}, { locale });
}

function inChannel(params: Params, locale: Locale): { name: string; channel: string } {
  return { name: String(params['name']), channel: channelName(params, locale) };
}

function restricted(params: Params, locale: Locale): { channel: string; reason: string } {
  return { channel: channelName(params, locale), reason: String(params['reason']) };
}

function reasoned(params: Params): { title: string; reason: string } {
  return { title: String(params['title']), reason: String(params['reason']) };
}

export function wordsOf(what: string, params: Params, locale: Locale): Words {
  return whats[what as What](params, locale);
}

/** Returns the words for a mail, which leaves out words of others. */
export function mailWordsOf(what: string, params: Params, locale: Locale): Words {
  const words = wordsOf(what, params, locale);
  return 'people' in params ? { ...words, text: words.mail ?? words.title } : words;
}
