import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { rotateKeys, type Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { accountsErrors } from '../contract.ts';
import { recoveryCodeCount } from '../rules.ts';

/** RFC 6238 with the parameters of every authenticator app: SHA-1, 30 seconds, 6 digits. */
const stepSeconds = 30;
const digits = 6;
/** Steps tolerated in either direction for inaccurate clocks. */
const drift = 1;

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Crockford's alphabet, without I, L, O and U, for codes that people copy by hand. */
const recoveryLetters = '0123456789abcdefghjkmnpqrstvwxyz';

export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)));
}

/** Returns the code of one step (RFC 4226). */
export function totp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

type Deps = { db: Db; vault: Vault };

/** Purpose in the vault. */
const sealedTotp = 'totp';

/**
 * Recovery codes have 50 random bits, so a keyed hash is enough and a slow one is not needed. The key is the
 * TOTP secret: it is stored encrypted, has the same lifetime, and stays the same when our keys are rotated.
 */
function hashRecoveryCode(secret: string, personId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHmac('sha256', secret).update(`recovery ${personId} ${plain}`).digest('base64url');
}

function wrongCode(): AppError {
  return new AppError(accountsErrors.wrong_code, {
    fields: { code: (locale) => m['accounts.error.wrong_code']({}, { locale }) },
  });
}

export async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('secondFactor')
    .select('confirmedAt')
    .where('personId', '=', personId)
    .executeTakeFirst();
  return row?.confirmedAt != null;
}

/** Creates a secret that is inactive until its first code is entered; replaces an unfinished one. */
export async function beginSecondFactor(
  deps: Deps,
  person: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  if (await hasSecondFactor(deps.db, person.id)) throw new AppError(accountsErrors.second_factor_is_on);
  const secret = toBase32(randomBytes(20));
  const sealedSecret = deps.vault.seal(sealedTotp, secret);
  await deps.db
    .insertInto('secondFactor')
    .values({ personId: person.id, sealedSecret, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ sealedSecret, lastStep: 0 })
        .where('secondFactor.confirmedAt', 'is', null),
    )
    .execute();
  const label = encodeURIComponent(`Gongbang:${person.email}`);
  return {
    secret,
    uri: `otpauth://totp/${label}?secret=${secret}&issuer=Gongbang&digits=${digits}&period=${stepSeconds}`,
  };
}

/** Returns the secret of a person's app; an unconfirmed one only on request. */
async function findSecret(
  { db, vault }: Deps,
  personId: string,
  of: 'confirmed' | 'begun' = 'confirmed',
): Promise<string | null> {
  const row = await db
    .selectFrom('secondFactor')
    .select('sealedSecret')
    .where('personId', '=', personId)
    .where('confirmedAt', of === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst();
  return row ? vault.open(sealedTotp, row.sealedSecret) : null;
}

/** Uses a TOTP code up: each is valid once, even for concurrent requests. */
async function takeTotp(db: Db, personId: string, secret: string, code: string): Promise<boolean> {
  const now = stepAt(currentTime());
  const plain = code.replaceAll(/\s/g, '');
  for (let step = now - drift; step <= now + drift; step += 1) {
    if (totp(secret, step) !== plain) continue;
    const used = await db
      .updateTable('secondFactor')
      .set({ lastStep: step })
      .where('personId', '=', personId)
      .where('lastStep', '<', step)
      .executeTakeFirst();
    if (used.numUpdatedRows > 0n) return true;
  }
  return false;
}

/** Uses up a code of the app or a recovery code. Throws `wrong_code`. */
export async function takeCode(deps: Deps, personId: string, code: string): Promise<void> {
  const secret = await findSecret(deps, personId);
  if (secret === null) throw wrongCode();
  if (/^\s*(?:\d\s*){6}$/.test(code)) {
    if (await takeTotp(deps.db, personId, secret, code)) return;
    throw wrongCode();
  }
  const used = await deps.db
    .deleteFrom('recoveryCode')
    .where('personId', '=', personId)
    .where('hash', '=', hashRecoveryCode(secret, personId, code))
    .executeTakeFirst();
  if (used.numDeletedRows === 0n) throw wrongCode();
}

function makeRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join(
    '',
  );
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

async function storeRecoveryCodes(trx: Db, secret: string, personId: string): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(makeRecoveryCode());
  await trx.deleteFrom('recoveryCode').where('personId', '=', personId).execute();
  await trx
    .insertInto('recoveryCode')
    .values([...codes].map((code) => ({ personId, hash: hashRecoveryCode(secret, personId, code) })))
    .execute();
  return [...codes];
}

/**
 * Turns the second factor on with its first code; returns the recovery codes, which are never shown again.
 */
export async function confirmSecondFactor(deps: Deps, personId: string, code: string): Promise<string[]> {
  return deps.db.transaction().execute(async (trx) => {
    const secret = await findSecret({ ...deps, db: trx }, personId, 'begun');
    if (secret === null || !(await takeTotp(trx, personId, secret, code))) throw wrongCode();
    await trx
      .updateTable('secondFactor')
      .set({ confirmedAt: currentTime() })
      .where('personId', '=', personId)
      .execute();
    await enqueue(trx, 'accounts.alert', { personId, what: 'second_factor_on' });
    return storeRecoveryCodes(trx, secret, personId);
  });
}

export async function renewRecoveryCodes(deps: Deps, personId: string): Promise<string[]> {
  const secret = await findSecret(deps, personId);
  if (secret === null) throw new AppError(accountsErrors.second_factor_is_off);
  return deps.db.transaction().execute(async (trx) => {
    await enqueue(trx, 'accounts.alert', { personId, what: 'recovery_codes_renewed' });
    return storeRecoveryCodes(trx, secret, personId);
  });
}

export async function endSecondFactor(db: Db, personId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx.deleteFrom('secondFactor').where('personId', '=', personId).executeTakeFirst();
    await trx.deleteFrom('recoveryCode').where('personId', '=', personId).execute();
    if (ended.numDeletedRows > 0n) {
      await enqueue(trx, 'accounts.alert', { personId, what: 'second_factor_off' });
    }
  });
}

/** Re-encrypts secrets that were encrypted with an older key. */
export async function rotateSecretKeys(db: Db, vault: Vault): Promise<void> {
  await rotateKeys(db, vault, {
    table: 'second_factor',
    id: 'person_id',
    column: 'sealed_secret',
    purpose: sealedTotp,
  });
}
