import { randomInt } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { z } from 'zod';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { accountsErrors, type loginInput, type registerInput } from '../contract.ts';
import { sessionSeconds, type Auth } from './auth.ts';

export type SignedIn = { userId: string; token: string; cookies: string[] };

/** Usernames that would read as ours, or as a page of ours. */
const reserved = new Set(['admin', 'administrator', 'gongbang', 'support', 'root', 'system', 'me', 'help']);

/** `mina.kim@example.com` becomes `mina.kim`, or `mina.kim4821` when that is taken. */
async function freeUsername(db: Db, email: string): Promise<string> {
  const base =
    email
      .split('@')[0]
      ?.toLowerCase()
      .replaceAll(/[^a-z0-9_.]+/g, '')
      .replaceAll(/^[_.]+|[_.]+$/g, '')
      .slice(0, 24) ?? '';
  const stem = base.length >= 3 && !reserved.has(base) ? base : 'maker';
  for (let digits = 0; digits <= 8; digits += 1) {
    const candidate =
      digits === 0 && stem !== 'maker' ? stem : `${stem}${randomInt(10 ** Math.max(digits, 4))}`;
    const taken = await db
      .selectFrom('person')
      .select('id')
      .where('username', '=', candidate)
      .executeTakeFirst();
    if (!taken) return candidate;
  }
  throw new AppError(accountsErrors.username_taken);
}

function usernameTaken(): AppError {
  return new AppError(accountsErrors.username_taken, {
    fields: { username: (locale) => m['accounts.error.username_taken']({}, { locale }) },
  });
}

/** Creates the account and its first session. Throws `account_exists` or `username_taken`. */
export async function registerPerson(
  deps: { auth: Auth; db: Db },
  input: z.output<typeof registerInput>,
  context: { locale: Locale; headers: Headers; welcome?: boolean },
): Promise<SignedIn> {
  if (input.username !== undefined && reserved.has(input.username.toLowerCase())) throw usernameTaken();
  const username = input.username ?? (await freeUsername(deps.db, input.email));
  try {
    const { headers, response } = await deps.auth.api.signUpEmail({
      body: {
        name: input.fullName,
        email: input.email,
        password: input.password,
        username,
        locale: context.locale,
      },
      headers: context.headers,
      returnHeaders: true,
    });
    if (response.token === null) throw new Error('registration made no session');
    if (context.welcome !== false) await enqueue(deps.db, 'accounts.welcome', { personId: response.user.id });
    return { userId: response.user.id, token: response.token, cookies: headers.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError) {
      const code = error.body?.code ?? '';
      if (code.startsWith('USER_ALREADY_EXISTS')) {
        throw new AppError(accountsErrors.account_exists, {
          fields: { email: (locale) => m['accounts.error.account_exists']({}, { locale }) },
        });
      }
      if (code.startsWith('USERNAME_IS_ALREADY_TAKEN')) throw usernameTaken();
    }
    // Two people may ask for one name in the same instant: the table decides.
    const constraint = (error as { constraint?: string }).constraint;
    if (constraint === 'person_username_key') throw usernameTaken();
    throw error;
  }
}

/** Opens a new session, or throws `invalid_credentials` whatever was wrong. */
export async function logIn(
  deps: { auth: Auth; db: Db },
  input: z.output<typeof loginInput>,
  context: { headers: Headers },
): Promise<SignedIn> {
  const who = input.email ?? input.username ?? '';
  const body = { password: input.password, rememberMe: true };
  try {
    const { headers, response } = who.includes('@')
      ? await deps.auth.api.signInEmail({
          body: { ...body, email: who.toLowerCase() },
          headers: context.headers,
          returnHeaders: true,
        })
      : await deps.auth.api.signInUsername({
          body: { ...body, username: who },
          headers: context.headers,
          returnHeaders: true,
        });
    if (!response) throw new AppError(accountsErrors.invalid_credentials);
    return { userId: response.user.id, token: response.token, cookies: headers.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError && Number(error.statusCode) < 500) {
      throw new AppError(accountsErrors.invalid_credentials);
    }
    throw error;
  }
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute();
}

export async function prolongSession(db: Db, sessionId: string): Promise<void> {
  const now = new Date();
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(now.getTime() + sessionSeconds * 1000), updatedAt: now })
    .where('id', '=', sessionId)
    .execute();
}

export async function endExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
}

/** The first admin: a missing account is made, an existing one promoted if the password opens it. Says what it did. */
export async function ensureAdmin(
  deps: { auth: Auth; db: Db },
  admin: { email: string; password: string | undefined },
): Promise<'made' | 'promoted' | 'already' | 'needs_password' | 'wrong_password'> {
  const { email, password } = admin;
  const found = await deps.db
    .selectFrom('person')
    .select('isAdmin')
    .where('email', '=', email)
    .executeTakeFirst();
  if (found?.isAdmin) return 'already';
  if (password === undefined) return 'needs_password';
  const headers = new Headers();
  try {
    // Nobody's address is verified yet: whoever registered it first may not be the one who is meant.
    const { token } = found
      ? await logIn(deps, { email, password }, { headers })
      : await registerPerson(deps, { fullName: 'Admin', email, password }, { locale: 'ko', headers });
    await endSession(deps.db, token);
  } catch (error) {
    if (isAppError(error) && error.kind.code === 'invalid_credentials') return 'wrong_password';
    throw error;
  }
  await deps.db.updateTable('person').set({ isAdmin: true }).where('email', '=', email).execute();
  return found ? 'promoted' : 'made';
}
