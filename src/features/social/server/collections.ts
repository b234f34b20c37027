import { sql } from 'kysely';
import type { z } from 'zod';
import { ratesOfResources } from '#features/builds/server/public.ts';
import { findCards, getVisibleResource, lockPublished } from '#features/resources/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canEditCollection, canSeeCollection } from '../access.ts';
import {
  socialErrors,
  type Collection,
  type collectionEdit,
  type CollectionDetail,
  type collectionInput,
  type CollectionItem,
  type itemInput,
  type OwnCollection,
} from '../contract.ts';
import { maxCollections, maxItems, moved } from '../rules.ts';
import { presentAuthor, windowOf, type Actor, type Page } from './queries.ts';

type Owner = { id: string; isAdmin: boolean };

/** Creates a collection; throws `too_many_collections`. Returns its id. */
export async function createCollection(
  trx: Trx,
  ownerId: string,
  input: z.output<typeof collectionInput>,
  now: Date,
): Promise<string> {
  // Serialized per person, so that concurrent calls respect the limit.
  await trx.selectFrom('person').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('collection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (count >= maxCollections) throw new AppError(socialErrors.too_many_collections);
  const id = uuidv7(now.getTime());
  await trx
    .insertInto('collection')
    .values({ ...input, id, ownerId, createdAt: now, updatedAt: now })
    .execute();
  return id;
}

export async function editCollection(
  db: Db,
  actor: Owner,
  id: string,
  change: z.output<typeof collectionEdit>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwn(trx, actor, id);
    await trx
      .updateTable('collection')
      .set({ ...change, updatedAt: now })
      .where('id', '=', id)
      .execute();
  });
}

export async function removeCollection(db: Db, actor: Owner, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwn(trx, actor, id);
    await trx.deleteFrom('collection').where('id', '=', id).execute();
  });
}

/** Adds a published resource to a collection, or changes its position and note. Throws `collection_full`. */
export async function putItem(
  trx: Trx,
  actor: Owner,
  ids: { collectionId: string; resourceId: string },
  { note, position }: z.output<typeof itemInput>,
  now: Date,
): Promise<void> {
  const { collectionId, resourceId } = ids;
  await lockOwn(trx, actor, collectionId);
  const items = await trx
    .selectFrom('collectionItem')
    .select(['resourceId', 'position'])
    .where('collectionId', '=', collectionId)
    .orderBy('position')
    .execute();
  const order = items.map((item) => item.resourceId);
  if (!order.includes(resourceId.toLowerCase())) {
    await lockPublished(trx, resourceId);
    if (order.length >= maxItems) throw new AppError(socialErrors.collection_full);
    // Removed items leave gaps, so the end is after the last position instead of the count.
    const end = (items.at(-1)?.position ?? -1) + 1;
    await trx
      .insertInto('collectionItem')
      .values({ collectionId, resourceId, note: note ?? '', position: end, addedAt: now })
      .execute();
    order.push(resourceId.toLowerCase());
  } else if (note !== undefined) {
    await trx
      .updateTable('collectionItem')
      .set({ note })
      .where('collectionId', '=', collectionId)
      .where('resourceId', '=', resourceId)
      .execute();
  }
  if (position !== undefined) {
    const next = moved(order, resourceId.toLowerCase(), position);
    await sql`update collection_item i set position = o.position - 1
      from unnest(${next}::uuid[]) with ordinality as o (resource_id, position)
      where i.collection_id = ${collectionId} and i.resource_id = o.resource_id`.execute(trx);
  }
  await touch(trx, collectionId, now);
}

/** Removes a resource from a collection. Idempotent. */
export async function removeItem(
  db: Db,
  actor: Owner,
  { collectionId, resourceId }: { collectionId: string; resourceId: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwn(trx, actor, collectionId);
    if (!isUuid(resourceId)) return;
    await trx
      .deleteFrom('collectionItem')
      .where('collectionId', '=', collectionId)
      .where('resourceId', '=', resourceId)
      .execute();
    await touch(trx, collectionId, now);
  });
}

async function touch(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('collection').set({ updatedAt: now }).where('id', '=', id).execute();
}

async function lockOwn(trx: Trx, actor: Owner, id: string): Promise<void> {
  const collection = await findVisible(trx, actor, id);
  if (!canEditCollection(actor, collection)) throw new AppError(platformErrors.forbidden);
  const held = await trx.selectFrom('collection').select('id').where('id', '=', id).forUpdate().execute();
  if (held.length === 0) throw new AppError(socialErrors.collection_not_found);
}

/** Private collections look like missing ones. */
async function findVisible(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ id: string; ownerId: string; isPublic: boolean; hiddenAt: Date | null }> {
  const collection = isUuid(id)
    ? await db
        .selectFrom('collection')
        .select(['id', 'ownerId', 'isPublic', 'hiddenAt'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!collection || !canSeeCollection(actor, collection)) {
    throw new AppError(socialErrors.collection_not_found);
  }
  return collection;
}

export async function getCollection(db: Db, actor: Actor, id: string): Promise<CollectionDetail> {
  const { ownerId } = await findVisible(db, actor, id);
  const [row, owner] = await Promise.all([
    selectCollections(db).where('c.id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('person')
      .select(['name', 'displayUsername', 'avatarId'])
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    ...present(row),
    owner: presentAuthor(owner),
    can: { edit: canEditCollection(actor, { ownerId }) },
  };
}

/** Returns a collection for a report. Throws `collection_not_found`. */
export async function findReportedCollection(db: Db, actor: Actor, address: string) {
  const { id, ownerId } = await findVisible(db, actor, address);
  const { title, description } = await selectCollections(db).where('c.id', '=', id).executeTakeFirstOrThrow();
  return { id, ownerId, text: [title, description].filter(Boolean).join('\n') };
}

export async function hideCollection(trx: Trx, id: string, now: Date): Promise<string | null> {
  const hidden = await trx
    .updateTable('collection')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('hiddenAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return hidden ? 'shown' : null;
}

/** Shows a collection again, to the audience that its owner chose. */
export async function showCollection(trx: Trx, id: string): Promise<boolean> {
  const shown = await trx
    .updateTable('collection')
    .set({ hiddenAt: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return shown !== undefined;
}

/** Lists the items of a collection in order; items that are no longer public have no card. */
export async function listItems(
  db: Db,
  actor: Actor,
  id: string,
  wanted: { page: number; limit: number },
): Promise<Page<CollectionItem>> {
  const collection = await findVisible(db, actor, id);
  const items = db
    .selectFrom('collectionItem')
    .innerJoin('resource', 'resource.id', 'collectionItem.resourceId')
    .where('collectionId', '=', id)
    // Only the owner sees items that are gone, because only they can remove them.
    .$if(!canEditCollection(actor, collection), (query) => query.where('resource.state', '=', 'published'));
  const { count } = await items
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, ...pages } = windowOf(wanted, count);
  const rows = await items
    .select(['collectionItem.resourceId', 'note', 'addedAt'])
    .orderBy('position')
    .limit(wanted.limit)
    .offset(offset)
    .execute();
  const cards = await findCards(
    db,
    rows.map(({ resourceId }) => resourceId),
    ratesOfResources,
  );
  return {
    items: rows.map(({ resourceId, note, addedAt }) => ({
      resourceId,
      note,
      addedAt: addedAt.toISOString(),
      resource: cards.get(resourceId) ?? null,
    })),
    total: count,
    ...pages,
  };
}

/** Lists a person's own collections, last changed first; with a resource, each tells whether it contains that. */
export async function listOwnCollections(
  db: Db,
  owner: Owner,
  resourceId: string | undefined,
): Promise<OwnCollection[]> {
  if (resourceId !== undefined) await getVisibleResource(db, owner, resourceId);
  const rows = await selectCollections(db)
    .select(
      sql<boolean>`exists (select from collection_item i
        where i.collection_id = c.id and i.resource_id = ${resourceId ?? null}::uuid)`.as('holds'),
    )
    .where('ownerId', '=', owner.id)
    .orderBy('updatedAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(maxCollections)
    .execute();
  return rows.map((row) => ({ ...present(row), holds: row.holds }));
}

/** Lists a person's public collections, last changed first, without empty ones. */
export async function listPublicCollections(db: Db, ownerId: string): Promise<Collection[]> {
  const rows = await selectCollections(db)
    .where('ownerId', '=', ownerId)
    .where('isPublic', '=', true)
    .where('hiddenAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .limit(maxCollections)
    .execute();
  return rows.map(present).filter(({ itemCount }) => itemCount > 0);
}

function selectCollections(db: Db) {
  return db
    .selectFrom('collection as c')
    .select(['c.id', 'c.title', 'c.description', 'c.isPublic', 'c.hiddenAt', 'c.updatedAt'])
    .select([
      sql<number>`(select count(*) from collection_item i join resource r on r.id = i.resource_id
        where i.collection_id = c.id and r.state = 'published')`.as('itemCount'),
      // The picture of the first item that has one.
      sql<string | null>`(select image.id from collection_item i join resource r on r.id = i.resource_id
        join resource_image image on image.resource_id = r.id and image.position = 0
        where i.collection_id = c.id and r.state = 'published' order by i.position limit 1)`.as('imageId'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectCollections>['executeTakeFirstOrThrow']>>;

function present({
  id,
  title,
  description,
  isPublic,
  hiddenAt,
  itemCount,
  imageId,
  updatedAt,
}: Row): Collection {
  return {
    id,
    title,
    description,
    isPublic,
    isHidden: hiddenAt !== null,
    itemCount,
    imageUrl: imageId === null ? null : `/api/images/${imageId}/480.webp`,
    updatedAt: updatedAt.toISOString(),
  };
}
