import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BankAccount, Verification } from '../contract.ts';
import { codeTries, maskPhone } from '../rules.ts';
import { sealedAccount, sealedPhone } from './commands.ts';

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
      payoutsHeldUntil && payoutsHeldUntil > currentTime() ? payoutsHeldUntil.toISOString() : null,
  };
}

/** Returns the verification that a person still needs to receive money. */
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
    .where('expiresAt', '>', currentTime())
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

/** Returns a provider's unsealed account for a payout; null without an account or a verified phone. */
export async function payoutAccountOf(db: Db, vault: Vault, personId: string) {
  const row = await db
    .selectFrom('person')
    .innerJoin('bankAccount', 'bankAccount.personId', 'person.id')
    .select(['person.name as fullName', 'person.email', 'person.sealedPhone', 'person.suspendedAt'])
    .select('person.suspendedUntil')
    .select(['bankCode', 'sealedNumber', 'lastDigits', 'holder', 'registeredAt', 'payoutsHeldUntil'])
    .where('person.id', '=', personId)
    .where('person.phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  if (!row || row.sealedPhone === null) return null;
  const { sealedPhone: phone, sealedNumber, suspendedAt, suspendedUntil, payoutsHeldUntil, ...rest } = row;
  const now = currentTime();
  const isSuspended = suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
  return {
    ...rest,
    phone: vault.open(sealedPhone, phone),
    accountNumber: vault.open(sealedAccount, sealedNumber),
    payoutsHeldUntil,
    /** A new account has a waiting period for objections; suspended people wait too. */
    isReady: !isSuspended && (payoutsHeldUntil === null || payoutsHeldUntil <= now),
  };
}

/** Returns whether two accounts share a verified phone or a bank account. */
export async function isSamePerson(db: Db, vault: Vault, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const rows = await db
    .selectFrom('person')
    .leftJoin('bankAccount', 'bankAccount.personId', 'person.id')
    .select(['person.sealedPhone', 'person.phoneVerifiedAt', 'bankCode', 'sealedNumber'])
    .where('person.id', 'in', [one, other])
    .execute();
  const known = rows.map((row) => ({
    phone:
      row.sealedPhone !== null && row.phoneVerifiedAt !== null
        ? vault.open(sealedPhone, row.sealedPhone)
        : null,
    account:
      row.sealedNumber === null ? null : `${row.bankCode} ${vault.open(sealedAccount, row.sealedNumber)}`,
  }));
  const [first, second] = known;
  if (!first || !second) return false;
  return (
    (first.phone !== null && first.phone === second.phone) ||
    (first.account !== null && first.account === second.account)
  );
}
