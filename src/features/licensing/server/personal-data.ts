import { listOwnedIds } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function licensingPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'licensing',
    tables: ['resource_share', 'making_permission', 'license_text', 'order_right'],
    lists: {
      shares: whole(async (personId) => {
        const owned = await listOwnedIds(db, personId);
        if (owned.length === 0) return [];
        return db.selectFrom('resourceShare').selectAll().where('resourceId', 'in', owned).execute();
      }),
      permissions: whole((personId) =>
        db
          .selectFrom('makingPermission')
          .selectAll()
          .where((where) => where.or([where('askerId', '=', personId), where('authorId', '=', personId)]))
          .orderBy('id')
          .execute(),
      ),
    },
    /** What was said goes; the pieces that were allowed stay with the orders that were made by them. */
    async erase(trx, { id }) {
      await trx
        .updateTable('makingPermission')
        .set({ state: 'withdrawn' })
        .where('state', '=', 'asked')
        .where((where) => where.or([where('askerId', '=', id), where('authorId', '=', id)]))
        .execute();
      await trx.updateTable('makingPermission').set({ note: '' }).where('askerId', '=', id).execute();
      await trx.updateTable('makingPermission').set({ answer: '' }).where('authorId', '=', id).execute();
      return [];
    },
  };
}
