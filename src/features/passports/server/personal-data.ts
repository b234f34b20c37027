import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';

export function passportsPersonalData({ db }: { db: Db }): PersonalData {
  return {
    room: 'passports',
    tables: [
      'passport',
      'passport_choice',
      'passport_code',
      'passport_handover',
      'recall',
      'recall_notice',
      'recall_update',
      'trade_item',
    ],
    lists: {
      things: whole((personId) =>
        db
          .selectFrom('passport')
          .select(['id', 'title', 'pieces', 'resourceId', 'version', 'fileHashes', 'material', 'machine'])
          .select(['settings', 'warrantyMonths', 'warranty', 'gtin', 'madeAt', 'claimedAt'])
          .where('holderId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      made_things: whole((personId) =>
        db
          .selectFrom('passport')
          .select(['id', 'orderId', 'title', 'pieces', 'resourceId', 'version', 'showsMaker'])
          .select(['warrantyMonths', 'warranty', 'gtin', 'madeAt'])
          .where('providerId', '=', personId)
          .orderBy('id')
          .execute(),
      ),
      label_choices: whole((personId) =>
        db.selectFrom('passportChoice').selectAll().where('providerId', '=', personId).execute(),
      ),
      gtins: whole((personId) =>
        db.selectFrom('tradeItem').selectAll().where('providerId', '=', personId).execute(),
      ),
      recalls: whole((personId) =>
        db.selectFrom('recall').selectAll().where('authorId', '=', personId).orderBy('id').execute(),
      ),
      recall_updates: whole((personId) =>
        db.selectFrom('recallUpdate').selectAll().where('authorId', '=', personId).orderBy('id').execute(),
      ),
      told_recalls: whole((personId) =>
        db.selectFrom('recallNotice').selectAll().where('personId', '=', personId).execute(),
      ),
    },
    /** Things stay: without a holder they can be claimed again, and their maker is "a maker". Warnings stay for holders. */
    async erase(trx, { id }) {
      await trx
        .deleteFrom('passportHandover')
        .where('passportId', 'in', (select) =>
          select.selectFrom('passport').select('id').where('holderId', '=', id),
        )
        .execute();
      await trx
        .updateTable('passport')
        .set({ holderId: null, claimedAt: null })
        .where('holderId', '=', id)
        .execute();
      await trx
        .updateTable('passport')
        .set({ showsMaker: false, warranty: '', gtin: null })
        .where('providerId', '=', id)
        .execute();
      await trx.deleteFrom('passportChoice').where('providerId', '=', id).execute();
      await trx.deleteFrom('tradeItem').where('providerId', '=', id).execute();
      await trx.deleteFrom('recallNotice').where('personId', '=', id).execute();
      return [];
    },
  };
}
