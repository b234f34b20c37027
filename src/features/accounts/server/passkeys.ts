import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { accountsErrors } from '../contract.ts';
import { mayRemoveWayIn } from '../rules.ts';
import { lockPerson } from './commands.ts';
import { getSecurity } from './queries.ts';
import { issueTicket, takeTicket } from './tickets.ts';

/**
 * Loaded with the first passkey, because parsing certificates takes as much memory as the rest of the
 * feature.
 */
const webAuthn = () => import('@simplewebauthn/server');

const maxPasskeys = 20;

type Deps = { db: Db; config: Pick<Config, 'publicOrigin'> };

const relyingParty = (deps: Deps) => new URL(deps.config.publicOrigin).hostname;

function failed(): AppError {
  return new AppError(accountsErrors.passkey_failed);
}

/** Returns the options to create a passkey, and the ticket that stores the challenge for this session. */
export async function beginPasskey(
  deps: Deps,
  session: { sessionId: string; user: { id: string; email: string; fullName: string } },
) {
  const known = await deps.db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('personId', '=', session.user.id)
    .execute();
  if (known.length >= maxPasskeys) throw new AppError(accountsErrors.too_many_passkeys);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Gongbang',
    rpID: relyingParty(deps),
    userID: Buffer.from(session.user.id),
    userName: session.user.email,
    userDisplayName: session.user.fullName,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransportFuture[],
    })),
    // A passkey is the only factor, so user verification (finger, face or PIN) is required.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const ticket = await issueTicket(deps.db, 'passkey', {
    personId: session.user.id,
    payload: { challenge: options.challenge, sessionId: session.sessionId },
  });
  return { options: { ...options }, ticket };
}

export async function addPasskey(
  deps: Deps,
  session: { sessionId: string; user: { id: string } },
  input: { ticket: string; name: string; response: unknown },
): Promise<void> {
  const ticket = await takeTicket(deps.db, 'passkey', input.ticket);
  if (!ticket || ticket.payload.sessionId !== session.sessionId) throw failed();
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo, verified } = await verifyRegistrationResponse({
    response: input.response as RegistrationResponseJSON,
    expectedChallenge: ticket.payload.challenge,
    expectedOrigin: deps.config.publicOrigin,
    expectedRPID: relyingParty(deps),
    requireUserVerification: true,
  }).catch(() => {
    throw failed();
  });
  if (!verified) throw failed();
  const { credential } = registrationInfo;
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('passkey')
      .values({
        id: uuidv7(),
        personId: session.user.id,
        name: input.name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        createdAt: currentTime(),
        usedAt: null,
      })
      .execute()
      .catch((error: { constraint?: string }) => {
        throw error.constraint === 'passkey_credential_id_key' ? failed() : error;
      });
    await enqueue(trx, 'accounts.alert', { personId: session.user.id, what: 'passkey_added' });
  });
}

export async function renamePasskey(db: Db, personId: string, id: string, name: string): Promise<void> {
  const renamed = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('personId', '=', personId)
    .executeTakeFirst();
  if (renamed.numUpdatedRows === 0n) throw new AppError(platformErrors.not_found);
}

export async function removePasskey(db: Db, personId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    const { hasPassword, passkeys, connected } = await getSecurity(trx, personId);
    if (!passkeys.some((passkey) => passkey.id === id)) throw new AppError(platformErrors.not_found);
    const ways = { password: hasPassword, passkeys: passkeys.length, services: connected.length };
    if (!mayRemoveWayIn(ways)) throw new AppError(accountsErrors.last_way_in);
    await trx.deleteFrom('passkey').where('id', '=', id).where('personId', '=', personId).execute();
  });
}

/** Returns the options to use a passkey: any of this site, or those of a person who makes a proof. */
export async function askForPasskey(deps: Deps, session: { sessionId: string; user: { id: string } } | null) {
  const known = session
    ? await deps.db
        .selectFrom('passkey')
        .select(['credentialId', 'transports'])
        .where('personId', '=', session.user.id)
        .execute()
    : [];
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransportFuture[],
    })),
  });
  const ticket = await issueTicket(deps.db, 'passkey', {
    personId: session?.user.id ?? null,
    payload: { challenge: options.challenge, sessionId: session?.sessionId ?? null },
  });
  return { options: { ...options }, ticket };
}

/** Returns the owner of the passkey that answered the challenge. Throws `passkey_failed` for any mistake. */
export async function checkPasskey(
  deps: Deps,
  input: { ticket: string; response: unknown; sessionId: string | null },
): Promise<string> {
  const ticket = await takeTicket(deps.db, 'passkey', input.ticket);
  if (!ticket || ticket.payload.sessionId !== input.sessionId) throw failed();
  const response = input.response as AuthenticationResponseJSON;
  const passkey = await deps.db
    .selectFrom('passkey')
    .select(['id', 'personId', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('credentialId', '=', response.id)
    .executeTakeFirst();
  if (!passkey || (ticket.personId !== null && ticket.personId !== passkey.personId)) throw failed();
  const { verifyAuthenticationResponse } = await webAuthn();
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: ticket.payload.challenge,
    expectedOrigin: deps.config.publicOrigin,
    expectedRPID: relyingParty(deps),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransportFuture[],
    },
    requireUserVerification: true,
  }).catch(() => {
    throw failed();
  });
  if (!verified) throw failed();
  await deps.db
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, usedAt: currentTime() })
    .where('id', '=', passkey.id)
    .execute();
  return passkey.personId;
}
