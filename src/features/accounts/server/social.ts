import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { m } from '#i18n/generated/messages.js';
import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { plainName } from '#platform/shared/visible-text.ts';
import { accountsErrors, emailAddress, type completionInput } from '../contract.ts';
import { mayRemoveWayIn } from '../rules.ts';
import { type ServiceName } from '../going-on.ts';
import { createPerson, lockPerson } from './commands.ts';
import { recordConsents } from './consents.ts';
import { getSecurity } from './queries.ts';
import { authorizeUrl, findAccount, type ServiceAccount } from './services.ts';
import { findTicket, issueTicket, takeTicket, type TicketPayloads } from './tickets.ts';

type Deps = { db: Db; config: Pick<Config, 'publicOrigin' | 'social'> };

const redirectUri = (deps: Deps, service: ServiceName) =>
  `${deps.config.publicOrigin}/api/auth/callback/${service}`;

/**
 * Starts a visit to a service. The returned state also goes into a cookie, which binds it to this browser.
 */
export async function beginVisit(
  deps: Deps,
  visit: Pick<TicketPayloads['social'], 'service' | 'intent' | 'locale' | 'next' | 'sessionId'> & {
    personId: string | null;
  },
): Promise<{ url: string; state: string }> {
  const { personId, ...rest } = visit;
  const secrets = {
    nonce: randomBytes(16).toString('base64url'),
    codeVerifier: randomBytes(32).toString('base64url'),
  };
  const state = await issueTicket(deps.db, 'social', { personId, payload: { ...rest, ...secrets } });
  const url = authorizeUrl(deps.config.social, visit.service, {
    redirectUri: redirectUri(deps, visit.service),
    state,
    ...secrets,
  });
  return { url, state };
}

export type Visit = {
  personId: string | null;
  payload: TicketPayloads['social'];
  account: ServiceAccount | 'cancelled';
};

/** Completes a visit. Throws `service_failed` for anything inconsistent; each state is valid once. */
export async function endVisit(
  deps: Deps,
  service: ServiceName,
  came: {
    state: string;
    stateCookie: string | undefined;
    code: string | undefined;
    error: string | undefined;
  },
): Promise<Visit> {
  if (came.stateCookie === undefined || came.stateCookie !== came.state) {
    throw new AppError(accountsErrors.service_failed);
  }
  const ticket = await takeTicket(deps.db, 'social', came.state);
  if (!ticket || ticket.payload.service !== service) throw new AppError(accountsErrors.service_failed);
  if (came.error !== undefined && /denied|cancel/i.test(came.error))
    return { ...ticket, account: 'cancelled' };
  if (came.error !== undefined || came.code === undefined) throw new AppError(accountsErrors.service_failed);
  const account = await findAccount(deps.config.social, service, {
    code: came.code,
    state: came.state,
    redirectUri: redirectUri(deps, service),
    nonce: ticket.payload.nonce,
    codeVerifier: ticket.payload.codeVerifier,
  });
  return { ...ticket, account };
}

export async function findConnectedPerson(
  db: Db,
  service: ServiceName,
  accountId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .select('userId')
    .where('providerId', '=', service)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/**
 * Returns the sign-in methods of the account of an address. Call it only if a service has verified that
 * address.
 */
export async function findWaysIn(db: Db, email: string): Promise<string[] | null> {
  const person = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  if (!person) return null;
  const { hasPassword, passkeys, connected } = await getSecurity(db, person.id);
  return [...(hasPassword ? ['password'] : []), ...(passkeys.length > 0 ? ['passkey'] : []), ...connected];
}

/**
 * Starts the registration of a new person: nothing is stored about them before they agree. Returns the ticket
 * of the last step.
 */
export async function beginCompletion(
  db: Db,
  service: ServiceName,
  account: ServiceAccount,
  next: string,
): Promise<string> {
  const email = emailAddress.safeParse(account.email);
  return issueTicket(db, 'social_completion', {
    personId: null,
    payload: {
      service,
      accountId: account.accountId,
      fullName: beginningOf(plainName(account.fullName), 80, codeUnits),
      email: email.success ? email.data : null,
      emailVerified: email.success && account.emailVerified,
      next,
    },
  });
}

export async function getCompletion(db: Db, token: string | undefined) {
  const ticket = token === undefined ? null : await findTicket(db, 'social_completion', token);
  if (!ticket) throw new AppError(accountsErrors.link_expired);
  return ticket.payload;
}

/** Creates the person with their consents. An address that has an account is refused, never linked. */
export async function completeRegistration(
  db: Db,
  token: string | undefined,
  input: z.output<typeof completionInput>,
  locale: Locale,
): Promise<string> {
  const completion = await getCompletion(db, token);
  const email = completion.email ?? input.email;
  if (email === undefined) {
    throw new AppError(platformErrors.invalid_input, {
      fields: { email: (words) => m['platform.field.required']({}, { locale: words }) },
    });
  }
  return createPerson(
    db,
    {
      fullName: input.fullName,
      email,
      emailVerified: completion.email !== null && completion.emailVerified,
      locale,
    },
    { providerId: completion.service, accountId: completion.accountId },
    async (trx, personId) => {
      if (!(await takeTicket(trx, 'social_completion', token ?? ''))) {
        throw new AppError(accountsErrors.link_expired);
      }
      await recordConsents(trx, personId, input.consents, currentTime());
    },
  ).catch((error: { constraint?: string }) => {
    // Another tab has just completed the registration of the same account.
    throw error.constraint === 'credential_provider_id_account_id_key'
      ? new AppError(accountsErrors.service_taken)
      : error;
  });
}

/** Connects a service to the signed-in account. */
export async function connectService(
  db: Db,
  personId: string,
  service: ServiceName,
  accountId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    const { connected } = await getSecurity(trx, personId);
    const owner = await findConnectedPerson(trx, service, accountId);
    if (owner === personId) return;
    if (owner !== null || connected.includes(service)) throw new AppError(accountsErrors.service_taken);
    await trx
      .insertInto('credential')
      .values({ userId: personId, providerId: service, accountId, password: null })
      .execute()
      .catch((error: { constraint?: string }) => {
        throw error.constraint === 'credential_provider_id_account_id_key'
          ? new AppError(accountsErrors.service_taken)
          : error;
      });
    await enqueue(trx, 'accounts.alert', { personId, what: 'service_connected' });
  });
}

export async function disconnectService(db: Db, personId: string, service: ServiceName): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    const { hasPassword, passkeys, connected } = await getSecurity(trx, personId);
    if (!connected.includes(service)) throw new AppError(platformErrors.not_found);
    const ways = { password: hasPassword, passkeys: passkeys.length, services: connected.length };
    if (!mayRemoveWayIn(ways)) throw new AppError(accountsErrors.last_way_in);
    await trx
      .deleteFrom('credential')
      .where('userId', '=', personId)
      .where('providerId', '=', service)
      .execute();
  });
}
