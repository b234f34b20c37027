import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

/** Data of this room: exports, and the withdrawal. The archive is not searchable by person. */
export function rightsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'rights',
    tables: ['data_export', 'withdrawal', 'legal_archive'],
    lists: {
      exports: whole((personId) =>
        db
          .selectFrom('dataExport')
          .select(['requestedAt', 'readyAt', 'expiresAt', 'size'])
          .where('personId', '=', personId)
          .execute(),
      ),
      withdrawal: whole((personId) =>
        db.selectFrom('withdrawal').select('requestedAt').where('personId', '=', personId).execute(),
      ),
    },
    async erase(trx, { id }) {
      const gone = await trx
        .deleteFrom('dataExport')
        .where('personId', '=', id)
        .returning('blobKey')
        .execute();
      await trx.deleteFrom('withdrawal').where('personId', '=', id).execute();
      return gone.map(({ blobKey }) => blobKey);
    },
  };
}
