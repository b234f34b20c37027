/**
 * | call | body or query | answers | refuses with |
 * | --- | --- | --- | --- |
 * | GET /api/assistant | | About: the model, and the rest of today's budget | |
 * | GET /api/assistant/score | | Score: measured accuracy | |
 * | GET /api/assistant/conversations | ?page ?limit | ConversationRow[], X-Total-Count, last used first | |
 * | POST /api/assistant/conversations | {resourceId?, documentId?} | 201 Conversation | resource_not_found, document_not_found, document_unread |
 * | GET /api/assistant/conversations/{id} | | Conversation with its messages | conversation_not_found |
 * | DELETE /api/assistant/conversations/{id} | | 204 | |
 * | GET /api/assistant/conversations/{id}/guide | | Guide: parts and steps | no_guide, guide_gone |
 * | POST /api/assistant/conversations/{id}/guide | | Conversation, on the newest version, with its progress | no_guide, guide_gone |
 * | PUT /api/assistant/conversations/{id}/progress | Progress | Progress | no_guide |
 * | POST /api/assistant/conversations/{id}/messages | MessageInput | AnswerEvent as server-sent events | see below |
 * | GET /api/assistant/conversations/{id}/messages/{messageId} | | Message | message_not_found |
 * | POST /api/assistant/conversations/{id}/messages/{messageId}/stop | | 204: the answer stops | |
 * | POST /api/assistant/conversations/{id}/actions/{actionId} | ActionInput | 201 Message | action_not_found, place_needed |
 * | POST /api/assistant/documents (people) | {uploadIds} | 202 Document | upload errors, too_many_documents, document_type |
 * | GET /api/assistant/documents (people) | | Document[], newest first | |
 * | GET /api/assistant/documents/{id} (people) | | Document, with its reading progress | document_not_found |
 * | DELETE /api/assistant/documents/{id} (people) | | 204 | |
 * | GET /api/assistant/documents/{id}/pages/{page} (people) | | Page | document_not_found, page_not_found |
 * | GET /api/assistant/documents/{id}/files/{position} (people) | | the bytes of one of its files, or of a picture in its ZIP | |
 * | POST /api/resources/{id}/step-proposals (people) | ProposalInput | 201 Proposal | step_not_found, own_guide, proposal_open, conflict |
 * | GET /api/resources/{id}/step-proposals (people) | ?state | Proposal[]: all for the author, one's own for others | |
 * | GET /api/user/step-proposals (people) | ?role=author or proposer, ?state ?page ?limit | Proposal[], X-Total-Count | |
 * | POST /api/step-proposals/{id}/accept (its author) | | Proposal | proposal_not_found, proposal_decided, proposal_outdated |
 * | POST /api/step-proposals/{id}/refuse (its author) | {reason?} | Proposal | proposal_not_found, proposal_decided |
 *
 * A conversation belongs to a person, or to a guest by a cookie; a guest's conversations move to the account that signs in with the
 * same browser. Guests get answers by retrieval only.
 *
 * Asking refuses, before the stream begins, with conversation_not_found, answer_running, too_many_messages, rate_limited (Retry-After),
 * idempotency_conflict (another text under the same `clientId`). A repeated `clientId` returns the same answer: complete, or streamed
 * from its beginning while it is still being written. An answer is aborted 15 seconds after its reader has left, and by `stop`.
 *
 * Server-sent events are named as in {@link answerEvents}; `data` is JSON. Lines that begin with a colon keep the connection open.
 * `begin` comes first, `done` last with the stored message. Sentences arrive one at a time, each with its citations; output of the model
 * without citations is not sent. `restart` voids the sentences so far, because the model failed: retrieval continues.
 *
 * Steps, parts and pages are counted from 1.
 */
import { type Locale, locales } from '#i18n/languages.ts';
import { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import { optionalName } from '#platform/shared/name-text.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { rule } from '#platform/shared/validation.ts';
import { isVisible } from '#platform/shared/visible-text.ts';
import {
  assistantLimits as limits,
  documentProblems,
  handoffKinds,
  safetyCards,
  toolNames,
  voidReasons,
} from './rules.ts';

export const assistantErrors = defineErrors({
  conversation_not_found: {
    status: 404,
    words: (locale) => m['assistant.error.conversation_not_found']({}, { locale }),
  },
  message_not_found: {
    status: 404,
    words: (locale) => m['assistant.error.message_not_found']({}, { locale }),
  },
  /** A conversation that began with a question alone has none. */
  no_guide: { status: 409, words: (locale) => m['assistant.error.no_guide']({}, { locale }) },
  /** The resource or document is no longer visible. */
  guide_gone: { status: 410, words: (locale) => m['assistant.error.guide_gone']({}, { locale }) },
  answer_running: { status: 409, words: (locale) => m['assistant.error.answer_running']({}, { locale }) },
  too_many_messages: {
    status: 409,
    words: (locale) => m['assistant.error.too_many_messages']({ count: limits.messages }, { locale }),
  },
  too_many_conversations: {
    status: 409,
    words: (locale) =>
      m['assistant.error.too_many_conversations']({ count: limits.conversations }, { locale }),
  },
  action_not_found: { status: 404, words: (locale) => m['assistant.error.action_not_found']({}, { locale }) },
  /** Nearby results need a location: `lat` and `long`. */
  place_needed: { status: 422, words: (locale) => m['assistant.error.place_needed']({}, { locale }) },
  document_not_found: {
    status: 404,
    words: (locale) => m['assistant.error.document_not_found']({}, { locale }),
  },
  page_not_found: { status: 404, words: (locale) => m['assistant.error.page_not_found']({}, { locale }) },
  /** The document is still being read, or could not be read. */
  document_unread: { status: 409, words: (locale) => m['assistant.error.document_unread']({}, { locale }) },
  document_type: { status: 415, words: (locale) => m['assistant.error.document_type']({}, { locale }) },
  document_too_large: {
    status: 413,
    words: (locale) => m['assistant.error.document_too_large']({ count: limits.documentMb }, { locale }),
  },
  too_many_documents: {
    status: 409,
    words: (locale) => m['assistant.error.too_many_documents']({ count: limits.documents }, { locale }),
  },
  step_not_found: { status: 404, words: (locale) => m['assistant.error.step_not_found']({}, { locale }) },
  own_guide: { status: 409, words: (locale) => m['assistant.error.own_guide']({}, { locale }) },
  nothing_changed: { status: 422, words: (locale) => m['assistant.error.nothing_changed']({}, { locale }) },
  /** The same person already has an open proposal for this step. */
  proposal_open: { status: 409, words: (locale) => m['assistant.error.proposal_open']({}, { locale }) },
  proposal_not_found: {
    status: 404,
    words: (locale) => m['assistant.error.proposal_not_found']({}, { locale }),
  },
  proposal_decided: { status: 409, words: (locale) => m['assistant.error.proposal_decided']({}, { locale }) },
  /** The step has changed since the proposal was made. */
  proposal_outdated: {
    status: 409,
    words: (locale) => m['assistant.error.proposal_outdated']({}, { locale }),
  },
});

const count = z.number().int().min(0);
const position = z.number().int().min(1);

/**
 * Citation of an answer. Exactly one of `step`, `part`, `page`, `comment`, `answer`, `file` and `about` is
 * set; with `file`, `page` is a page of that PDF.
 */
export const citation = z.object({
  step: position.optional(),
  part: position.optional(),
  page: position.optional(),
  comment: z.uuid().optional(),
  answer: z.uuid().optional().describe('A message in a solved question of the community.'),
  file: z.uuid().optional(),
  about: z.literal(true).optional().describe('What the resource says of itself.'),
  title: z.string().describe("The step's, the part's, the file's; empty where there is none."),
  quote: z.string().describe('Its words, as they stand there.'),
  url: z.string().describe('Opens at the spot; without a prefix of the language.'),
});
export type Citation = z.infer<typeof citation>;

export const sentence = z.object({ text: z.string(), citations: z.array(citation) });
export type Sentence = z.infer<typeof sentence>;

export const handoff = z.object({
  kind: z.enum(handoffKinds),
  path: z.string().describe('Without a prefix of the language.'),
  title: z.string().nullable().describe('Of what it leads to, for `resource`.'),
});
export type Handoff = z.infer<typeof handoff>;

/** Lookup suggested by the model. Nothing happens before the person presses it. */
export const action = z.object({
  id: z.uuid(),
  tool: z.enum(toolNames),
  about: z.string().describe('What is looked for, to be shown as text; empty where there is nothing to say.'),
  needsPlace: z.boolean(),
  isDone: z.boolean(),
  fix: z
    .object({ step: position, text: z.string(), reason: z.string() })
    .nullable()
    .describe('What a step should say instead, for `propose_fix`.'),
});
export type Action = z.infer<typeof action>;

/** Result of an action. */
export const found = z.object({
  title: z.string(),
  detail: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable().describe('Of another site.'),
});
export type Found = z.infer<typeof found>;

export const message = z.object({
  id: z.uuid(),
  seq: count,
  role: z.enum(['user', 'assistant']),
  text: z.string().describe('Of an answer: its sentences, one after the other.'),
  citations: z.array(citation).describe('Of all its sentences, each once.'),
  sentences: z.array(sentence).describe('Empty for questions.'),
  handoffs: z.array(handoff),
  safety: z.array(z.enum(safetyCards)).describe('Cards to be shown with it, in fixed words.'),
  actions: z.array(action),
  found: z.array(found).nullable().describe('What an action has found; null for all other messages.'),
  declined: z.boolean().describe('What is there says nothing of it. There are no citations then.'),
  mode: z.enum(['retrieval', 'model', 'tool']).nullable().describe('Who wrote it; null for questions.'),
  voided: z
    .enum(voidReasons)
    .nullable()
    .describe('Why retrieval answered although there is a model; null where it did not.'),
  droppedSentences: count.describe('How many sentences of the model rested on nothing, and were left out.'),
  state: z.enum(['writing', 'complete', 'stopped']),
  clientId: z.string().nullable(),
  replyTo: z.uuid().nullable().describe('The question that it answers.'),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof message>;

export const progress = z.object({
  step: position.describe('Where one is.'),
  doneSteps: z.array(position).max(limits.steps),
  checkedParts: z.array(position).max(limits.parts),
});
export type Progress = z.infer<typeof progress>;

const source = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('resource'),
    id: z.uuid(),
    title: z.string().describe("In the reader's language, where its author has translated it."),
    language: z.enum(locales).describe('Of the title.'),
  }),
  z.object({ kind: z.literal('document'), id: z.uuid(), title: z.string() }),
]);

export const conversationRow = z.object({
  id: z.uuid(),
  title: z.string(),
  source: source.nullable().describe('Null for one that began with a question alone.'),
  steps: count,
  doneSteps: count,
  updatedAt: z.iso.datetime(),
});
export type ConversationRow = z.infer<typeof conversationRow>;

export const conversation = z.object({
  id: z.uuid(),
  title: z.string(),
  source: source.nullable(),
  version: z.number().nullable().describe('Of the resource, as it was when this began.'),
  newer: z
    .object({ version: z.number(), changedSteps: count })
    .nullable()
    .describe('The resource has been changed since; null otherwise.'),
  isGone: z.boolean().describe('What it is about cannot be seen any more: nothing can be asked of it.'),
  progress,
  mode: z.enum(['retrieval', 'model']).describe('Who would answer this person now.'),
  messages: z.array(message),
  createdAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof conversation>;

const picture = z.object({ url: z.string(), width: z.number().nullable(), height: z.number().nullable() });

export const guidePart = z.object({
  number: position,
  name: z.string(),
  quantity: z.number().nullable(),
  partNumber: z.string().nullable(),
  url: z.string().nullable(),
  substitute: z.string().nullable(),
});

export const guideStep = z.object({
  number: position,
  title: z.string(),
  text: z.string(),
  minutes: z.number().nullable(),
  tools: z.array(z.string()),
  warning: z.string().nullable(),
  picture: picture.nullable(),
  page: position.nullable().describe('Where it stands in the document.'),
  parts: z.array(position).describe('Parts that it names.'),
  safety: z.array(z.enum(safetyCards)),
});

export const guide = z.object({
  source,
  version: z.number().nullable(),
  language: z.enum(locales),
  parts: z.array(guidePart),
  steps: z.array(guideStep),
  models: z
    .array(z.object({ fileId: z.uuid(), name: z.string(), url: z.string(), size: count, triangles: count }))
    .describe('3D models of the resource that can be shown beside the steps.'),
  pages: count.describe('Of a document.'),
  safety: z.array(z.enum(safetyCards)).describe('Of all its steps.'),
});
export type Guide = z.infer<typeof guide>;

export const documentState = z.enum(['waiting', 'reading', 'ready', 'refused']);
export const document = z.object({
  id: z.uuid(),
  title: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.number() })),
  state: documentState,
  pagesRead: count,
  pages: count.nullable().describe('Null until it is known how many there are.'),
  problem: z
    .object({
      code: z.enum(documentProblems),
      file: z
        .string()
        .nullable()
        .describe('Which file it is about; null where that is not known, or all of them.'),
      message: z.string(),
    })
    .nullable(),
  hasText: z.boolean().describe('False for pictures alone, and for scans: nothing can be quoted from them.'),
  createdAt: z.iso.datetime(),
});

export const page = z.object({
  page: position,
  pages: count,
  heading: z.string(),
  text: z.string(),
  url: z.string().nullable().describe("Of the page's picture, or of the PDF at this page."),
  kind: z.enum(['text', 'picture', 'pdf']),
});

export const conversationInput = z
  .object({ resourceId: z.uuid().optional(), documentId: z.uuid().optional() })
  .refine(({ resourceId, documentId }) => resourceId === undefined || documentId === undefined, {
    path: ['documentId'],
    params: { words: (locale: Locale) => m['assistant.field.one_source']({}, { locale }) },
  });

export const messageInput = z.object({
  text: rule(z.string().trim().min(1).max(limits.question), isVisible, (locale) =>
    m['assistant.field.question_needed']({}, { locale }),
  ),
  clientId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Chosen by the caller, for one question: asked again under it, it is the same question.'),
  step: position.optional().describe('The step that it is asked at, which then counts first.'),
  mode: z.literal('retrieval').optional().describe('Leaves the model out of it.'),
});

export const actionInput = z.object({
  lat: z.number().min(-90).max(90).optional(),
  long: z.number().min(-180).max(180).optional(),
});

export const documentInput = z.object({ uploadIds: z.array(z.uuid()).min(1).max(limits.files) });

/** Streamed events by name. */
export const answerEvents = {
  begin: z.object({
    question: message,
    answerId: z.uuid(),
    mode: z.enum(['retrieval', 'model']),
    safety: z.array(z.enum(safetyCards)),
  }),
  sentence: z.object({ index: count, sentence }),
  action: z.object({ action }),
  restart: z.object({ reason: z.enum(voidReasons) }),
  done: z.object({ message }),
  /** Error after the stream had begun; the question can be repeated with its `clientId`. */
  error: z.object({ code: z.string(), message: z.string() }),
} as const;
export type AnswerEventName = keyof typeof answerEvents;
export type AnswerEvent = {
  [Name in AnswerEventName]: { event: Name; data: z.infer<(typeof answerEvents)[Name]> };
}[AnswerEventName];

const rate = z.object({ right: count, of: count });
export const score = z.object({
  measuredAt: z.string().describe('A day, in ISO 8601.'),
  guides: count,
  questions: count,
  answerable: rate.describe('A right passage was among the first two.'),
  unanswerable: rate.describe('They were declined.'),
  heldOut: z
    .object({ answerable: rate, unanswerable: rate })
    .describe('Of guides that nothing was tuned on.'),
  languages: z.partialRecord(z.enum(locales), z.object({ answerable: rate, unanswerable: rate })),
});

export type Score = z.infer<typeof score>;

export const about = z.object({
  mode: z.enum(['retrieval', 'model']).describe('Who would answer this visitor now.'),
  model: z.string().nullable().describe('Its name; null where there is none.'),
  needsLogin: z.boolean().describe('There is a model, which a login opens.'),
  budget: z
    .object({ tokens: count, used: count, resetsAt: z.iso.datetime() })
    .nullable()
    .describe('Of today; null for whoever no model answers.'),
  documents: z.object({ most: count, mb: count, extensions: z.array(z.string()) }),
});

export type About = z.infer<typeof about>;

export const proposalState = z.enum(['open', 'accepted', 'refused', 'outdated']);
export const proposal = z.object({
  id: z.uuid(),
  resource: z.object({ id: z.uuid(), title: z.string() }),
  step: position,
  before: z.object({ title: z.string(), text: z.string() }),
  after: z.object({ title: z.string(), text: z.string() }),
  reason: z.string(),
  isFromModel: z.boolean().describe('Written by the model, and sent by the person.'),
  proposer: z.object({ username: z.string(), fullName: z.string() }).nullable(),
  state: proposalState,
  answer: z.string().nullable().describe('Why it was refused.'),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  can: z.object({ decide: z.boolean() }),
});

export type Proposal = z.infer<typeof proposal>;

export const proposalInput = z.object({
  step: position,
  title: optionalName(200).optional().describe('Left out where it stays.'),
  text: z.string().trim().min(1).max(limits.stepText),
  reason: z.string().trim().max(1000).default(''),
  conversationId: z.uuid().optional().describe('Where it came up.'),
  isFromModel: z.boolean().default(false),
});
export const refusalInput = z.object({ reason: z.string().trim().max(1000).default('') });
