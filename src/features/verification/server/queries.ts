import type { Db } from '#platform/server/db.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BankAccount, Verification } from '../contract.ts';
import { codeTries, maskPhone } from '../rules.ts';
import { sealedPhone } from './commands.ts';

export async function findBankAccount(db: Db, personId: string): Promise<BankAccount | null> {
  const row = await db
    .selectFrom('bankAccount')
    .select(['bankCode', 'lastDigits', 'holder', 'checkedAt', 'registeredAt', 'payoutsHeldUntil'])
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (!row) return null;
  const { checkedAt, registeredAt, payoutsHeldUntil, ...rest } = row;
  return {
    ...rest,
    checked: checkedAt !== null,
    registeredAt: registeredAt.toISOString(),
    payoutsHeldUntil:
      payoutsHeldUntil && payoutsHeldUntil > new Date() ? payoutsHeldUntil.toISOString() : null,
  };
}

/** What somebody has still to do before they may take money. */
export async function missingSteps(db: Db, personId: string): Promise<('phone' | 'bank_account')[]> {
  const person = await db
    .selectFrom('person')
    .select(['phoneVerifiedAt', 'bankRegistered'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return [
    ...(person.phoneVerifiedAt === null ? (['phone'] as const) : []),
    ...(person.bankRegistered ? [] : (['bank_account'] as const)),
  ];
}

export async function getVerification(db: Db, vault: Vault, personId: string): Promise<Verification> {
  const person = await db
    .selectFrom('person')
    .select(['sealedPhone', 'phoneVerifiedAt'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const code = await db
    .selectFrom('phoneCode')
    .select(['sealedPhone', 'expiresAt'])
    .where('personId', '=', personId)
    .where('expiresAt', '>', new Date())
    .where('tries', '<', codeTries)
    .executeTakeFirst();
  return {
    phoneVerified: person.phoneVerifiedAt !== null,
    phone: person.sealedPhone === null ? null : maskPhone(vault.open(sealedPhone, person.sealedPhone)),
    pendingCode: code
      ? {
          phone: maskPhone(vault.open(sealedPhone, code.sealedPhone)),
          expiresAt: code.expiresAt.toISOString(),
        }
      : null,
    bankAccount: await findBankAccount(db, personId),
  };
}
