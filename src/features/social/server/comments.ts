import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { addToCount, getVisibleResource, lockPublished } from '#features/resources/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { canEditComment, canRemoveComment } from '../access.ts';
import { socialErrors, type Author, type Comment, type Reply } from '../contract.ts';
import { maxReplies } from '../rules.ts';
import { lockResourcesOf } from './commands.ts';
import { presentAuthor, windowOf, type Actor, type Page } from './queries.ts';

type Writer = { id: string; isAdmin: boolean; fullName: string };

/** Writes a comment or an answer, and notifies its recipients. Returns its id. */
export async function addComment(
  trx: Trx,
  writer: Writer,
  resourceId: string,
  input: {
    text: string;
    parentId?: string | undefined;
    /** Step of the guide, from 0. */
    step?: number | null | undefined;
    /** Set if it comes from a support session. */
    support?: { helpedId: string | null };
  },
  now: Date,
): Promise<string> {
  const { ownerId, title } = await lockPublished(trx, resourceId);
  const { step = null, support } = input;
  if (step !== null && (input.parentId !== undefined || step >= (await countSteps(trx, resourceId))))
    throw refused(socialErrors.no_such_step, 'step');
  const parent = input.parentId === undefined ? null : await getParent(trx, resourceId, input.parentId);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('comment')
    .values({
      id,
      resourceId,
      parentId: parent?.id ?? null,
      authorId: writer.id,
      text: input.text,
      createdAt: now,
      editedAt: null,
      step,
      isFromSupport: support !== undefined,
      helpedId: support?.helpedId ?? null,
    })
    .execute();
  await addToCount(trx, resourceId, 'commentCount', 1);
  const told = {
    path: `/resources/${resourceId}${step === null ? '#comments' : `#step-${step + 1}`}`,
    params: { name: writer.fullName, title },
    people: [writer.id, ownerId],
  };
  const answered = parent?.authorId ?? null;
  if (answered !== null && answered !== writer.id) {
    await notify(trx, answered, { what: 'comment_answered', ...told }, now);
  }
  if (ownerId !== writer.id && ownerId !== answered) {
    await notify(trx, ownerId, { what: 'comment_added', ...told }, now);
  }
  return id;
}

async function countSteps(trx: Trx, resourceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(assembly_instructions) as count from resource where id = ${resourceId}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the comment to answer. The resource is locked, so no answer is added concurrently. */
async function getParent(
  trx: Trx,
  resourceId: string,
  id: string,
): Promise<{ id: string; authorId: string | null }> {
  const parent = await trx
    .selectFrom('comment')
    .select(['id', 'authorId', 'parentId', 'state'])
    .where('id', '=', id)
    .where('resourceId', '=', resourceId)
    .executeTakeFirst();
  if (parent?.state !== 'shown') throw new AppError(socialErrors.comment_not_found);
  if (parent.parentId !== null) throw refused(socialErrors.nested_reply, 'parentId');
  const { count } = await trx
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parentId', '=', id)
    .executeTakeFirstOrThrow();
  if (count >= maxReplies) throw new AppError(socialErrors.too_many_replies);
  return parent;
}

export async function editComment(db: Db, actor: Writer, id: string, text: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const comment = await lockComment(trx, actor, id);
    if (!canEditComment(actor, comment)) throw new AppError(platformErrors.forbidden);
    if (comment.text === text) return;
    await trx.updateTable('comment').set({ text, editedAt: now }).where('id', '=', id).execute();
  });
}

/** Deletes a comment; one with answers leaves an empty placeholder. */
export async function removeComment(db: Db, actor: Writer, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const comment = await lockComment(trx, actor, id);
    if (!canRemoveComment(actor, comment)) throw new AppError(platformErrors.forbidden);
    await takeAway(trx, comment);
  });
}

async function takeAway(
  trx: Trx,
  comment: { id: string; resourceId: string; parentId: string | null },
): Promise<void> {
  const { id, resourceId, parentId } = comment;
  const answer = await trx.selectFrom('comment').select('id').where('parentId', '=', id).executeTakeFirst();
  if (answer) {
    await trx
      .updateTable('comment')
      .set({ state: 'deleted', text: '', authorId: null, editedAt: null, helpedId: null })
      .where('id', '=', id)
      .execute();
  } else {
    await trx.deleteFrom('comment').where('id', '=', id).execute();
    if (parentId !== null) await removeEmptyPlaces(trx, [parentId]);
  }
  await addToCount(trx, resourceId, 'commentCount', -1);
}

/** Removes placeholders of deleted comments without answers. */
export async function removeEmptyPlaces(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from comment c where c.id = any (${ids}::uuid[]) and c.state = 'deleted'
    and not exists (select from comment reply where reply.parent_id = c.id)`.execute(trx);
}

/** Hides a comment for a moderator. */
export async function hideComment(trx: Trx, id: string): Promise<string | null> {
  await lockResourcesOf(trx, 'comment', [id]);
  const hidden = await trx
    .updateTable('comment')
    .set({ state: 'hidden' })
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .returning('resourceId')
    .executeTakeFirst();
  if (!hidden) return null;
  await addToCount(trx, hidden.resourceId, 'commentCount', -1);
  return 'shown';
}

/** Shows a comment again that a moderator has hidden. */
export async function showComment(trx: Trx, id: string): Promise<boolean> {
  await lockResourcesOf(trx, 'comment', [id]);
  const shown = await trx
    .updateTable('comment')
    .set({ state: 'shown' })
    .where('id', '=', id)
    .where('state', '=', 'hidden')
    .returning('resourceId')
    .executeTakeFirst();
  if (shown) await addToCount(trx, shown.resourceId, 'commentCount', 1);
  return shown !== undefined;
}

/** Locks and returns a shown comment and its resource, as this actor sees them. */
async function lockComment(trx: Trx, actor: Actor, id: string) {
  const found = await findComment(trx, actor, id);
  await lockResourcesOf(trx, 'comment', [id]);
  const comment = await trx
    .selectFrom('comment')
    .select(['id', 'text'])
    .where('id', '=', id)
    .where('state', '=', 'shown')
    .forUpdate()
    .executeTakeFirst();
  if (!comment) throw new AppError(socialErrors.comment_not_found);
  return { ...found, ...comment };
}

/** Returns a shown comment with the owner of its resource. Throws `comment_not_found`. */
export async function findComment(db: Db, actor: Actor, id: string) {
  const comment = isUuid(id)
    ? await db
        .selectFrom('comment')
        .select(['id', 'resourceId', 'parentId', 'authorId', 'text'])
        .where('id', '=', id)
        .where('state', '=', 'shown')
        .executeTakeFirst()
    : undefined;
  const authorId = comment?.authorId ?? null;
  if (!comment || authorId === null) throw new AppError(socialErrors.comment_not_found);
  const { ownerId } = await getVisibleResource(db, actor, comment.resourceId);
  return { ...comment, authorId, ownerId };
}

/** Condition: shown comments, and placeholders with answers. */
const isListed = sql<boolean>`(c.state = 'shown'
  or exists (select from comment reply where reply.parent_id = c.id and reply.state = 'shown'))`;

/** Lists comments of a resource, newest first, each with its answers, oldest first. */
export async function listComments(
  db: Db,
  actor: Actor,
  resourceId: string,
  wanted: { page: number; limit: number },
): Promise<Page<Comment>> {
  const { ownerId } = await getVisibleResource(db, actor, resourceId);
  const { count } = await db
    .selectFrom('comment as c')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('resourceId', '=', resourceId)
    .where('parentId', 'is', null)
    .where(isListed)
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, count);
  const comments = await selectComments(db)
    .where('resourceId', '=', resourceId)
    .where('parentId', 'is', null)
    .where(isListed)
    .orderBy('c.id', 'desc')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  const ids = comments.map(({ id }) => id);
  const replies = await selectComments(db)
    .where(sql<boolean>`parent_id = any (${ids}::uuid[])`)
    .where('c.state', '=', 'shown')
    .orderBy('c.id')
    .execute();
  const present = (row: Row) => presentComment(row, actor, ownerId);
  return {
    items: comments.map((row) => ({
      ...present(row),
      replies: replies.filter(({ parentId }) => parentId === row.id).map(present),
    })),
    total: count,
    ...pages,
  };
}

/** Maximum number of comments at steps; further ones are only in the main list. */
const maxAtSteps = 200;

/** Lists comments on steps of the guide, oldest first. */
export async function listStepComments(db: Db, actor: Actor, resourceId: string): Promise<Reply[]> {
  const { ownerId } = await getVisibleResource(db, actor, resourceId);
  const rows = await selectComments(db)
    .where('resourceId', '=', resourceId)
    .where('c.step', 'is not', null)
    .where('c.state', '=', 'shown')
    .orderBy('c.step')
    .orderBy('c.id')
    .limit(maxAtSteps)
    .execute();
  return rows.map((row) => presentComment(row, actor, ownerId));
}

export async function getComment(db: Db, actor: Actor, id: string): Promise<Reply> {
  const { ownerId } = await findComment(db, actor, id);
  return presentComment(
    await selectComments(db).where('c.id', '=', id).executeTakeFirstOrThrow(),
    actor,
    ownerId,
  );
}

function selectComments(db: Db) {
  return db
    .selectFrom('comment as c')
    .leftJoin('person as p', 'p.id', 'c.authorId')
    .leftJoin('person as helped', (join) =>
      join.onRef('helped.id', '=', 'c.helpedId').on('helped.erasedAt', 'is', null),
    )
    .select([
      'c.step',
      'c.isFromSupport',
      'helped.name as helpedName',
      'helped.displayUsername as helpedUsername',
      'helped.avatarId as helpedAvatarId',
    ])
    .select([
      'c.id',
      'c.parentId',
      'c.authorId',
      'c.text',
      'c.state',
      'c.createdAt',
      'c.editedAt',
      'p.name',
      'p.displayUsername',
      'p.avatarId',
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>;

function presentComment(row: Row, actor: Actor, ownerId: string): Reply {
  const { id, authorId, name, displayUsername, avatarId } = row;
  const isShown = row.state === 'shown';
  const isNamed = isShown && name !== null && displayUsername !== null;
  return {
    id,
    text: isShown ? row.text : '',
    author: isNamed ? presentAuthor({ name, displayUsername, avatarId }) : null,
    byOwner: isShown && authorId === ownerId,
    createdAt: row.createdAt.toISOString(),
    editedAt: isShown ? (row.editedAt?.toISOString() ?? null) : null,
    step: row.step,
    support: isShown && row.isFromSupport ? { helped: helpedBy(row) } : null,
    can: {
      edit: isShown && canEditComment(actor, { authorId }),
      remove: isShown && canRemoveComment(actor, { authorId, ownerId }),
    },
  };
}

export type ShownComment = { id: string; text: string; changedAt: Date };

/** Lists public comments of a resource, newest first. */
export async function listShownComments(db: Db, resourceId: string, most: number): Promise<ShownComment[]> {
  const { rows } = await sql<ShownComment>`
    select id, text, greatest(created_at, edited_at) as "changedAt" from comment
    where resource_id = ${resourceId} and state = 'shown'
      and (parent_id is null or exists (
        select from comment above where above.id = comment.parent_id and above.state in ('shown', 'deleted')))
    order by id desc limit ${most}`.execute(db);
  return rows;
}

function helpedBy({ helpedName, helpedUsername, helpedAvatarId }: Row): Author | null {
  if (helpedName === null || helpedUsername === null) return null;
  return presentAuthor({ name: helpedName, displayUsername: helpedUsername, avatarId: helpedAvatarId });
}
