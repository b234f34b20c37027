import { sql } from 'kysely';
import { findTitles, getVisibleResource } from '#features/resources/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { canReadDocument, mayUseModel, ownsConversation, type Visitor } from '../access.ts';
import {
  assistantErrors,
  type Action,
  type Citation,
  type Conversation,
  type ConversationRow,
  type Found,
  type Guide,
  type Handoff,
  type Message,
  type Sentence,
} from '../contract.ts';
import type { SafetyCard, ToolName, VoidReason } from '../rules.ts';
import { safetyOf } from '../safety.ts';
import { type Reader } from './guides.ts';
import { namedParts, type KeptPart, type KeptStep } from './passages.ts';

/** Visitor with the fields that this feature needs. */
export type Asker = Visitor & { reader: Reader };

export type GuideRow = {
  id: string;
  resourceId: string | null;
  version: number | null;
  documentId: string | null;
  title: string;
  language: Locale;
  parts: KeptPart[];
  steps: KeptStep[];
  /** PDFs of the guide's version. */
  manualIds: string[];
};
export type ConversationState = {
  id: string;
  personId: string | null;
  guestKey: string | null;
  guideId: string | null;
  hasGuide: boolean;
  title: string;
  step: number;
  doneSteps: number[];
  checkedParts: number[];
  createdAt: Date;
};

/** Throws `conversation_not_found` for conversations of others as well. */
export async function getConversation(db: Db, asker: Asker, id: string): Promise<ConversationState> {
  const row = isUuid(id)
    ? await db
        .selectFrom('assistantConversation')
        .select(['id', 'personId', 'guestKey', 'guideId', 'hasGuide', 'title', 'step', 'doneSteps'])
        .select(['checkedParts', 'createdAt'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row || !ownsConversation(asker, row)) throw new AppError(assistantErrors.conversation_not_found);
  return row;
}

/** Returns the guide of a conversation if its subject is visible to the asker, which is checked each time. */
export async function findGuide(
  db: Db,
  asker: Asker,
  conversation: Pick<ConversationState, 'guideId'>,
): Promise<GuideRow | null> {
  if (conversation.guideId === null) return null;
  const row = await db
    .selectFrom('assistantGuide as guide')
    .leftJoin('assistantDocument as document', 'document.id', 'guide.documentId')
    .select(['guide.id', 'guide.resourceId', 'guide.version', 'guide.documentId', 'guide.title'])
    .select(['guide.language', 'guide.parts', 'guide.steps', 'guide.manualIds', 'document.ownerId'])
    .where('guide.id', '=', conversation.guideId)
    .executeTakeFirst();
  if (!row) return null;
  const { ownerId, ...guide } = row;
  if (guide.documentId !== null) {
    if (ownerId === null || !canReadDocument(asker.person, { ownerId })) return null;
  } else if (!(await maySee(db, asker.reader, guide.resourceId ?? ''))) return null;
  return { ...guide, parts: guide.parts as KeptPart[], steps: guide.steps as KeptStep[] };
}

async function maySee(db: Db, reader: Reader, resourceId: string): Promise<boolean> {
  try {
    await getVisibleResource(db, reader, resourceId);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Throws `no_guide` for conversations without one, `guide_gone` for a subject that is no longer visible. */
export async function getGuide(db: Db, asker: Asker, conversation: ConversationState): Promise<GuideRow> {
  if (!conversation.hasGuide) throw new AppError(assistantErrors.no_guide);
  const guide = await findGuide(db, asker, conversation);
  if (!guide) throw new AppError(assistantErrors.guide_gone);
  return guide;
}

async function findSource(
  db: Db,
  { resourceId, documentId, title, language }: GuideRow,
  locale: Locale,
): Promise<Guide['source']> {
  if (resourceId === null) return { kind: 'document', id: documentId ?? '', title };
  const named = (await findTitles(db, [resourceId], locale)).get(resourceId);
  return { kind: 'resource', id: resourceId, ...(named ?? { title, language }) };
}

/** Address of a step's picture in the nearest stored width. */
const stepPicture = ({ imageId, imageWidth, imageHeight }: KeptStep) =>
  imageId === undefined
    ? null
    : { url: `/api/images/${imageId}/960.webp`, width: imageWidth ?? null, height: imageHeight ?? null };

export const stepSafety = (step: KeptStep): SafetyCard[] =>
  safetyOf(step.title, step.text, step.warning ?? '', ...(step.tools ?? []));

export async function presentGuide(db: Db, guide: GuideRow, locale: Locale): Promise<Guide> {
  const steps = guide.steps.map((step, index) => ({
    number: index + 1,
    title: step.title,
    text: step.text,
    minutes: step.minutes ?? null,
    tools: step.tools ?? [],
    warning: step.warning ?? null,
    picture: stepPicture(step),
    page: step.page ?? null,
    parts: namedParts(step, guide.parts),
    safety: stepSafety(step),
  }));
  const [models, pages] = await Promise.all([
    guide.resourceId === null ? [] : listModels(db, guide.resourceId),
    guide.documentId === null ? 0 : countPages(db, guide.documentId),
  ]);
  return {
    source: await findSource(db, guide, locale),
    version: guide.version,
    language: guide.language,
    parts: guide.parts.map((part, index) => ({
      number: index + 1,
      name: part.name,
      quantity: part.quantity,
      partNumber: part.partNumber ?? null,
      url: part.url ?? null,
      substitute: part.substitute ?? null,
    })),
    steps,
    models,
    pages,
    safety: safetyOf(...guide.steps.flatMap(({ title, text, warning = '' }) => [title, text, warning])),
  };
}

/** Lists the models of the latest version that were measured and can be drawn. */
async function listModels(db: Db, resourceId: string) {
  const { rows } = await sql<{ id: string; name: string; size: number; triangles: number }>`
    select f.id, f.name, f.size, (m.figures ->> 'triangles')::integer as triangles from resource_file f
    join resource_version v on v.id = f.version_id
    join resource_model m on m.file_id = f.id and m.figures is not null
    where f.resource_id = ${resourceId}
      and v.number = (select max(number) from resource_version where resource_id = ${resourceId})
    order by f.position limit 20`.execute(db);
  return rows.map(({ id, ...file }) => ({
    fileId: id,
    ...file,
    url: `/api/resources/${resourceId}/download?file=${id}`,
  }));
}

async function countPages(db: Db, documentId: string): Promise<number> {
  const row = await db
    .selectFrom('assistantDocument')
    .select('pages')
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.pages ?? 0;
}

const messageColumns = [
  'id',
  'seq',
  'role',
  'state',
  'text',
  'sentences',
  'handoffs',
  'safety',
  'found',
  'declined',
  'mode',
  'voided',
  'dropped',
  'clientId',
  'replyTo',
  'createdAt',
] as const;

/** Time without a heartbeat after which the process that writes an answer counts as dead. */
export const silentMs = 30_000;

/** Lists the messages of a conversation in order, or one of them. */
export async function listMessages(db: Db, conversationId: string, id?: string): Promise<Message[]> {
  const [rows, actions] = await Promise.all([
    db
      .selectFrom('assistantMessage')
      .select(messageColumns)
      .select(
        sql<boolean>`state = 'writing' and beat_at < clock_timestamp() - ${silentMs} * interval '1 ms'`.as(
          'isLost',
        ),
      )
      .where('conversationId', '=', conversationId)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('seq')
      .execute(),
    db
      .selectFrom('assistantAction')
      .select(['id', 'messageId', 'tool', 'input', 'resultId'])
      .where('conversationId', '=', conversationId)
      .orderBy('position')
      .execute(),
  ]);
  return rows.map(({ isLost, ...row }) => {
    const sentences = row.sentences as Sentence[];
    return {
      id: row.id,
      seq: row.seq,
      role: row.role,
      text: row.text,
      citations: citationsOf(sentences),
      sentences,
      handoffs: row.handoffs as Handoff[],
      safety: row.safety as SafetyCard[],
      actions: actions.filter(({ messageId }) => messageId === row.id).map((action) => presentAction(action)),
      found: row.found as Found[] | null,
      declined: row.declined,
      mode: row.mode,
      voided: row.voided as VoidReason | null,
      droppedSentences: row.dropped,
      state: isLost ? ('stopped' as const) : row.state,
      clientId: row.clientId,
      replyTo: row.replyTo,
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** Throws `message_not_found`. */
export async function getMessage(db: Db, conversationId: string, id: string): Promise<Message> {
  const [message] = isUuid(id) ? await listMessages(db, conversationId, id) : [];
  if (!message) throw new AppError(assistantErrors.message_not_found);
  return message;
}

/** Presents a suggested action, with the model's text shortened and as plain text. */
export function presentAction(row: {
  id: string;
  tool: string;
  input: unknown;
  resultId: string | null;
}): Action {
  const input = row.input as { query?: string; step?: number; text?: string; reason?: string };
  const { step = 1, text = '', reason = '' } = input;
  return {
    id: row.id,
    tool: row.tool as ToolName,
    about: (input.query ?? input.text ?? '').slice(0, 2000),
    needsPlace: row.tool === 'find_engineer',
    isDone: row.resultId !== null,
    fix: row.tool === 'propose_fix' ? { step, text, reason } : null,
  };
}

export function citationsOf(sentences: readonly Sentence[]): Citation[] {
  const seen = new Map<string, Citation>();
  for (const { citations } of sentences)
    for (const citation of citations) {
      const key = `${citation.url}\n${citation.quote}`;
      if (!seen.has(key)) seen.set(key, citation);
    }
  return [...seen.values()];
}

export async function presentConversation(
  db: Db,
  asker: Asker,
  conversation: ConversationState,
  { hasModel, locale }: { hasModel: boolean; locale: Locale },
): Promise<Conversation> {
  const [guide, messages] = await Promise.all([
    findGuide(db, asker, conversation),
    listMessages(db, conversation.id),
  ]);
  const source = guide && (await findSource(db, guide, locale));
  return {
    id: conversation.id,
    title: source?.title ?? conversation.title,
    source,
    version: guide?.version ?? null,
    newer: guide && (await findNewer(db, guide)),
    isGone: conversation.hasGuide && guide === null,
    progress: {
      step: conversation.step,
      doneSteps: conversation.doneSteps,
      checkedParts: conversation.checkedParts,
    },
    mode: hasModel && mayUseModel(asker) ? 'model' : 'retrieval',
    messages,
    createdAt: conversation.createdAt.toISOString(),
  };
}

async function findNewer(db: Db, guide: GuideRow): Promise<Conversation['newer']> {
  if (guide.resourceId === null || guide.version === null) return null;
  const now = await db
    .selectFrom('resource')
    .select(['version', 'assemblyInstructions'])
    .where('id', '=', guide.resourceId)
    .executeTakeFirst();
  if (!now || now.version <= guide.version) return null;
  const steps = now.assemblyInstructions as KeptStep[];
  const most = Math.max(steps.length, guide.steps.length);
  const said = (step: KeptStep | undefined) =>
    step && JSON.stringify([step.title, step.text, step.warning, step.minutes, step.tools, step.imageId]);
  // A guide whose steps were found in its texts has no steps to compare.
  const changedSteps =
    steps.length === 0
      ? 0
      : Array.from({ length: most }, (_, index) => said(steps[index]) !== said(guide.steps[index])).filter(
          Boolean,
        ).length;
  return { version: now.version, changedSteps };
}

export async function listConversations(
  db: Db,
  { person, guestKey }: Visitor,
  { page, limit, locale }: { page: number; limit: number; locale: Locale },
): Promise<{ items: ConversationRow[]; total: number }> {
  const mine = person === null ? sql`c.guest_key = ${guestKey}` : sql`c.person_id = ${person.id}`;
  const { rows } = await sql<{
    id: string;
    title: string;
    resourceId: string | null;
    documentId: string | null;
    guideTitle: string | null;
    language: Locale | null;
    steps: number | null;
    doneSteps: number[];
    updatedAt: Date;
    total: number;
  }>`
    select c.id, c.title, g.resource_id as "resourceId", g.document_id as "documentId", g.title as "guideTitle", g.language,
      jsonb_array_length(g.steps) as steps, c.done_steps as "doneSteps", c.updated_at as "updatedAt",
      count(*) over () as total
    from assistant_conversation c left join assistant_guide g on g.id = c.guide_id
    where ${mine} order by c.updated_at desc, c.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const named = await findTitles(
    db,
    rows.flatMap(({ resourceId }) => resourceId ?? []),
    locale,
  );
  const sourceOf = (row: (typeof rows)[number]): ConversationRow['source'] => {
    const title = row.guideTitle ?? '';
    if (row.resourceId !== null) {
      const own = { title, language: row.language ?? locale };
      return { kind: 'resource', id: row.resourceId, ...(named.get(row.resourceId) ?? own) };
    }
    return row.documentId === null ? null : { kind: 'document', id: row.documentId, title };
  };
  return {
    total: Number(rows[0]?.total ?? 0),
    items: rows.map((row) => {
      const source = sourceOf(row);
      return {
        id: row.id,
        title: source?.title ?? row.title,
        source,
        steps: row.steps ?? 0,
        doneSteps: row.doneSteps.length,
        updatedAt: row.updatedAt.toISOString(),
      };
    }),
  };
}
