import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import { dateFormat, numberFormat } from '#platform/shared/formats.ts';
import { isEmoji, mostOfEmoji, mostUnread, type ChannelKind } from '../rules.ts';
import type { Message, Person } from '../contract.ts';

const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(currentLocale(), options).format(new Date(iso));

export const formatDay = (iso: string, timeZone: string) => format(iso, { dateStyle: 'full', timeZone });
export const formatTime = (iso: string, timeZone: string) => format(iso, { timeStyle: 'short', timeZone });
/** By 24 hours, which takes the same narrow place at any time and in any language. */
export const formatShortTime = (iso: string, timeZone: string) =>
  format(iso, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });

export const formatCount = (count: number) => numberFormat(currentLocale()).format(count);

export const unreadWords = (count: number) => (count > mostUnread ? `${mostUnread}+` : formatCount(count));

export const nameOf = (person: Pick<Person, 'fullName'> | null) =>
  person?.fullName ?? m['community.talk.gone']();

/** In a quote, where a picture without words is told as well. */
export const quoteOf = (text: string) => text.replaceAll(/\s+/g, ' ') || m['community.talk.no_text']();

/** What can be read instead of a message that is not there any more. */
export const emptyWords = (state: Message['state']) =>
  state === 'hidden' ? m['community.talk.hidden']() : m['community.talk.deleted']();

/** A channel's place in the list. Inquiries have their own pages. */
export const groupOf = (kind: ChannelKind) =>
  kind === 'voice' ? 'voice' : kind === 'inquiry' || kind === 'support' ? 'private' : 'text';

/** Whether a text is nothing but a few emoji, which are then shown large. */
export function isOnlyEmoji(text: string): boolean {
  if (text.length > 3 * mostOfEmoji) return false;
  const signs = [...graphemes.segment(text.replaceAll(/\s+/g, ''))];
  return signs.length >= 1 && signs.length <= 3 && signs.every(({ segment }) => isEmoji(segment));
}
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
