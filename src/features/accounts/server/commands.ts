import { randomBytes, randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { accountsErrors, type registerInput } from '../contract.ts';
import { maxFormerUsernames, usernameHeldDays, type SignInMethod } from '../rules.ts';
import { type ServiceName } from '../going-on.ts';
import { recordConsents } from './consents.ts';
import { isGuessable } from '../guessable.ts';
import { passwords } from './passwords.ts';
import { voidTickets } from './tickets.ts';

export const sessionSeconds = 14 * 24 * 60 * 60;

/** Origin of a session. */
export type Device = { address: string; userAgent: string };

/** Usernames that look official, or like one of our pages. */
const reserved = new Set(['admin', 'administrator', 'gongbang', 'support', 'root', 'system', 'me', 'help']);

/** Maximum number of retries when a generated username is taken concurrently. */
const maxNames = 5;

/**
 * Returns a free name such as `maker482913` for somebody who chose none. It tells nothing of the person: the
 * name is public, and an e-mail address is not.
 */
async function freeUsername(db: Db): Promise<string> {
  for (let digits = 6; digits <= 12; digits += 1) {
    const candidate = `maker${randomInt(10 ** (digits - 1), 10 ** digits)}`;
    const taken = await db
      .selectFrom('person')
      .select('username')
      .where('username', '=', candidate)
      .union(db.selectFrom('formerUsername').select('username').where('username', '=', candidate))
      .executeTakeFirst();
    if (!taken) return candidate;
  }
  throw usernameTaken();
}

function usernameTaken(): AppError {
  return refused(accountsErrors.username_taken, 'username');
}

export function accountExists(): AppError {
  return refused(accountsErrors.account_exists, 'email');
}

/** Throws `invalid_input` for a guessable password; `own` contains what is known of the person. */
export function assertNotGuessable(password: string, own: readonly string[], field = 'password'): void {
  if (!isGuessable(password, own)) return;
  throw new AppError(platformErrors.invalid_input, {
    fields: { [field]: (locale) => m['accounts.field.guessable_password']({}, { locale }) },
  });
}

/** First sign-in method of a new account: a password or an external account. */
type FirstCredential =
  | { providerId: 'credential'; password: string }
  | { providerId: ServiceName; accountId: string };

/**
 * Creates a person with their first sign-in method, in one transaction. Throws `account_exists` or
 * `username_taken`; unique constraints decide between concurrent requests.
 */
export async function createPerson(
  db: Db,
  input: {
    fullName: string;
    email: string;
    emailVerified: boolean;
    username?: string | undefined;
    locale: Locale;
  },
  credential: FirstCredential,
  also: (trx: Db, personId: string) => Promise<void> = async () => {},
): Promise<string> {
  if (input.username !== undefined && reserved.has(input.username.toLowerCase())) throw usernameTaken();
  for (let names = 1; ; names += 1) {
    const username = input.username ?? (await freeUsername(db));
    const id = uuidv7();
    try {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('person')
          .values({
            id,
            name: input.fullName,
            email: input.email,
            emailVerified: input.emailVerified,
            username: username.toLowerCase(),
            displayUsername: username,
            locale: input.locale,
          })
          .execute();
        await trx
          .insertInto('credential')
          .values(
            credential.providerId === 'credential'
              ? { userId: id, accountId: id, ...credential }
              : { userId: id, ...credential },
          )
          .execute();
        await also(trx, id);
      });
      return id;
    } catch (error) {
      const { constraint } = error as { constraint?: string };
      if (constraint === 'person_email_key') throw accountExists();
      if (constraint === 'person_username_key') {
        if (input.username === undefined && names < maxNames) continue;
        throw usernameTaken();
      }
      throw error;
    }
  }
}

/**
 * Changes a person's username. The former one is reserved for a while and redirects to them. Throws
 * `username_taken`, or `too_many_usernames` against collecting names.
 */
export async function changeUsername(trx: Trx, personId: string, username: string, now: Date): Promise<void> {
  const name = username.toLowerCase();
  const { username: before } = await trx
    .selectFrom('person')
    .select('username')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (name !== before) {
    if (reserved.has(name)) throw usernameTaken();
    await trx
      .deleteFrom('formerUsername')
      .where('username', '=', name)
      .where('personId', '=', personId)
      .execute();
    const { held } = await trx
      .selectFrom('formerUsername')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('personId', '=', personId)
      .where('heldUntil', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(held) >= maxFormerUsernames) throw refused(accountsErrors.too_many_usernames, 'username');
    const former = { personId, heldUntil: new Date(now.getTime() + usernameHeldDays * 24 * 60 * 60_000) };
    await trx
      .insertInto('formerUsername')
      .values({ username: before, ...former })
      .onConflict((conflict) => conflict.column('username').doUpdateSet(former))
      .execute();
  }
  try {
    await trx
      .updateTable('person')
      .set({ username: name, displayUsername: username, updatedAt: now })
      .where('id', '=', personId)
      .execute();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'person_username_key') throw usernameTaken();
    throw error;
  }
}

export async function forgetOldUsernames(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('formerUsername').where('heldUntil', '<=', now).execute();
}

/** Creates an account with a password. Throws `account_exists` or `username_taken`. */
export async function registerPerson(
  db: Db,
  input: z.output<typeof registerInput>,
  locale: Locale,
): Promise<string> {
  const taken = await db
    .selectFrom('person')
    .select('id')
    .where('email', '=', input.email)
    .executeTakeFirst();
  if (taken) throw accountExists();
  const { consents, password, ...person } = input;
  return createPerson(
    db,
    { ...person, emailVerified: false, locale },
    { providerId: 'credential', password: await passwords.hash(password) },
    async (trx, personId) => {
      if (consents) await recordConsents(trx, personId, consents, currentTime());
    },
  );
}

/**
 * Returns the person and the password's hash. Throws `invalid_credentials` for any mistake, after the same
 * amount of work.
 */
export async function checkLogin(
  account: { id: string; password: string | null } | undefined,
  password: string,
): Promise<{ personId: string; hash: string }> {
  const right = await passwords.verify(account?.password, password);
  if (account?.password == null || !right) throw new AppError(accountsErrors.invalid_credentials);
  return { personId: account.id, hash: account.password };
}

export async function checkPassword(db: Db, personId: string, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('password')
    .where('userId', '=', personId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  return passwords.verify(row?.password, password);
}

/**
 * Locks a person's row until the transaction ends. Required to end sessions or to remove a sign-in method: no
 * session opened meanwhile may survive, and concurrent removals must see each other.
 */
export async function lockPerson(trx: Db, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
}

/**
 * Throws `invalid_credentials` if the password was changed after it was checked: hashing is queued, and a
 * sign-in must not succeed after the change. Blocks password changes and the ending of sessions until the
 * transaction ends.
 */
export async function assertStillPassword(trx: Db, personId: string, hash: string): Promise<void> {
  await holdPerson(trx, personId);
  const row = await trx
    .selectFrom('credential')
    .select('password')
    .where('userId', '=', personId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  if (row?.password !== hash) throw new AppError(accountsErrors.invalid_credentials);
}

/**
 * Ends the session in which a proof was made. Throws `not_signed_in` if it has ended already, because the
 * proof is then void.
 */
export async function endProvenSession(trx: Db, session: { personId: string; id: string }): Promise<void> {
  await holdPerson(trx, session.personId);
  const ended = await trx.deleteFrom('session').where('id', '=', session.id).executeTakeFirst();
  if (ended.numDeletedRows === 0n) throw new AppError(platformErrors.not_signed_in);
}

/**
 * Takes a shared lock: sessions may be opened concurrently, but not while {@link lockPerson} holds the row.
 */
async function holdPerson(trx: Db, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forShare().execute();
}

/**
 * Opens a session. Each sign-in and each proof creates a new one, so that no token known before is valid for
 * it.
 */
export async function openSession(
  db: Db,
  session: { personId: string; method: SignInMethod; device: Device; isProof?: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = currentTime();
  await db
    .insertInto('session')
    .values({
      userId: session.personId,
      token,
      method: session.method,
      isProof: session.isProof ?? false,
      expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
      ipAddress: session.device.address,
      userAgent: session.device.userAgent.slice(0, 400),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return token;
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute();
}

/** Ends one session of a person, or all except one, and pending sign-ins. */
export async function endSessionsOf(
  trx: Trx,
  personId: string,
  which: { id: string } | { except: string | null },
): Promise<number> {
  await lockPerson(trx, personId);
  const ended = await trx
    .deleteFrom('session')
    .where('userId', '=', personId)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('except' in which && which.except !== null, (query) =>
      query.where('id', '!=', 'except' in which ? (which.except ?? '') : ''),
    )
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

export async function prolongSession(db: Db, sessionId: string): Promise<void> {
  const now = currentTime();
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(now.getTime() + sessionSeconds * 1000), updatedAt: now })
    .where('id', '=', sessionId)
    .execute();
}

export async function endExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
}

/** Stores the password's hash, also for people who had none. */
export async function storePassword(db: Db, personId: string, hash: string): Promise<void> {
  await db
    .insertInto('credential')
    .values({ userId: personId, accountId: personId, providerId: 'credential', password: hash })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: hash, updatedAt: currentTime() }),
    )
    .execute();
}

/** Changes the password, ends all other sessions and voids all mailed links. */
export async function changePassword(
  db: Db,
  session: { personId: string; sessionId: string },
  password: string,
): Promise<void> {
  const person = await db
    .selectFrom('person')
    .select(['name', 'email', 'username'])
    .where('id', '=', session.personId)
    .executeTakeFirstOrThrow();
  assertNotGuessable(password, [person.name, person.email, person.username], 'newPassword');
  const hash = await passwords.hash(password);
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, session.personId);
    await storePassword(trx, session.personId, hash);
    await endSessionsOf(trx, session.personId, { except: session.sessionId });
    await voidTickets(trx, session.personId);
    await enqueue(trx, 'accounts.alert', { personId: session.personId, what: 'password_changed' });
  });
}

/** Returns whether a person can act and be paid: neither suspended, nor leaving, nor gone. */
export async function isAvailable(db: Db, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('withdrawsAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined && !(await isSuspended(db, personId));
}

export async function isSuspended(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('suspendedAt', 'is not', null)
    .where((where) =>
      where.or([where('suspendedUntil', 'is', null), where('suspendedUntil', '>', currentTime())]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates the first admin: makes a missing account, or promotes an existing one that the password opens.
 * Returns what it did.
 */
export async function ensureAdmin(
  deps: { db: Db },
  admin: { email: string; password: string | undefined },
): Promise<'made' | 'promoted' | 'already' | 'needs_password' | 'wrong_password'> {
  const { db } = deps;
  const { email, password } = admin;
  const found = await db
    .selectFrom('person')
    .select(['id', 'role'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (found?.role === 'admin') return 'already';
  if (password === undefined) return 'needs_password';
  // An unconfirmed address proves nothing: it may have been registered by someone else.
  if (found && !(await checkPassword(db, found.id, password))) return 'wrong_password';
  const id = found?.id ?? (await registerPerson(db, { fullName: 'Admin', email, password }, 'ko'));
  await db.updateTable('person').set({ role: 'admin' }).where('id', '=', id).execute();
  return found ? 'promoted' : 'made';
}
