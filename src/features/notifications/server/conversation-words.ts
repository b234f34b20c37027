import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { type Params, type Words, named } from './param-words.ts';

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

/** Notifications of conversations, channels and support sessions. */
export const conversationWhats = {
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
};

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
