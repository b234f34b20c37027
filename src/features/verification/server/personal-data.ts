import type { Db } from '#platform/server/db.ts';
import { whole, type PersonalData } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { sealedPhone } from './commands.ts';
import { findBankAccount } from './queries.ts';

/** Only the last digits of an account number are ever exported, even to its owner. */
export function verificationPersonalData({ db, vault }: { db: Db; vault: Vault }): PersonalData {
  return {
    room: 'verification',
    // The phone is in `person`, and is erased with it.
    tables: ['phone_code', 'bank_account'],
    lists: {
      phone: whole(async (personId) => {
        const rows = await db
          .selectFrom('person')
          .select(['sealedPhone', 'phoneVerifiedAt'])
          .where('id', '=', personId)
          .execute();
        return rows.flatMap(({ sealedPhone: sealed, phoneVerifiedAt }) =>
          sealed === null ? [] : [{ phone: vault.open(sealedPhone, sealed), phoneVerifiedAt }],
        );
      }),
      bank_account: whole(async (personId) => {
        const account = await findBankAccount(db, personId);
        return account ? [account] : [];
      }),
    },
    async erase(trx, { id }) {
      await trx.deleteFrom('phoneCode').where('personId', '=', id).execute();
      await trx.deleteFrom('bankAccount').where('personId', '=', id).execute();
      return [];
    },
  };
}
