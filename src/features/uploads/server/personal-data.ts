import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';
import { unfinishedKey } from '#platform/server/storage.ts';
import { blobKeyOf } from './commands.ts';

/** Files that are attached to nothing yet. What is attached belongs to the resource. */
export function uploadsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'uploads',
    tables: ['upload'],
    lists: {
      uploads: whole((personId) =>
        db
          .selectFrom('upload')
          .select(['id', 'name', 'mediaType', 'size', 'received', 'state', 'createdAt', 'expiresAt'])
          .where('ownerId', '=', personId)
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
    },
    async erase(trx, { id }) {
      const uploads = await trx.deleteFrom('upload').where('ownerId', '=', id).returning('id').execute();
      return uploads.flatMap((upload) => [blobKeyOf(upload.id), unfinishedKey(blobKeyOf(upload.id))]);
    },
  };
}
