import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { pictureKeys } from '#platform/server/pictures.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { reindex } from './indexing.ts';
import { personKey } from './downloads.ts';

export function resourcesPersonalData({ db, secret }: { db: Db; secret: string }): PersonalData {
  const files = (from: Db, personId: string) =>
    from
      .selectFrom('resourceFile as file')
      .innerJoin('resource', 'resource.id', 'file.resourceId')
      .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
      .select(['file.resourceId', 'file.name', 'file.position', 'file.blobKey', 'version.number'])
      .where('resource.ownerId', '=', personId)
      .execute();
  const pictures = (from: Db, personId: string) =>
    from
      .selectFrom('resourceImage as image')
      .innerJoin('resource', 'resource.id', 'image.resourceId')
      .select(['image.resourceId', 'image.position', 'image.blobPrefix', 'image.widths'])
      .where('resource.ownerId', '=', personId)
      .execute();
  const stepPictures = (from: Db, personId: string) =>
    from
      .selectFrom('resourceStepPicture as picture')
      .leftJoin('resource', 'resource.id', 'picture.resourceId')
      .select(['picture.id', 'picture.resourceId', 'picture.blobPrefix', 'picture.widths'])
      .where((eb) => eb.or([eb('resource.ownerId', '=', personId), eb('picture.personId', '=', personId)]))
      .execute();
  async function setState(trx: Db, ids: readonly string[], from: 'published' | 'draft') {
    const changed = await trx
      .updateTable('resource')
      .set({ state: from === 'published' ? 'draft' : 'published' })
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .where('state', '=', from)
      .returning('id')
      .execute();
    for (const { id } of changed) await reindex(trx, id);
  }
  return {
    room: 'resources',
    tables: [
      'resource',
      'resource_index',
      'resource_version',
      'resource_file',
      'resource_image',
      'resource_step_picture',
      'resource_progress',
      'resource_model',
      'resource_download',
      'resource_taken',
      'resource_view_day',
      'resource_view_seen',
      'resource_search',
    ],
    lists: {
      progress: whole((personId) =>
        db
          .selectFrom('resourceProgress')
          .select(['resourceId', 'done', 'updatedAt'])
          .where('personId', '=', personId)
          .execute(),
      ),
      stepPictures: whole((personId) => stepPictures(db, personId)),
      resources: inBatches(async (personId, after, limit) => {
        const resources = await db
          .selectFrom('resource')
          .selectAll()
          .where('ownerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute();
        const ids = [personId, ...resources.map(({ id }) => id)];
        const [versions, ownFiles, images] = await Promise.all([
          db.selectFrom('resourceVersion').selectAll().where('resourceId', 'in', ids).execute(),
          db.selectFrom('resourceFile').selectAll().where('resourceId', 'in', ids).execute(),
          db.selectFrom('resourceImage').selectAll().where('resourceId', 'in', ids).execute(),
        ]);
        return resources.map((resource) => {
          // The card only repeats other columns, for lists.
          const { card: _card, ...row } = resource as typeof resource & { card?: unknown };
          const own = <Part extends { resourceId: string }>(parts: Part[]) =>
            parts.filter(({ resourceId }) => resourceId === row.id);
          return { ...row, versions: own(versions), files: own(ownFiles), pictures: own(images) };
        });
      }),
      downloads: whole((personId) =>
        db
          .selectFrom('resourceDownload')
          .select(['resourceId', 'day'])
          .where('personKey', '=', personKey(secret, personId))
          .execute(),
      ),
      downloadedVersions: whole((personId) =>
        db.selectFrom('resourceTaken').selectAll().where('personId', '=', personId).execute(),
      ),
      looks: whole((personId) =>
        db
          .selectFrom('resourceViewSeen')
          .select(['resourceId', 'day'])
          .where('personKey', '=', personKey(secret, personId))
          .execute(),
      ),
    },
    async *files(personId) {
      for (const { resourceId, number, position, name, blobKey } of await files(db, personId)) {
        yield { name: `files/${resourceId}/v${number}/${position + 1}-${name}`, key: blobKey };
      }
      for (const { resourceId, position, blobPrefix, widths } of await pictures(db, personId)) {
        const widest = Math.max(...widths);
        yield {
          name: `pictures/${resourceId}/${position + 1}.webp`,
          key: `${blobPrefix}/${widest}.webp`,
        };
      }
      for (const { id, blobPrefix, widths } of await stepPictures(db, personId)) {
        yield { name: `pictures/steps/${id}.webp`, key: `${blobPrefix}/${Math.max(...widths)}.webp` };
      }
    },
    async conceal(trx, personId) {
      const published = await trx
        .selectFrom('resource')
        .select('id')
        .where('ownerId', '=', personId)
        .where('state', '=', 'published')
        .orderBy('id')
        .forUpdate()
        .execute();
      const ids = published.map(({ id }) => id);
      await setState(trx, ids, 'published');
      return ids;
    },
    // Resources that staff have hidden meanwhile stay hidden.
    reveal: (trx, _personId, concealed) => setState(trx, concealed as string[], 'draft'),
    async erase(trx, { id }) {
      const blobs = [
        ...(await files(trx, id)).map(({ blobKey }) => blobKey),
        ...[...(await pictures(trx, id)), ...(await stepPictures(trx, id))].flatMap(pictureKeys),
      ];
      const own = await trx.selectFrom('resource').select('id').where('ownerId', '=', id).execute();
      // Remove them from search and counts first, which needs the values in the row.
      await setState(
        trx,
        own.map((resource) => resource.id),
        'published',
      );
      await trx.deleteFrom('resource').where('ownerId', '=', id).execute();
      await trx.deleteFrom('resourceStepPicture').where('personId', '=', id).execute();
      await trx.deleteFrom('resourceProgress').where('personId', '=', id).execute();
      await trx.deleteFrom('resourceDownload').where('personKey', '=', personKey(secret, id)).execute();
      await trx.deleteFrom('resourceTaken').where('personId', '=', id).execute();
      await trx.deleteFrom('resourceViewSeen').where('personKey', '=', personKey(secret, id)).execute();
      return blobs;
    },
  };
}
