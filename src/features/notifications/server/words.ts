import type { Locale } from '#i18n/languages.ts';
import type { NotificationKind } from '../rules.ts';
import type { Params, Words } from './param-words.ts';
import { auctionWhats } from './auction-words.ts';
import { quoteWhats } from './quote-words.ts';
import { conversationWhats } from './conversation-words.ts';
import { moneyWhats } from './money-words.ts';
import { resourceWhats } from './resource-words.ts';
import { moderationWhats } from './moderation-words.ts';
import { wantedWhats } from './wanted-words.ts';
import { searchWhats } from './search-words.ts';
import { accountWhats } from './account-words.ts';
import { orderWhats } from './order-words.ts';

/**
 * Words of each notification, written when it is read, in the reader's current language. Titles name nobody: a name
 * in a mail would stay in a mailbox after that person has left.
 */
const whats = {
  ...accountWhats,
  ...conversationWhats,
  ...quoteWhats,
  ...orderWhats,
  ...auctionWhats,
  ...moneyWhats,
  ...resourceWhats,
  ...moderationWhats,
  ...wantedWhats,
  ...searchWhats,
};
export type What = keyof typeof whats;

/** Kind of each notification, by which people choose their mails. */
export const kindOf: Record<What, NotificationKind> = {
  phone_verified: 'account',
  bank_changed: 'account',
  terms_changed: 'account',
  privacy_changed: 'account',
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
  search_found: 'searches',
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

export function wordsOf(what: string, params: Params, locale: Locale): Words {
  return whats[what as What](params, locale);
}

/** Returns the words for a mail, which leaves out words of others. */
export function mailWordsOf(what: string, params: Params, locale: Locale): Words {
  const words = wordsOf(what, params, locale);
  return 'people' in params ? { ...words, text: words.mail ?? words.title } : words;
}
