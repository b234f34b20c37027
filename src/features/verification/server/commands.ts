import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { accountsErrors } from '#features/accounts/contract.ts';
import { notify } from '#features/notifications/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { rotateKeys, type Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { verificationErrors, type bankAccountInput } from '../contract.ts';
import {
  codeDigits,
  codeMinutes,
  codeTries,
  payoutHoldHours,
  resendSeconds,
  secondsToResend,
} from '../rules.ts';

type Deps = { db: Db; rateLimits: RateLimits; secret: string; vault: Vault };

/** Purposes under which the vault seals numbers. */
export const sealedPhone = 'phone';
export const sealedAccount = 'bank account';

function hashOf(secret: string, personId: string, phone: string, code: string): string {
  return createHmac('sha256', secret).update(`phone code ${personId} ${phone} ${code}`).digest('base64url');
}

/**
 * Requests a code by text message. The job generates it, because stored payloads must not contain it. Throws
 * `code_too_soon`, or `rate_limited` above the daily limit of codes or the hourly limit of an address, because each
 * message costs money.
 */
export async function requestPhoneCode(
  deps: Deps,
  personId: string,
  asked: { phone: string; address: string },
  now: Date,
): Promise<{ expiresAt: Date; resendAt: Date }> {
  const { db, rateLimits, vault } = deps;
  const { phone, address } = asked;
  const last = await db
    .selectFrom('phoneCode')
    .select('requestedAt')
    .where('personId', '=', personId)
    .executeTakeFirst();
  const wait = secondsToResend(last?.requestedAt ?? null, now);
  if (wait > 0) throw tooSoon(wait);
  // Outside of the transaction, because rate limits use a connection of their own: if every transaction waited for
  // another one, the pool would deadlock.
  await rateLimits.take('phoneCodesPerAddress', address);
  await rateLimits.take('phoneCodesPerAccount', personId);
  await rateLimits.take('phoneCodesPerNumber', phone);
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000);
  const fresh = {
    sealedPhone: vault.seal(sealedPhone, phone),
    codeHash: null,
    tries: 0,
    requestedAt: now,
    expiresAt,
  };
  await db.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto('phoneCode')
      .values({ personId, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('personId')
          .doUpdateSet(fresh)
          // Only one of two concurrent requests sends a code.
          .where('phoneCode.requestedAt', '<=', new Date(now.getTime() - resendSeconds * 1000)),
      )
      .returning('personId')
      .executeTakeFirst();
    if (!kept) throw tooSoon(resendSeconds);
    await enqueue(trx, 'verification.send_code', { personId });
  });
  return { expiresAt, resendAt: new Date(now.getTime() + resendSeconds * 1000) };
}

function tooSoon(retryAfterSeconds: number): AppError {
  return new AppError(verificationErrors.code_too_soon, { retryAfterSeconds });
}

/** Generates the requested code. Null if the request has expired. */
export async function makePhoneCode(
  deps: Omit<Deps, 'rateLimits'>,
  personId: string,
  now: Date,
): Promise<{ phone: string; code: string } | null> {
  const { db, secret, vault } = deps;
  const row = await db
    .selectFrom('phoneCode')
    .select('sealedPhone')
    .where('personId', '=', personId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const phone = vault.open(sealedPhone, row.sealedPhone);
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  await db
    .updateTable('phoneCode')
    .set({ codeHash: hashOf(secret, personId, phone, code) })
    .where('personId', '=', personId)
    .execute();
  return { phone, code };
}

/** Verifies a phone with its code. Each guess is counted before it is compared. */
export async function verifyPhone(
  deps: Omit<Deps, 'rateLimits'>,
  personId: string,
  given: { phone?: string | undefined; code: string },
  now: Date,
): Promise<void> {
  const { db, secret, vault } = deps;
  const row = await db
    .updateTable('phoneCode')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('personId', '=', personId)
    .where('expiresAt', '>', now)
    .returning(['sealedPhone', 'codeHash', 'tries'])
    .executeTakeFirst();
  if (!row) throw new AppError(verificationErrors.phone_code_expired);
  if (row.tries > codeTries) throw new AppError(verificationErrors.too_many_tries);
  const phone = vault.open(sealedPhone, row.sealedPhone);
  const right = row.codeHash ?? '';
  const guess = hashOf(secret, personId, phone, given.code);
  const isRight = right.length === guess.length && timingSafeEqual(Buffer.from(right), Buffer.from(guess));
  if (phone !== (given.phone ?? phone) || !isRight) {
    throw new AppError(verificationErrors.wrong_phone_code, {
      fields: { code: (locale) => m['verification.error.wrong_phone_code']({}, { locale }) },
    });
  }
  await db.transaction().execute(async (trx) => {
    const used = await trx
      .deleteFrom('phoneCode')
      .where('personId', '=', personId)
      .where('codeHash', '=', right)
      .executeTakeFirst();
    if (used.numDeletedRows === 0n) throw new AppError(verificationErrors.phone_code_expired);
    await trx
      .updateTable('person')
      .set({ sealedPhone: vault.seal(sealedPhone, phone), phoneVerifiedAt: now })
      .where('id', '=', personId)
      .execute();
    await notify(trx, personId, { what: 'phone_verified', path: '/my/verification' }, now);
  });
}

/**
 * Registers the account for payouts. A change is reported by mail and holds payouts for a while; without a proof of
 * identity `change` is false, and then an existing account throws `proof_needed`.
 */
export async function registerBankAccount(
  deps: Pick<Deps, 'db' | 'vault'>,
  personId: string,
  account: z.output<typeof bankAccountInput>,
  how: { checked: boolean; change: boolean },
  now: Date,
): Promise<void> {
  const { bankCode, accountNumber, holder } = account;
  const values = {
    bankCode,
    sealedNumber: deps.vault.seal(sealedAccount, accountNumber),
    lastDigits: accountNumber.slice(-4),
    holder,
    checkedAt: how.checked ? now : null,
    registeredAt: now,
  };
  const heldUntil = new Date(now.getTime() + payoutHoldHours * 60 * 60_000);
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('bankAccount')
      .values({ personId, ...values, payoutsHeldUntil: null })
      .onConflict((conflict) =>
        how.change
          ? conflict.column('personId').doUpdateSet({ ...values, payoutsHeldUntil: heldUntil })
          : conflict.doNothing(),
      )
      .returning('payoutsHeldUntil')
      .executeTakeFirst();
    if (!row) throw new AppError(accountsErrors.proof_needed);
    await trx.updateTable('person').set({ bankRegistered: true }).where('id', '=', personId).execute();
    if (row.payoutsHeldUntil) {
      await enqueue(trx, 'accounts.alert', { personId, what: 'bank_changed' });
      // The alert is a mail already.
      await notify(trx, personId, { what: 'bank_changed', path: '/my/verification', mail: false }, now);
    }
  });
}

export async function forgetOldCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('phoneCode').where('expiresAt', '<', now).execute();
}

/** Seals numbers again that an older key has sealed. */
export async function rotateNumberKeys(db: Db, vault: Vault): Promise<void> {
  await rotateKeys(db, vault, { table: 'person', id: 'id', column: 'sealed_phone', purpose: sealedPhone });
  await rotateKeys(db, vault, {
    table: 'bank_account',
    id: 'person_id',
    column: 'sealed_number',
    purpose: sealedAccount,
  });
}
