import type { Db } from '#platform/server/db.ts';
import { inBatches, whole, type PersonalData } from '#platform/server/personal-data.ts';
import { unfinishedKey } from '#platform/server/storage.ts';
import { blobKeyOf } from './commands.ts';
import { removeKeptFilesOf } from './kept-files.ts';

/** Unattached uploads and kept files. Attached files belong to their resource. */
export function uploadsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'uploads',
    tables: ['upload', 'kept_file'],
    lists: {
      uploads: whole((personId) =>
        db
          .selectFrom('upload')
          .select(['id', 'name', 'mediaType', 'size', 'received', 'state', 'createdAt', 'expiresAt'])
          .where('ownerId', '=', personId)
          .execute(),
      ),
      kept_files: inBatches((personId, after, limit) =>
        db
          .selectFrom('keptFile')
          .select(['id', 'name', 'mediaType', 'size', 'sha256', 'createdAt'])
          .where('ownerId', '=', personId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    },
    async *files(personId) {
      const finished = await db
        .selectFrom('upload')
        .select(['id', 'name'])
        .where('ownerId', '=', personId)
        .where('state', '=', 'finished')
        .execute();
      for (const { id, name } of finished) yield { name: `${id}/${name}`, key: blobKeyOf(id) };
      const kept = await db
        .selectFrom('keptFile')
        .select(['id', 'name', 'blobKey'])
        .where('ownerId', '=', personId)
        .execute();
      for (const { id, name, blobKey } of kept) yield { name: `${id}/${name}`, key: blobKey };
    },
    async erase(trx, { id }) {
      const uploads = await trx.deleteFrom('upload').where('ownerId', '=', id).returning('id').execute();
      // Referenced files stay: the law may require the papers of an order.
      const kept = await removeKeptFilesOf(trx, id);
      return [
        ...uploads.flatMap((upload) => [blobKeyOf(upload.id), unfinishedKey(blobKeyOf(upload.id))]),
        ...kept,
      ];
    },
  };
}
