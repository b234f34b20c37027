import { randomBytes, randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { trimEndOf } from '#platform/shared/trimming.ts';
import { accountsErrors, type registerInput } from '../contract.ts';
import { mostFormerUsernames, usernameHeldDays, type SignInMethod } from '../rules.ts';
import { type ServiceName } from '../going-on.ts';
import { recordConsents } from './consents.ts';
import { isGuessable } from './guessable.ts';
import { passwords } from './passwords.ts';
import { voidTickets } from './tickets.ts';

export const sessionSeconds = 14 * 24 * 60 * 60;

/** Where a session is opened from. */
export type Device = { address: string; userAgent: string };

/** Usernames that would read as ours, or as a page of ours. */
const reserved = new Set(['admin', 'administrator', 'gongbang', 'support', 'root', 'system', 'me', 'help']);

/** How often a made-up username may meet one that somebody else took a moment ago. */
const mostNames = 5;

/** `mina.kim@example.com` becomes `mina.kim`, or `mina.kim4821` when that is taken. */
async function freeUsername(db: Db, email: string): Promise<string> {
  const [local = ''] = email.split('@', 1);
  const letters = local
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '')
    .slice(0, 24);
  const base = trimEndOf(letters.replace(/^[_.]+/, ''), /[_.]/);
  const stem = base.length >= 3 && !reserved.has(base) ? base : 'maker';
  for (let digits = 0; digits <= 8; digits += 1) {
    const candidate =
      digits === 0 && stem !== 'maker' ? stem : `${stem}${randomInt(10 ** Math.max(digits, 4))}`;
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

/** Throws `invalid_input` for a password that is guessed first; `own` is what is known of the person. */
export function assertNotGuessable(password: string, own: readonly string[], field = 'password'): void {
  if (!isGuessable(password, own)) return;
  throw new AppError(platformErrors.invalid_input, {
    fields: { [field]: (locale) => m['accounts.field.guessable_password']({}, { locale }) },
  });
}

/** What opens a new account: a password, or an account elsewhere. */
type FirstCredential =
  | { providerId: 'credential'; password: string }
  | { providerId: ServiceName; accountId: string };

/**
 * Creates a person with the first way to sign in, in one transaction. Throws `account_exists` or `username_taken`; the
 * table decides between people who ask for the same in the same instant.
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
    const username = input.username ?? (await freeUsername(db, input.email));
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
        if (input.username === undefined && names < mostNames) continue;
        throw usernameTaken();
      }
      throw error;
    }
  }
}

/**
 * Gives a person another username. The one before stays theirs for a while: it leads to them, and nobody else may take
 * it. Throws `username_taken`, or `too_many_usernames` for whoever would collect them.
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
    if (Number(held) >= mostFormerUsernames) throw refused(accountsErrors.too_many_usernames, 'username');
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

/** Creates an account that its password opens. Throws `account_exists` or `username_taken`. */
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

/** Whose password it is and its hash, or `invalid_credentials` whatever was wrong, after the same work. */
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
 * Whoever ends sessions or takes a way in holds the person's row until the transaction ends: what is opened meanwhile
 * must not survive, and of two ways in that go at once, one must see the other gone.
 */
export async function lockPerson(trx: Db, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
}

/**
 * Throws `invalid_credentials` if the password was changed since it was shown: hashing waits in a queue, and a sign-in must
 * not come through behind the change. Until the transaction ends none is changed and no sessions are ended.
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

/** Ends the session that a proof was made in. Throws `not_signed_in` if it has ended already: it proves nothing then. */
export async function endProvenSession(trx: Db, session: { personId: string; id: string }): Promise<void> {
  await holdPerson(trx, session.personId);
  const ended = await trx.deleteFrom('session').where('id', '=', session.id).executeTakeFirst();
  if (ended.numDeletedRows === 0n) throw new AppError(platformErrors.not_signed_in);
}

/** Many may open sessions at once, but none while {@link lockPerson} holds the row. */
async function holdPerson(trx: Db, personId: string): Promise<void> {
  await trx.selectFrom('person').select('id').where('id', '=', personId).forShare().execute();
}

/** Opens a session; each sign-in and each proof makes a new one, so nothing that was known before opens it. */
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

/** Ends one session of a person, or all but one, and what would become one meanwhile. */
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

/** Stores a hash as the person's password, for those too who had none. */
export async function storePassword(db: Db, personId: string, hash: string): Promise<void> {
  await db
    .insertInto('credential')
    .values({ userId: personId, accountId: personId, providerId: 'credential', password: hash })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password: hash, updatedAt: currentTime() }),
    )
    .execute();
}

/** A new password ends every other session and voids whatever was mailed before. */
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

/** Every way a person may be named at login, looked up for suspension only. */
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

/** The first admin: a missing account is made, an existing one promoted if the password opens it. Says what it did. */
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
  // An address proves nothing before it is confirmed: whoever registered it first may not be the one who is meant.
  if (found && !(await checkPassword(db, found.id, password))) return 'wrong_password';
  const id = found?.id ?? (await registerPerson(db, { fullName: 'Admin', email, password }, 'ko'));
  await db.updateTable('person').set({ role: 'admin' }).where('id', '=', id).execute();
  return found ? 'promoted' : 'made';
}
