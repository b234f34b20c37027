import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function basketsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'baskets',
    tables: ['basket', 'basket_item', 'basket_order'],
    lists: {
      baskets: whole((personId) =>
        db.selectFrom('basket').selectAll().where('buyerId', '=', personId).orderBy('id').execute(),
      ),
    },
    /** Which orders were paid together stays with the books; what was put together goes. */
    async erase(trx, { id }) {
      await trx.deleteFrom('basket').where('buyerId', '=', id).where('placedAt', 'is', null).execute();
      await trx
        .updateTable('basket')
        .set({ title: '', resourceId: null, bought: '[]' })
        .where('buyerId', '=', id)
        .execute();
      return [];
    },
  };
}
