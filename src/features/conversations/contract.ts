import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { defineErrors, type Words } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import { conversationsPerPage, limits, messagesPerPage } from './rules.ts';

const required: Words = (locale) => m['platform.field.required']({}, { locale });

export const messageInput = z.object({
  text: rule(z.string().trim().min(1).max(limits.text), isVisible, required),
  clientId: z
    .string()
    .min(1)
    .max(limits.clientId)
    .default(() => crypto.randomUUID())
    .describe(
      'Made by the sender, and theirs alone. The same one again is the same message, and answers it once more; with ' +
        'something else it is refused.',
    ),
});
export const inquiryInput = messageInput
  .extend({
    serviceId: z.uuid().optional().describe('An active service: its provider is asked.'),
    orderId: z.uuid().optional().describe('An order of mine: the other side is asked.'),
    resourceId: z.uuid().optional().describe('A published resource: its author is asked.'),
  })
  .transform(({ serviceId, orderId, resourceId, ...said }, context) => {
    const given: About[] = [
      ...(serviceId === undefined ? [] : [{ serviceId }]),
      ...(orderId === undefined ? [] : [{ orderId }]),
      ...(resourceId === undefined ? [] : [{ resourceId }]),
    ];
    const [about] = given;
    if (about && given.length === 1) return { about, said };
    const words: Words = (locale) => m['conversations.field.about']({}, { locale });
    context.addIssue({ code: 'custom', path: ['serviceId'], input: serviceId, params: { words } });
    return z.NEVER;
  });
/** Subject of a conversation. */
export type About = { serviceId: string } | { orderId: string } | { resourceId: string };
export type MessageInput = z.output<typeof messageInput>;

const page = z.coerce
  .number()
  .catch(1)
  .transform((value) => (Number.isSafeInteger(value) && value > 0 && value < 1e9 ? value : 1))
  .default(1);
const limit = (usual: number) => z.coerce.number().int().min(1).max(100).default(usual);
const seq = z.coerce.number().int().min(0).max(2_147_483_647);

export const conversationsQuery = z.object({ page, limit: limit(conversationsPerPage) });
export const messagesQuery = z.object({
  before: seq.optional().describe('Messages before this `seq`, the last ones of them.'),
  after: seq.optional().describe('Messages after this `seq`, the first ones of them.'),
  limit: limit(messagesPerPage),
});
export type MessagesRequest = z.output<typeof messagesQuery>;
const sentSeq = z.number().int().min(0).max(2_147_483_647);
export const readInput = z
  .object({ seq: sentSeq.optional().describe('Up to which; without it, all so far.') })
  .nullish();
export const settleInput = z.object({
  seq: sentSeq.describe('The last message that I know: with a later one of the customer, the wait stays.'),
});

const author = z.object({
  username: z.string(),
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
});
export type Author = z.infer<typeof author>;

export const message = z.object({
  id: z.uuid(),
  seq: z.number().describe('From 1, without gaps.'),
  clientId: z.string().nullable().describe('Of my own messages.'),
  mine: z.boolean(),
  author: author.nullable().describe('Null when they have gone; the text is then empty.'),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof message>;

export const conversation = z.object({
  id: z.uuid(),
  subject: z
    .string()
    .describe('The title of what it is about, when somebody first asked; empty when its provider has gone.'),
  slug: z.string(),
  name: z.string().describe('The subject.'),
  kind: z
    .literal('inquiry')
    .describe('It is a channel: `/api/channels/{id}` and the topic `channel:{id}` tell it too.'),
  serviceId: z.uuid().nullable().describe('Where I can still see it.'),
  orderId: z.uuid().nullable(),
  resourceId: z.uuid().nullable().describe('Where I can still see it.'),
  role: z.enum(['customer', 'provider']).describe('Mine.'),
  other: author.nullable().describe('Null when they have gone.'),
  lastMessage: z.object({ text: z.string(), mine: z.boolean(), createdAt: z.iso.datetime() }),
  lastSeq: z.number(),
  unread: z.number(),
  otherReadSeq: z.number().describe('Up to where the other one has read.'),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe("Since when the customer waits for the provider's answer."),
  answerBy: z.iso
    .datetime()
    .nullable()
    .describe('When the service is paused unless the provider answers; null where it will not be.'),
  can: z.object({ write: z.boolean(), settle: z.boolean() }),
});
export type Conversation = z.infer<typeof conversation>;

export const conversationDetail = conversation.extend({ messages: z.array(message) });
export type ConversationDetail = z.infer<typeof conversationDetail>;

/** Conversation that an inquiry has opened or continued, with its message. */
export const inquiry = conversation.extend({ message });
export type Inquiry = z.infer<typeof inquiry>;

export const conversationsErrors = defineErrors({
  conversation_not_found: {
    status: 404,
    words: (locale) => m['conversations.error.conversation_not_found']({}, { locale }),
  },
  own_service: { status: 409, words: (locale) => m['conversations.error.own_service']({}, { locale }) },
  own_resource: { status: 409, words: (locale) => m['conversations.error.own_resource']({}, { locale }) },
  conversation_over: {
    status: 409,
    words: (locale) => m['conversations.error.conversation_over']({}, { locale }),
  },
});
