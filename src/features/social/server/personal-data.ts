import { sql } from 'kysely';
import { addToCount } from '#features/resources/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { lockResourcesOf } from './commands.ts';
import { noteBuilds } from './makes.ts';
import { removeEmptyPlaces } from './comments.ts';

type Concealed = { comments: string[]; makes: string[]; collections: string[] };

export function socialPersonalData({ db }: { db: Db }): PersonalData {
  /** Changes the state of a person's comments and makes, and the counts of their resources. */
  async function setState(
    trx: Db,
    table: 'comment' | 'make',
    ids: readonly string[],
    from: 'shown' | 'concealed',
  ): Promise<void> {
    await lockResourcesOf(trx, table, ids);
    const changed = await trx
      .updateTable(table)
      .set({ state: from === 'shown' ? 'concealed' : 'shown' })
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where('state', '=', from)
      .returning(['id', 'resourceId'])
      .execute();
    if (table === 'make')
      await noteBuilds(
        trx as Trx,
        changed.map(({ id }) => id),
      );
    await count(
      trx,
      table === 'comment' ? 'commentCount' : 'makeCount',
      changed.map(({ resourceId }) => resourceId),
      from === 'shown' ? -1 : 1,
    );
  }
  async function count(
    trx: Db,
    what: 'likeCount' | 'commentCount' | 'makeCount',
    resourceIds: readonly string[],
    each: 1 | -1,
  ): Promise<void> {
    const byResource = Map.groupBy(resourceIds, (id) => id);
    // Fixed lock order, so that concurrent runs do not deadlock.
    for (const id of [...byResource.keys()].toSorted()) {
      await addToCount(trx, id, what, each * (byResource.get(id)?.length ?? 0));
    }
  }
  const shown = async (trx: Db, table: 'comment' | 'make', personId: string) =>
    (
      await trx
        .selectFrom(table)
        .select('id')
        .where('authorId', '=', personId)
        .where('state', '=', 'shown')
        .execute()
    ).map(({ id }) => id);

  return {
    room: 'social',
    tables: ['resource_like', 'collection', 'collection_item', 'comment', 'make', 'follow'],
    lists: {
      likes: whole((personId) =>
        db
          .selectFrom('resourceLike')
          .select(['resourceId', 'createdAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      comments: inBatches((personId, after, limit) =>
        db
          .selectFrom('comment')
          .selectAll()
          .where('authorId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      makes: inBatches((personId, after, limit) =>
        db
          .selectFrom('make')
          .selectAll()
          .where('authorId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
      collections: whole(async (personId) => {
        const [collections, items] = await Promise.all([
          db.selectFrom('collection').selectAll().where('ownerId', '=', personId).execute(),
          db
            .selectFrom('collectionItem')
            .innerJoin('collection', 'collection.id', 'collectionId')
            .select(['collectionId', 'resourceId', 'note', 'position', 'addedAt'])
            .where('ownerId', '=', personId)
            .orderBy('position')
            .execute(),
        ]);
        return collections.map((collection) => ({
          ...collection,
          items: items.filter(({ collectionId }) => collectionId === collection.id),
        }));
      }),
      // Exported to the followers themselves, not to the person they follow.
      following: whole((personId) =>
        db
          .selectFrom('follow')
          .innerJoin('person', 'person.id', 'personId')
          .select(['displayUsername as username', 'follow.createdAt'])
          .where('followerId', '=', personId)
          .execute(),
      ),
    },
    async *files(personId) {
      const pictures = await db
        .selectFrom('make')
        .select(['id', 'blobPrefix', 'widths'])
        .where('authorId', '=', personId)
        .execute();
      for (const { id, blobPrefix, widths } of pictures) {
        if (blobPrefix === null || widths === null) continue;
        yield { name: `makes/${id}.webp`, key: `${blobPrefix}/${Math.max(...widths)}.webp` };
      }
    },
    // Likes stay counted, because counts are anonymous, and follows are private.
    async conceal(trx, personId): Promise<Concealed> {
      const comments = await shown(trx, 'comment', personId);
      const makes = await shown(trx, 'make', personId);
      await setState(trx, 'comment', comments, 'shown');
      await setState(trx, 'make', makes, 'shown');
      const collections = await trx
        .updateTable('collection')
        .set({ isPublic: false })
        .where('ownerId', '=', personId)
        .where('isPublic', '=', true)
        .returning('id')
        .execute();
      return { comments, makes, collections: collections.map(({ id }) => id) };
    },
    // Content that a moderator has hidden meanwhile stays hidden.
    async reveal(trx, _personId, concealed) {
      const { comments, makes, collections } = concealed as Concealed;
      await setState(trx, 'comment', comments, 'concealed');
      await setState(trx, 'make', makes, 'concealed');
      await trx
        .updateTable('collection')
        .set({ isPublic: true })
        .where(sql<boolean>`id = any (${collections}::uuid[])`)
        .execute();
    },
    async erase(trx, { id }) {
      const liked = await trx
        .deleteFrom('resourceLike')
        .where('personId', '=', id)
        .returning('resourceId')
        .execute();
      await count(
        trx,
        'likeCount',
        liked.map(({ resourceId }) => resourceId),
        -1,
      );
      await setState(trx, 'comment', await shown(trx, 'comment', id), 'shown');
      await setState(trx, 'make', await shown(trx, 'make', id), 'shown');

      // Answers of others stay, below a placeholder.
      await trx.updateTable('comment').set({ helpedId: null }).where('helpedId', '=', id).execute();
      await sql`update comment c set state = 'deleted', text = '', author_id = null, edited_at = null, helped_id = null
        where c.author_id = ${id}
          and exists (select from comment reply where reply.parent_id = c.id and reply.author_id is distinct from ${id}::uuid)`.execute(
        trx,
      );
      const gone = await trx.deleteFrom('comment').where('authorId', '=', id).returning('parentId').execute();
      await removeEmptyPlaces(
        trx,
        gone.flatMap(({ parentId }) => parentId ?? []),
      );

      // Their own, and those of others that are deleted with their resources.
      const pictures = await trx
        .selectFrom('make')
        .innerJoin('resource', 'resource.id', 'make.resourceId')
        .select(['blobPrefix', 'widths'])
        .where((where) => where.or([where('authorId', '=', id), where('resource.ownerId', '=', id)]))
        .execute();
      await trx.deleteFrom('make').where('authorId', '=', id).execute();
      await trx.deleteFrom('collection').where('ownerId', '=', id).execute();
      await trx
        .deleteFrom('follow')
        .where((where) => where.or([where('followerId', '=', id), where('personId', '=', id)]))
        .execute();
      return pictures.flatMap(({ blobPrefix, widths }) =>
        blobPrefix === null || widths === null ? [] : pictureKeys({ blobPrefix, widths }),
      );
    },
  };
}
