import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { isEmoji, maxOfEmoji, maxUnread, type ChannelKind } from '../rules.ts';
import type { Message, Person } from '../contract.ts';

const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(currentLocale(), options).format(new Date(iso));

export const formatDay = (iso: string, timeZone: string) => format(iso, { dateStyle: 'full', timeZone });
export const formatTime = (iso: string, timeZone: string) => format(iso, { timeStyle: 'short', timeZone });
/** 24-hour format, which has the same narrow width in every language. */
export const formatShortTime = (iso: string, timeZone: string) =>
  format(iso, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

export const formatCount = (count: number) => numberFormat(currentLocale()).format(count);

export const unreadWords = (count: number) => (count > maxUnread ? `${maxUnread}+` : formatCount(count));

export const nameOf = (person: Pick<Person, 'fullName'> | null) =>
  person?.fullName ?? m['community.talk.gone']();

/** Text of a quote; a picture without text gets a placeholder. */
export const quoteOf = (text: string) => text.replaceAll(/\s+/g, ' ') || m['community.talk.no_text']();

/** Placeholder for a message that is deleted or hidden. */
export const emptyWords = (state: Message['state']) =>
  state === 'hidden' ? m['community.talk.hidden']() : m['community.talk.deleted']();

/** Returns a channel's group in the list. Inquiries have pages of their own. */
export const groupOf = (kind: ChannelKind) =>
  kind === 'voice' ? 'voice' : kind === 'inquiry' || kind === 'support' ? 'private' : 'text';

/** Returns true for a text of a few emoji only, which is shown large. */
export function isOnlyEmoji(text: string): boolean {
  if (text.length > 3 * maxOfEmoji) return false;
  const signs = [...graphemes.segment(text.replaceAll(/\s+/g, ''))];
  return signs.length >= 1 && signs.length <= 3 && signs.every(({ segment }) => isEmoji(segment));
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
