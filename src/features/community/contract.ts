/**
 * | call | body or query | answers | refuses with |
 * | --- | --- | --- | --- |
 * | GET /api/channels | ?device | Channel[], in order: public ones, and mine | |
 * | GET /api/channels/{id or slug} | ?device | Channel | channel_not_found |
 * | POST /api/channels (admins) | ChannelInput | 201 Channel | slug_taken |
 * | PATCH /api/channels/{id} (admins) | ChannelChange | Channel | channel_not_found, slug_taken |
 * | PUT /api/channel-order (admins) | {ids, reason} | Channel[] | channel_not_found |
 * | GET /api/channels/{id}/messages | ?before ?after ?around ?thread ?limit | Message[], oldest first | channel_not_found |
 * | POST /api/channels/{id}/messages | MessageInput | 201 Message | see below |
 * | GET /api/channels/{id}/messages/{seq} | | Message | message_not_found |
 * | GET /api/messages | ?search ?channel ?author ?before ?limit | FoundMessage[], newest first | |
 * | GET /api/messages/{id} | | Message | message_not_found |
 * | PATCH /api/messages/{id} | MessageChange | Message | forbidden, banned_words, channel_archived |
 * | DELETE /api/messages/{id} | {reason}, required of staff | 204 | forbidden, reason_needed |
 * | GET /api/messages/{id}/history | | Edit[], oldest first, the current text last | message_not_found |
 * | POST, DELETE /api/messages/{id}/reactions | {emoji} | {reactions} | too_many_reactions |
 * | POST, DELETE /api/messages/{id}/pin | | 204 | forbidden, too_many_pins |
 * | GET /api/channels/{id}/pins | | Message[], last pinned first | |
 * | POST, DELETE /api/messages/{id}/accept | | the question's Message | not_an_answer, forbidden |
 * | POST /api/messages/{id}/translate | {to} | Translation | message_not_found, translation_off, translation_over_budget, translation_failed, translation_slow, rate_limited |
 * | POST /api/messages/{id}/reports | as for all reports | 201 | already_reported, own_thing |
 * | GET /api/channels/{id}/questions | ?search ?tag ?solved ?page ?limit | Question[], X-Total-Count | not_questions |
 * | GET /api/channels/{id}/tags | | {tag, count}[] | not_questions |
 * | GET /api/channels/{id}/people | ?search | Person[], to be mentioned | |
 * | PUT /api/channels/{id}/read | {seq, device?} | {readSeq, unread, mentions} | |
 * | POST /api/channels/{id}/typing | {threadId?} | 204 | |
 * | POST /api/channels/{id}/presence | {state} | 204 | |
 * | GET /api/channels/{id}/presence | | {people}, as in the topic's events | |
 * | DELETE /api/channels/{id}/membership | | 204: the caller leaves a private channel | channel_not_found |
 * | GET /api/message-files/{id} | | the bytes of an attachment | |
 * | GET /api/message-images/{id}/{name} | | a picture of one, by its width | |
 * | GET, POST /api/sanctions (admins) | ?page; SanctionInput | Sanction[]; 201 Sanction | cannot_sanction |
 * | DELETE /api/sanctions/{id} (admins) | {reason} | 204 | sanction_not_found |
 * | GET /api/admin/channels, /api/admin/sanctions, each with .csv (admins) | as for all staff tables | StaffChannel[], Sanction[] | |
 * | POST /api/admin/channels/many, /api/admin/sanctions/many (admins) | {ids, state, reason}, {ids, reason} | results by id | |
 * | GET, POST /api/banned-words (admins) | {word, reason} | BannedWord[]; 201 BannedWord | |
 * | DELETE /api/banned-words/{id} (admins) | {reason} | 204 | word_not_found |
 * | GET /api/user/blocks | | Person[] | |
 * | PUT, DELETE /api/user/blocks/{username} | | 204 | cannot_block |
 *
 * Writing refuses with channel_not_found, message_not_found (replyTo, threadId), announcements_only, channel_archived, muted, banned,
 * slow_mode (Retry-After), banned_words (with `words`), idempotency_conflict, upload errors, rate_limited (Retry-After).
 *
 * Topic `channel:{id}`: {@link ChannelPush}, each stored with a `seq` of the topic, which differs from the message's; `typing` and
 * `presence` have none. Topic `user`: {@link UserPush}.
 */
import { z } from 'zod';
import { pageQuery as tableQuery } from '#features/admin/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { inEachLanguage, locales } from '#i18n/languages.ts';
import { nameText } from '#platform/shared/name-text.ts';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  channelKinds,
  channelsTable,
  communityLimits as limits,
  foundPerPage,
  isEmoji,
  maxOfEmoji,
  linkKinds,
  messagesPerPage,
  publicKinds,
  questionsPerPage,
  sanctionKinds,
  sanctionsTable,
  tagOf,
  helpSlug,
} from './rules.ts';

export const communityErrors = defineErrors({
  channel_not_found: {
    status: 404,
    words: (locale) => m['community.error.channel_not_found']({}, { locale }),
  },
  message_not_found: {
    status: 404,
    words: (locale) => m['community.error.message_not_found']({}, { locale }),
  },
  announcements_only: {
    status: 403,
    words: (locale) => m['community.error.announcements_only']({}, { locale }),
  },
  channel_archived: { status: 409, words: (locale) => m['community.error.channel_archived']({}, { locale }) },
  /** One of the two people of an inquiry has left or is leaving. */
  other_gone: { status: 409, words: (locale) => m['community.error.other_gone']({}, { locale }) },
  /** `until` in the response is the end, null for none; `reason` is the reason. Same for `banned`. */
  muted: { status: 403, words: (locale) => m['community.error.muted']({}, { locale }) },
  banned: { status: 403, words: (locale) => m['community.error.banned']({}, { locale }) },
  slow_mode: { status: 429, words: (locale) => m['community.error.slow_mode']({}, { locale }) },
  /** `words` in the response lists them. */
  banned_words: { status: 400, words: (locale) => m['community.error.banned_words']({}, { locale }) },
  too_many_reactions: {
    status: 409,
    words: (locale) =>
      m['community.error.too_many_reactions']({ count: limits.reactionsPerMessage }, { locale }),
  },
  too_many_pins: {
    status: 409,
    words: (locale) => m['community.error.too_many_pins']({ count: limits.pins }, { locale }),
  },
  not_an_answer: { status: 409, words: (locale) => m['community.error.not_an_answer']({}, { locale }) },
  not_questions: { status: 409, words: (locale) => m['community.error.not_questions']({}, { locale }) },
  slug_taken: { status: 409, words: (locale) => m['community.error.slug_taken']({}, { locale }) },
  too_many_channels: {
    status: 409,
    words: (locale) => m['community.error.too_many_channels']({ count: limits.channels }, { locale }),
  },
  reason_needed: { status: 400, words: (locale) => m['community.error.reason_needed']({}, { locale }) },
  cannot_sanction: { status: 409, words: (locale) => m['community.error.cannot_sanction']({}, { locale }) },
  sanction_not_found: {
    status: 404,
    words: (locale) => m['community.error.sanction_not_found']({}, { locale }),
  },
  word_not_found: { status: 404, words: (locale) => m['community.error.word_not_found']({}, { locale }) },
  too_many_words: {
    status: 409,
    words: (locale) => m['community.error.too_many_words']({ count: limits.words }, { locale }),
  },
  cannot_block: { status: 409, words: (locale) => m['community.error.cannot_block']({}, { locale }) },
  too_many_blocks: {
    status: 409,
    words: (locale) => m['community.error.too_many_blocks']({ count: limits.blocks }, { locale }),
  },
  text_needed: { status: 400, words: (locale) => m['community.error.text_needed']({}, { locale }) },
  blocked: { status: 403, words: (locale) => m['community.error.blocked']({}, { locale }) },
  /** No model is configured. */
  translation_off: { status: 404, words: (locale) => m['community.error.translation_off']({}, { locale }) },
  translation_over_budget: {
    status: 429,
    words: (locale) => m['community.error.translation_over_budget']({}, { locale }),
  },
  translation_failed: {
    status: 502,
    words: (locale) => m['community.error.translation_failed']({}, { locale }),
  },
  translation_slow: { status: 504, words: (locale) => m['community.error.translation_slow']({}, { locale }) },
  person_not_found: { status: 404, words: (locale) => m['community.error.person_not_found']({}, { locale }) },
});

const required: Words = (locale) => m['platform.field.required']({}, { locale });
const tooLong =
  (count: number): Words =>
  (locale) =>
    m['platform.field.max_length']({ count }, { locale });
/**
 * Text with a maximum number of code points, which is close to what people count as letters; an emoji is one
 * too.
 */
const text = (most: number) =>
  rule(
    z
      .string()
      .trim()
      .max(most * 2),
    (value) => [...value].length <= most,
    tooLong(most),
  );
const seen = (most: number) => rule(text(most), isVisible, required);
/** The same of a name or a title. */
const seenName = (most: number) =>
  rule(nameText(most * 2), (value) => [...value].length <= most, tooLong(most));

const seq = z.coerce.number().int().min(0).max(2_147_483_647);
const sentSeq = z.number().int().min(0).max(2_147_483_647);
const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);
const limit = (usual: number) => z.coerce.number().int().min(1).max(100).default(usual);
const time = z.iso.datetime();
const device = z
  .string()
  .max(limits.device)
  .default('')
  .describe('Made by the client, one for each device: what was read there.');

const title = seenName(limits.title);
const tags = z
  .array(text(limits.tag).transform(tagOf))
  .max(limits.tags)
  .transform((all) => [...new Set(all)].filter(isVisible));

export const messageInput = z
  .object({
    clientId: z
      .string()
      .min(1)
      .max(limits.clientId)
      .default(() => crypto.randomUUID())
      .describe(
        'Made by the writer, and theirs alone: the same one again is the same message, and answers it once more; with something else it is refused.',
      ),
    text: text(limits.text).default('').describe('Markdown. May be empty beside attachments.'),
    replyTo: z
      .uuid()
      .nullable()
      .default(null)
      .describe('A message of the channel. In a channel of questions it is answered below its question.'),
    threadId: z.uuid().nullable().default(null).describe('The message below which the thread is.'),
    attachments: z.array(z.uuid()).max(limits.attachments).default([]).describe('Ids of finished uploads.'),
    title: title
      .optional()
      .describe('Of a question; without it, its first line. Elsewhere it says nothing and is left out.'),
    tags: tags.default([]).describe('Of a question.'),
  })
  .superRefine((input, context) => {
    if (isVisible(input.text) || input.attachments.length > 0) return;
    context.addIssue({ code: 'custom', path: ['text'], input: input.text, params: { words: required } });
  });
export type MessageInput = z.output<typeof messageInput>;

export const messageChange = z.object({
  text: text(limits.text).optional(),
  title: title.optional(),
  tags: tags.optional(),
});
export type MessageChange = z.output<typeof messageChange>;

export const translateInput = z.object({ to: z.enum(locales) });

export const messagesQuery = z.object({
  before: seq.optional().describe('Messages before this `seq`, the last ones of them.'),
  after: seq.optional().describe('Messages after this `seq`, the first ones of them.'),
  around: seq.optional().describe('Messages on both sides of this `seq`, and that one.'),
  thread: z.uuid().optional().describe('Those of one thread alone.'),
  limit: limit(messagesPerPage),
});
export type MessagesRequest = z.output<typeof messagesQuery>;

export const searchQuery = z.object({
  search: seen(limits.search),
  channel: z.uuid().optional(),
  author: z.string().max(100).optional().describe('A username.'),
  before: z.uuid().optional().describe('The id of the last one found: the next ones.'),
  limit: limit(foundPerPage),
});
export type SearchRequest = z.output<typeof searchQuery>;

export const questionsQuery = z.object({
  search: text(limits.search).optional(),
  tag: text(limits.tag).transform(tagOf).optional(),
  solved: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  page,
  limit: limit(questionsPerPage),
});
export type QuestionsRequest = z.output<typeof questionsQuery>;

const emoji = rule(z.string().max(maxOfEmoji), isEmoji, (locale) =>
  m['community.field.emoji']({}, { locale }),
);
export const reactionInput = z.object({ emoji });
export const readInput = z.object({ seq: sentSeq, device });
export const deviceQuery = z.object({ device });
export const typingInput = z.object({ threadId: z.uuid().nullable().default(null) }).nullish();
export const presenceInput = z.object({ state: z.enum(['here', 'away', 'gone']).default('here') }).nullish();
export const peopleQuery = z.object({ search: text(limits.search).default('') });

const reason = seen(limits.reason);
export const reasonInput = z.object({ reason });
/** Authors need no reason to delete their own message. */
export const deleteInput = z.object({ reason: reason.optional() }).nullish();

const name = seenName(limits.name);
const description = text(limits.description);
const inLanguages = <Schema extends z.ZodType>(schema: Schema) => z.object(inEachLanguage(() => schema));
const names = z
  .union([inLanguages(name), name.transform((value) => inEachLanguage(() => value))])
  .describe('In each language, or one for all.');
const descriptions = z.union([
  inLanguages(description),
  description.transform((value) => inEachLanguage(() => value)),
]);
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(2)
  .max(limits.slug)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .refine((address) => address !== helpSlug);
const slowSeconds = z.number().int().min(0).max(limits.slowSeconds);

export const channelInput = z.object({
  name: names,
  slug,
  description: descriptions.default(inEachLanguage(() => '')),
  kind: z.enum(publicKinds).default('text'),
  slowSeconds: slowSeconds.default(0).describe('How long everybody waits between two messages.'),
  reason,
});
export type ChannelInput = z.output<typeof channelInput>;
export const channelChange = z.object({
  name: names.optional(),
  slug: slug.optional(),
  description: descriptions.optional(),
  state: z.enum(['open', 'archived']).optional(),
  slowSeconds: slowSeconds.optional(),
  reason,
});
export type ChannelChange = z.output<typeof channelChange>;
export const orderInput = z.object({
  ids: z
    .array(z.uuid())
    .min(1)
    .max(limits.channels * 2),
  reason,
});

export const sanctionInput = z.object({
  username: z.string().trim().min(1).max(100),
  channelId: z.uuid().nullable().default(null).describe('Null: everywhere.'),
  kind: z.enum(sanctionKinds).describe('`mute`: reads and does not write. `ban`: neither.'),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(525_600)
    .nullable()
    .default(null)
    .describe('Null: until it is lifted.'),
  reason,
});
export type SanctionInput = z.output<typeof sanctionInput>;
export const sanctionsQuery = z.object({
  page,
  limit: limit(50),
  channel: z.uuid().optional(),
});

export const channelsTableQuery = tableQuery.extend({
  sort: z.enum(channelsTable.sorts).default('position'),
  kind: z.enum(channelsTable.filters.kind).optional(),
  state: z.enum(channelsTable.filters.state).optional(),
});
export type ChannelsTableQuery = z.output<typeof channelsTableQuery>;
export const sanctionsTableQuery = tableQuery.extend({
  sort: z.enum(sanctionsTable.sorts).default('newest'),
  kind: z.enum(sanctionsTable.filters.kind).optional(),
  place: z.enum(sanctionsTable.filters.place).optional(),
});
export type SanctionsTableQuery = z.output<typeof sanctionsTableQuery>;
export const stateManyInput = z.object({ state: z.enum(['open', 'archived']), reason });
export const liftManyInput = z.object({ reason });

export const bannedWordInput = z.object({ word: seen(limits.word), reason });

export const person = z.object({
  id: z.uuid(),
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

const author = person.extend({ isStaff: z.boolean() });
export type Author = z.infer<typeof author>;

export const presence = z.object({
  people: z.array(person.extend({ state: z.enum(['here', 'away', 'gone']) })),
});
export type ChannelPresence = z.infer<typeof presence>;

const languages = inLanguages(z.string());
export const channel = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string().describe('In the language of the answer.'),
  names: languages,
  descriptions: languages,
  kind: z.enum(channelKinds),
  state: z.enum(['open', 'archived']),
  slowSeconds: z.number(),
  lastSeq: z.number().describe('Of its last message, 0 for none.'),
  lastMessageAt: time.nullable(),
  eventSeq: z.number().describe('Of the topic `channel:{id}`: follow it from here.'),
  readSeq: z.number().describe('Up to where this device has read; without one, any of mine.'),
  unread: z
    .number()
    .describe('What no device of mine has read, up to 100; of a channel that I never opened, 0.'),
  mentions: z.number().describe('How many of those name me.'),
  can: z.object({
    write: z.boolean(),
    moderate: z.boolean(),
    pin: z.boolean(),
    mentionEveryone: z.boolean(),
    translate: z.boolean().describe('Messages can be had in other languages, by whoever is signed in.'),
  }),
  obstacle: z
    .object({ code: z.string(), message: z.string(), until: time.nullable() })
    .nullable()
    .describe('Why I cannot write, in the language of the answer; for guests `not_signed_in`.'),
  members: z.array(person).nullable().describe('Of private channels.'),
});
export type Channel = z.infer<typeof channel>;

/** Row of the staff table of channels. */
export const staffChannel = channel
  .pick({
    id: true,
    slug: true,
    name: true,
    names: true,
    descriptions: true,
    state: true,
    slowSeconds: true,
    lastMessageAt: true,
  })
  .extend({
    kind: z.enum(publicKinds),
    position: z.number(),
    messages: z.number(),
    createdAt: time,
  });
export type StaffChannel = z.infer<typeof staffChannel>;

export const attachment = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  mediaType: z.string(),
  sha256: z.string(),
  url: z.string(),
  picture: z
    .object({
      width: z.number(),
      height: z.number(),
      widths: z.array(z.number()).describe('`/api/message-images/{id}/{width}.webp`'),
      placeholder: z.string().nullable(),
    })
    .nullable(),
});
export type Attachment = z.infer<typeof attachment>;

export const card = z.object({
  kind: z.enum(linkKinds),
  id: z.uuid(),
  title: z.string(),
  path: z.string().describe('Without the prefix of a language.'),
});
export type Card = z.infer<typeof card>;

const reaction = z.object({ emoji: z.string(), count: z.number(), mine: z.boolean() });
export const reactionsAnswer = z.object({ reactions: z.array(reaction) });

const quoted = z.object({
  id: z.uuid(),
  seq: z.number(),
  author: person.nullable(),
  text: z.string().describe('Its beginning; empty where it is gone.'),
});

export const message = z.object({
  id: z.uuid(),
  channelId: z.uuid(),
  seq: z.number().describe('From 1 in each channel, without gaps.'),
  clientId: z.string().nullable().describe('Null where its writer has gone.'),
  author: author.nullable().describe('Null when they have gone; the text is then empty.'),
  text: z.string().describe('Markdown of a stranger. Empty where it was deleted or hidden.'),
  createdAt: time,
  editedAt: time.optional(),
  state: z.enum(['shown', 'deleted', 'hidden']).describe('`hidden`: by a moderator.'),
  replyTo: quoted.nullable(),
  threadId: z.uuid().nullable().describe('The message below which it stands.'),
  replies: z.number().describe('How many stand in its thread.'),
  lastReplyAt: time.nullable(),
  mentions: z.array(person.omit({ avatarUrl: true })),
  mentionsEveryone: z.boolean(),
  attachments: z.array(attachment),
  cards: z
    .array(card)
    .describe('Resources and services of ours that it leads to, as far as everybody sees them.'),
  reactions: z.array(reaction),
  isPinned: z.boolean(),
  question: z
    .object({ title: z.string(), tags: z.array(z.string()), acceptedId: z.uuid().nullable() })
    .nullable()
    .describe('Of a question; solved where an answer is accepted.'),
  isAccepted: z.boolean().describe('Of an answer.'),
  isFolded: z.boolean().describe('I have blocked its writer.'),
});
export type Message = z.infer<typeof message>;

export const foundMessage = z.object({
  message,
  channel: channel.pick({ id: true, slug: true, name: true, kind: true }),
});
export type FoundMessage = z.infer<typeof foundMessage>;

export const question = message
  .pick({
    id: true,
    channelId: true,
    seq: true,
    author: true,
    createdAt: true,
    editedAt: true,
    replies: true,
    lastReplyAt: true,
    isFolded: true,
  })
  .extend({
    title: z.string(),
    tags: z.array(z.string()),
    isSolved: z.boolean(),
    excerpt: z.string(),
  });
export type Question = z.infer<typeof question>;
export const tagCount = z.object({ tag: z.string(), count: z.number() });

export const edit = z.object({ text: z.string(), title: z.string().nullable(), at: time });
export type Edit = z.infer<typeof edit>;

export const translation = z.object({
  title: z.string().nullable().describe('Of a question.'),
  text: z.string().describe('Markdown of a machine.'),
  from: z.string().nullable().describe('ISO 639: what it takes the message to be written in.'),
});
export type Translation = z.infer<typeof translation>;

export const readState = z.object({ readSeq: z.number(), unread: z.number(), mentions: z.number() });
export type ReadState = z.infer<typeof readState>;

export const sanction = z.object({
  id: z.uuid(),
  kind: z.enum(sanctionKinds),
  person,
  channel: channel.pick({ id: true, slug: true, name: true }).nullable(),
  until: time.nullable(),
  reason: z.string(),
  by: z.string().describe('A username.'),
  createdAt: time,
});
export type Sanction = z.infer<typeof sanction>;

export const bannedWord = z.object({ id: z.uuid(), word: z.string(), createdAt: time });
export type BannedWord = z.infer<typeof bannedWord>;

/**
 * Events of the topic `channel:{id}`, in order. Pages themselves derive the viewer's own state, such as
 * reactions and blocks.
 */
export type ChannelPush =
  | { type: 'message'; data: Message }
  | {
      type: 'edited';
      data: Pick<Message, 'id' | 'seq' | 'text' | 'mentions' | 'mentionsEveryone' | 'cards' | 'question'> & {
        editedAt: string;
      };
    }
  | { type: 'deleted'; data: { id: string; seq: number; state: 'deleted' | 'hidden' } }
  /** A hidden message is shown again; readers fetch its text. */
  | { type: 'restored'; data: { id: string; seq: number } }
  /** New count, and the person who added or removed the reaction. */
  | {
      type: 'reaction';
      data: { id: string; seq: number; emoji: string; count: number; personId: string; isAdded: boolean };
    }
  | { type: 'pinned'; data: { id: string; seq: number; isPinned: boolean } }
  /** `id` is the question. */
  | { type: 'accepted'; data: { id: string; seq: number; acceptedId: string | null } }
  | { type: 'channel'; data: Pick<Channel, 'slug' | 'names' | 'descriptions' | 'state' | 'slowSeconds'> }
  /** Private channels only: a member's read position. */
  | { type: 'read'; data: { personId: string; readSeq: number } }
  /** Private channels only. */
  | { type: 'left'; data: { personId: string } };

/** Events of the topic `channel:{id}` that are not stored. */
export type ChannelPassing =
  | { type: 'typing'; data: { person: Omit<Person, 'avatarUrl'>; threadId: string | null } }
  | { type: 'presence'; data: ChannelPresence };

/** Event of the topic `user`, not stored: another device of the same person has read. */
export type UserPush = { type: 'channel_read'; data: { channelId: string } & ReadState };
