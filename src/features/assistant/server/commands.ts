import { sql } from 'kysely';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canReadDocument } from '../access.ts';
import { assistantErrors, type Progress } from '../contract.ts';
import { assistantLimits } from '../rules.ts';
import { ensureGuide } from './guides.ts';
import { type KeptStep } from './passages.ts';
import { getConversation, getGuide, type Asker, type ConversationState } from './queries.ts';

export type Deps = { db: Db; storage: BlobStore; config: Pick<Config, 'assistant' | 'publicOrigin'> };

/** Begins a conversation about a resource, a document of one's own, or a question alone. */
export async function beginConversation(
  deps: Deps,
  asker: Asker,
  input: { resourceId?: string | undefined; documentId?: string | undefined },
  now: Date,
): Promise<ConversationState> {
  const { db } = deps;
  const guide =
    input.resourceId !== undefined
      ? await ensureGuide(deps, asker.reader, input.resourceId, now)
      : input.documentId !== undefined
        ? await getDocumentGuide(db, asker, input.documentId)
        : null;
  const mine = db
    .selectFrom('assistantConversation')
    .where((where) =>
      asker.person ? where('personId', '=', asker.person.id) : where('guestKey', '=', asker.guestKey),
    );
  if (guide) {
    // Continue an existing conversation about the same subject.
    const before = await mine
      .select('id')
      .where('guideId', 'in', (eb) =>
        eb
          .selectFrom('assistantGuide')
          .select('assistantGuide.id')
          .where(
            input.resourceId === undefined ? 'assistantGuide.id' : 'assistantGuide.resourceId',
            '=',
            input.resourceId ?? guide.id,
          ),
      )
      .orderBy('updatedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (before) return getConversation(db, asker, before.id);
  }
  const { count } = await mine.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (Number(count) >= assistantLimits.conversations)
    throw new AppError(assistantErrors.too_many_conversations);
  const id = uuidv7(now.getTime());
  await db
    .insertInto('assistantConversation')
    .values({
      id,
      personId: asker.person?.id ?? null,
      guestKey: asker.person ? null : asker.guestKey,
      guideId: guide?.id ?? null,
      hasGuide: guide !== null,
      title: guide?.title ?? '',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return getConversation(db, asker, id);
}

async function getDocumentGuide(
  db: Db,
  asker: Asker,
  documentId: string,
): Promise<{ id: string; title: string }> {
  const row = isUuid(documentId)
    ? await db
        .selectFrom('assistantDocument as document')
        .leftJoin('assistantGuide as guide', 'guide.documentId', 'document.id')
        .select(['document.ownerId', 'document.title', 'guide.id'])
        .where('document.id', '=', documentId)
        .executeTakeFirst()
    : undefined;
  if (!row || !canReadDocument(asker.person, row)) throw new AppError(assistantErrors.document_not_found);
  if (row.id === null) throw new AppError(assistantErrors.document_unread);
  return { id: row.id, title: row.title };
}

/** Moves a guest's conversations to the account that signs in with the same browser. */
export async function claimConversations(db: Db, personId: string, guestKey: string): Promise<void> {
  await db
    .updateTable('assistantConversation')
    .set({ personId, guestKey: null })
    .where('guestKey', '=', guestKey)
    .execute();
}

export async function removeConversation(db: Db, asker: Asker, id: string): Promise<void> {
  const conversation = await getConversation(db, asker, id);
  await db.deleteFrom('assistantConversation').where('id', '=', conversation.id).execute();
}

const inOrder = (numbers: readonly number[], most: number) =>
  [...new Set(numbers)].filter((number) => number <= most).toSorted((a, b) => a - b);

/** Stores the whole progress, which is idempotent. */
export async function keepProgress(
  db: Db,
  asker: Asker,
  id: string,
  input: Progress,
  now: Date,
): Promise<Progress> {
  const conversation = await getConversation(db, asker, id);
  const guide = await getGuide(db, asker, conversation);
  const kept = {
    step: Math.min(input.step, Math.max(1, guide.steps.length)),
    doneSteps: inOrder(input.doneSteps, guide.steps.length),
    checkedParts: inOrder(input.checkedParts, guide.parts.length),
  };
  await db
    .updateTable('assistantConversation')
    .set({ ...kept, updatedAt: now })
    .where('id', '=', conversation.id)
    .execute();
  return kept;
}

/** Matches old items to new ones by content, or else by name. */
function moved<Item>(before: readonly Item[], after: readonly Item[], says: ((item: Item) => string)[]) {
  const to = new Map<number, number>();
  const taken = new Set<number>();
  for (const say of says)
    before.forEach((item, index) => {
      if (to.has(index + 1)) return;
      const at = after.findIndex(
        (other, place) => !taken.has(place) && say(other) === say(item) && say(item) !== '',
      );
      if (at < 0) return;
      taken.add(at);
      to.set(index + 1, at + 1);
    });
  return to;
}

/** Moves to the resource's current version. Completed steps stay so if their text is unchanged. */
export async function moveToNewest(
  deps: Deps,
  asker: Asker,
  id: string,
  now: Date,
): Promise<ConversationState> {
  const { db } = deps;
  const conversation = await getConversation(db, asker, id);
  const before = await getGuide(db, asker, conversation);
  if (before.resourceId === null) return conversation;
  const { id: guideId, title } = await ensureGuide(deps, asker.reader, before.resourceId, now);
  if (guideId === before.id) return conversation;
  const after = await getGuide(db, asker, { ...conversation, guideId });
  const steps = moved(before.steps, after.steps, [({ title: name, text }: KeptStep) => `${name}\n${text}`]);
  const places = moved(before.steps, after.steps, [
    ({ title: name, text }) => `${name}\n${text}`,
    ({ title: name }) => name,
  ]);
  const parts = moved(before.parts, after.parts, [({ name, quantity }) => `${name} ${quantity}`]);
  await db
    .updateTable('assistantConversation')
    .set({
      guideId,
      title,
      step: places.get(conversation.step) ?? Math.min(conversation.step, Math.max(1, after.steps.length)),
      doneSteps: conversation.doneSteps.flatMap((step) => steps.get(step) ?? []).toSorted((a, b) => a - b),
      checkedParts: conversation.checkedParts
        .flatMap((part) => parts.get(part) ?? [])
        .toSorted((a, b) => a - b),
      updatedAt: now,
    })
    .where('id', '=', conversation.id)
    .execute();
  return getConversation(db, asker, id);
}

const guestDays = 30;

/** Deletes abandoned conversations of guests, and unused guides. */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('assistantConversation')
    .where('guestKey', 'is not', null)
    .where('updatedAt', '<', new Date(now.getTime() - guestDays * 24 * 60 * 60_000))
    .execute();
  await sql`
    delete from assistant_guide g using resource r
    where r.id = g.resource_id and g.version < r.version and g.created_at < ${new Date(now.getTime() - 60 * 60_000)}
      and not exists (select from assistant_conversation c where c.guide_id = g.id)`.execute(db);
  await sql`delete from assistant_spending where day < ${now}::date - 7`.execute(db);
}
