import { sql } from 'kysely';
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
  return (await findSamePeople(db, vault, [one], [other])).has(one);
}

/** Returns those of some accounts that are, or share a verified phone or a bank account with, one of the others. */
export async function findSamePeople(
  db: Db,
  vault: Vault,
  some: readonly string[],
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set(some.filter((id) => others.includes(id)));
  const rest = some.filter((id) => !known.has(id));
  if (rest.length === 0 || others.length === 0) return known;
  const { rows } = await sql<{
    id: string;
    sealedPhone: string | null;
    bankCode: string | null;
    sealedNumber: string | null;
  }>`
    select person.id, case when phone_verified_at is not null then sealed_phone end as "sealedPhone",
      bank_code as "bankCode", sealed_number as "sealedNumber"
    from person left join bank_account on bank_account.person_id = person.id
    where person.id = any (${[...new Set([...rest, ...others])]}::uuid[])`.execute(db);
  const marks = new Map(
    rows.map(({ id, sealedPhone: phone, bankCode, sealedNumber }) => [
      id,
      [
        ...(phone === null ? [] : [`phone ${vault.open(sealedPhone, phone)}`]),
        ...(sealedNumber === null ? [] : [`account ${bankCode} ${vault.open(sealedAccount, sealedNumber)}`]),
      ],
    ]),
  );
  const theirs = new Set(others.flatMap((id) => marks.get(id) ?? []));
  for (const id of rest) if (marks.get(id)?.some((mark) => theirs.has(mark))) known.add(id);
  return known;
}
