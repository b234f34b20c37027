import type { FastifyReply, FastifyRequest } from 'fastify';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { cookieName, readCookie, setCookie } from '#platform/server/cookies.ts';
import type { Db } from '#platform/server/db.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import { accountsErrors, type CurrentUser, type SignInAnswer } from '../contract.ts';
import { isFreshlyProven, type SignInMethod } from '../rules.ts';
import {
  assertStillPassword,
  checkPassword,
  endProvenSession,
  endSession,
  isSuspended,
  openSession,
} from './commands.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';
import { getUser, hasOwnProof, type SessionPerson } from './queries.ts';
import { hasSecondFactor, takeCode } from './second-factor.ts';
import type { Sessions } from './session.ts';
import { issueTicket, ticketMinutes, type TicketPurpose } from './tickets.ts';

/** Dependencies of every route of this feature. */
export type AccountsDeps = {
  config: Config;
  db: Db;
  rateLimits: RateLimits;
  secret: string;
  sessions: Sessions;
  vault: Vault;
};

export type RegistrationDeps = { settings: SettingsReader };

/** Throws `registration_closed` while admins have closed the registration. */
export async function assertRegistrationOpen({ settings }: RegistrationDeps): Promise<void> {
  const { registration } = await settings.get();
  if (registration === 'closed') throw new AppError(accountsErrors.registration_closed);
}

/** Cookies that hold a ticket during a sign-in. */
export type TicketCookie = Extract<TicketPurpose, 'second_factor' | 'social' | 'social_completion'>;

export function readTicketCookie(
  deps: AccountsDeps,
  request: FastifyRequest,
  name: TicketCookie,
): string | undefined {
  return readCookie(request.headers.cookie, cookieName(deps.config.publicOrigin, name)) || undefined;
}

export function setTicketCookie(
  deps: AccountsDeps,
  reply: FastifyReply,
  name: TicketCookie,
  value: string,
): void {
  const maxAgeSeconds = value === '' ? 0 : ticketMinutes[name] * 60;
  setCookie(reply, deps.config.publicOrigin, { name, value, maxAgeSeconds });
}

const deviceOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

/** Ends the session that the browser sent with a sign-in, so that it does not stay alive. */
export async function endOldSession(db: Db, deps: AccountsDeps, request: FastifyRequest): Promise<void> {
  const old = deps.sessions.token(request);
  if (old !== null) await endSession(db, old);
}

/** Person and method of a sign-in; `hash` belongs to the password that was checked, if any. */
type SignIn = { personId: string; method: SignInMethod; hash?: string };

/** Replaces the browser's session by a new one. */
export async function replaceSession(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { personId, method, hash }: SignIn,
): Promise<void> {
  const token = await deps.db.transaction().execute(async (trx) => {
    if (hash !== undefined) await assertStillPassword(trx, personId, hash);
    await endOldSession(trx, deps, request);
    return openSession(trx, { personId, method, device: deviceOf(request) });
  });
  deps.sessions.start(reply, token);
  rememberDevice(deps, request, reply, personId);
}

/** Same for a proof, which requires that the session in which it was made still exists. */
export async function renewSession(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, user, method, isProof }: Pick<SessionPerson, 'sessionId' | 'user' | 'method' | 'isProof'>,
): Promise<void> {
  const token = await deps.db.transaction().execute(async (trx) => {
    await endProvenSession(trx, { personId: user.id, id: sessionId });
    return openSession(trx, { personId: user.id, method, isProof, device: deviceOf(request) });
  });
  deps.sessions.start(reply, token);
}

/**
 * Completes every kind of sign-in: refuses suspended people, requires the second factor if there is one (a
 * passkey counts as both), and opens the session. Returns the user, or that a code is needed.
 */
export function finishSignIn(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: { personId: string; method: 'passkey' | 'second_factor' },
): Promise<CurrentUser>;
export function finishSignIn(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: SignIn,
): Promise<SignInAnswer>;
export async function finishSignIn(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: SignIn,
): Promise<SignInAnswer> {
  const { personId, method, hash } = signIn;
  if (await isSuspended(deps.db, personId)) throw new AppError(accountsErrors.suspended);
  if ((method === 'password' || method === 'service') && (await hasSecondFactor(deps.db, personId))) {
    const ticket = await deps.db.transaction().execute(async (trx) => {
      if (hash !== undefined) await assertStillPassword(trx, personId, hash);
      return issueTicket(trx, 'second_factor', { personId, payload: { method } });
    });
    setTicketCookie(deps, reply, 'second_factor', ticket);
    return { secondFactorNeeded: true };
  }
  await replaceSession(deps, request, reply, signIn);
  return getUser(deps.db, personId);
}

/** Target of a guess; `name` stands for an account that does not exist. */
type Guessed = { what: 'password' | 'code'; personId: string } | { what: 'password'; name: string };

/** Normalises a name: case and Unicode variants count as the same name. */
const foldName = (name: string) => name.normalize('NFKC').trim().toLowerCase();

function accountOf(deps: AccountsDeps, request: FastifyRequest, guessed: Guessed): string {
  if ('name' in guessed) return `${guessed.what} of ${foldName(guessed.name)}`;
  const account = `${guessed.what} ${guessed.personId}`;
  const device = findKnownDevice(deps, request, guessed.personId);
  return device === null ? account : `${account} on ${device}`;
}

/**
 * Counts a guess against its account under any of its names, over all IP addresses together; from a browser
 * in which its person has signed in before, against that browser.
 *
 * Counts before the check, because concurrent guesses would all pass otherwise, and takes the count back for
 * a correct guess or one that the server had no capacity for.
 */
export async function countGuess<Result>(
  deps: AccountsDeps,
  request: FastifyRequest,
  guessed: Guessed,
  guess: () => Promise<Result>,
): Promise<Result> {
  const { rateLimits } = deps;
  const account = accountOf(deps, request, guessed);
  const giveBack = () =>
    Promise.all([
      rateLimits.giveBack('loginPerAccount', account),
      rateLimits.giveBack('loginPerAddress', request.ip),
    ]);
  await rateLimits.take('loginPerAddress', request.ip);
  await rateLimits.take('loginPerAccount', account);
  let result: Result;
  try {
    result = await guess();
  } catch (error) {
    if (isAppError(error) && error.kind.code === 'overloaded') await giveBack();
    throw error;
  }
  await giveBack();
  return result;
}

export function wrongPassword(field = 'password'): AppError {
  return new AppError(accountsErrors.wrong_password, {
    fields: { [field]: (locale) => m['accounts.error.wrong_password']({}, { locale }) },
  });
}

/**
 * Requires a fresh proof for payouts and the account itself: the password or a code of the second factor in
 * the request, or a proof in this session. A recent sign-in does not count. `field` is the password's name in
 * the request.
 */
export async function assertProven(
  deps: AccountsDeps,
  request: FastifyRequest,
  { password, code, field }: { password?: string | undefined; code?: string | undefined; field?: string },
): Promise<void> {
  if (password === undefined && code === undefined) {
    const session = await deps.sessions.getProven(request);
    const person = { hasOwnProof: await hasOwnProof(deps.db, session.user.id) };
    if (!isFreshlyProven(session, person, currentTime())) throw new AppError(accountsErrors.proof_needed);
    return;
  }
  const { id } = await deps.sessions.get(request);
  const what = password === undefined ? 'code' : 'password';
  await countGuess(deps, request, { what, personId: id }, async () => {
    if (password === undefined) await showCode(deps, id, code ?? '');
    else if (!(await checkPassword(deps.db, id, password))) throw wrongPassword(field);
  });
}

/** Checks a code of the authenticator app, or a recovery code; throws if there is no second factor. */
export async function showCode(deps: AccountsDeps, personId: string, code: string): Promise<void> {
  if (!(await hasSecondFactor(deps.db, personId))) throw new AppError(accountsErrors.second_factor_is_off);
  await takeCode(deps, personId, code);
}

/** Throws `terms_changed` if a new version of the terms has to be accepted before anything is published. */
export function assertAgreed(person: { mustAgreeAgain: boolean }): void {
  if (person.mustAgreeAgain) throw new AppError(platformErrors.terms_changed);
}
