import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageOf, wholeQuery } from '#platform/server/page-links.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import {
  accountsErrors,
  codeInput,
  currentUser,
  newPasskeyInput,
  passkeyChallenge,
  passkeyInput,
  passkeyNameInput,
  passwordInput,
  proofInput,
  recoveryCodes,
  secondFactorSecret,
  security,
  serviceName,
  sessions as sessionList,
} from '../contract.ts';
import { isProven, type SignInMethod } from '../rules.ts';
import { serviceNames } from '../going-on.ts';
import { changePassword, checkPassword, endSessionsOf } from './commands.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  checkPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { getSecurity, hasOwnProof, listSessions } from './queries.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { configuredServices } from './services.ts';
import type { SessionPerson } from './queries.ts';
import {
  assertProven,
  countGuess,
  renewSession,
  showCode,
  wrongPassword,
  type AccountsDeps,
} from './sign-in.ts';
import { disconnectService } from './social.ts';

const byId = z.object({ id: z.uuid() });
const refused = { 401: errorSchema, 403: errorSchema };
const tags = ['accounts'];

/** Routes for what protects an account: password, passkeys, second factor, connected services, sessions. */
export function securityRoutes(app: App, deps: AccountsDeps): void {
  const { config, db, sessions } = deps;

  /** Replaces the session after a proof: a stolen token of the old one gains nothing from it. */
  async function prove(
    request: FastifyRequest,
    reply: FastifyReply,
    session: SessionPerson,
    method: SignInMethod,
  ) {
    await renewSession(deps, request, reply, { ...session, method, isProof: true });
    return reply.send(session.user);
  }

  app.get(
    '/api/user/security',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'What guards the account', response: { 200: security, 401: errorSchema } },
    },
    async (request, reply) => {
      const session = await sessions.getSession(request);
      const { connected, passkeys, ...found } = await getSecurity(db, session.user.id);
      const offered = configuredServices(config.social);
      return reply.header('cache-control', 'no-store').send({
        ...found,
        passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
          ...passkey,
          createdAt: createdAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
        services: serviceNames
          .filter((name) => offered.includes(name) || connected.includes(name))
          .map((name) => ({ name, connected: connected.includes(name) })),
        proven: isProven(session, { hasOwnProof: await hasOwnProof(db, session.user.id) }, currentTime()),
      });
    },
  );

  app.post(
    '/api/user/proof',
    {
      config: { access: 'person', whileWithdrawing: true },
      schema: {
        tags,
        summary: 'Prove who is there, with the password or a code, before a sensitive change',
        body: proofInput,
        response: { 200: currentUser, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const session = await sessions.getSession(request);
      const { id } = session.user;
      const { password, code } = request.body;
      const what = code === undefined ? 'password' : 'code';
      const method = await countGuess(deps, request, { what, personId: id }, async () => {
        if (code !== undefined) {
          await showCode(deps, id, code);
          return 'second_factor';
        }
        if (!(await checkPassword(db, id, password ?? ''))) throw wrongPassword();
        return 'password';
      });
      return prove(request, reply, session, method);
    },
  );

  app.post(
    '/api/user/proof/passkey/options',
    {
      config: { access: 'person', whileWithdrawing: true },
      schema: { tags, summary: 'A challenge for a proof', response: { 200: passkeyChallenge, ...refused } },
    },
    async (request, reply) => reply.send(await askForPasskey(deps, await sessions.getSession(request))),
  );

  app.post(
    '/api/user/proof/passkey',
    {
      config: { access: 'person', whileWithdrawing: true },
      schema: {
        tags,
        summary: 'Prove who is there with a passkey',
        body: passkeyInput,
        response: { 200: currentUser, ...refused },
      },
    },
    async (request, reply) => {
      const session = await sessions.getSession(request);
      const personId = await checkPasskey(deps, { ...request.body, sessionId: session.sessionId });
      if (personId !== session.user.id) throw new AppError(accountsErrors.passkey_failed);
      return prove(request, reply, session, 'passkey');
    },
  );

  app.put(
    '/api/user/password',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change the password, or set the first one; ends all other sessions',
        description: 'Needs `currentPassword`, or a proof in this session.',
        body: passwordInput,
        response: { 204: z.null(), 400: errorSchema, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const session = await sessions.getSession(request);
      const { user, sessionId } = session;
      const { currentPassword, newPassword } = request.body;
      await assertProven(deps, request, { password: currentPassword, field: 'currentPassword' });
      await changePassword(db, { personId: user.id, sessionId }, newPassword);
      await renewSession(deps, request, reply, session);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/user/passkeys/options',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A challenge for a new passkey',
        response: { 200: passkeyChallenge, ...refused },
      },
    },
    async (request, reply) => reply.send(await beginPasskey(deps, await sessions.getProven(request))),
  );

  app.post(
    '/api/user/passkeys',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Add a passkey',
        body: newPasskeyInput,
        response: { 201: z.null(), 400: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      await addPasskey(deps, await sessions.getProven(request), request.body);
      return reply.code(201).send(null);
    },
  );

  app.patch(
    '/api/user/passkeys/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Name a passkey',
        params: byId,
        body: passkeyNameInput,
        response: { 204: z.null(), 404: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await renamePasskey(db, id, request.params.id, request.body.name);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/user/passkeys/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Remove a passkey; never the last way to sign in',
        params: byId,
        response: { 204: z.null(), 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      await removePasskey(db, user.id, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/user/second-factor',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A secret for an authenticator app; counts once a code of it was shown',
        response: { 200: secondFactorSecret, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      return reply.header('cache-control', 'no-store').send(await beginSecondFactor(deps, user));
    },
  );

  app.post(
    '/api/user/second-factor/confirm',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Switch the second factor on; the recovery codes are answered this once',
        body: codeInput,
        response: { 200: recoveryCodes, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      const codes = await countGuess(deps, request, { what: 'code', personId: user.id }, () =>
        confirmSecondFactor(deps, user.id, request.body.code),
      );
      return reply.header('cache-control', 'no-store').send({ recoveryCodes: codes });
    },
  );

  app.post(
    '/api/user/second-factor/recovery-codes',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'New recovery codes; the old ones end',
        response: { 200: recoveryCodes, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      return reply
        .header('cache-control', 'no-store')
        .send({ recoveryCodes: await renewRecoveryCodes(deps, user.id) });
    },
  );

  app.delete(
    '/api/user/second-factor',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Switch the second factor off', response: { 204: z.null(), ...refused } },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      await endSecondFactor(db, user.id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/user/sign-in-services/:name',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Disconnect a service; never the last way to sign in',
        params: z.object({ name: serviceName }),
        response: { 204: z.null(), 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      await disconnectService(db, user.id, request.params.name);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/user/sessions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Where one is signed in',
        querystring: wholeQuery,
        response: { 200: sessionList, 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { user, sessionId } = await sessions.getSession(request);
      const own = await listSessions(db, user.id, sessionId);
      const { items, headers } = pageOf(request.url, own, request.query);
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  app.delete(
    '/api/user/sessions',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'End all other sessions', response: { 204: z.null(), 401: errorSchema } },
    },
    async (request, reply) => {
      const { user, sessionId } = await sessions.getSession(request);
      await db.transaction().execute((trx) => endSessionsOf(trx, user.id, { except: sessionId }));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/user/sessions/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'End one session',
        params: byId,
        response: { 204: z.null(), 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const ended = await db
        .transaction()
        .execute((trx) => endSessionsOf(trx, id, { id: request.params.id }));
      if (ended === 0) throw new AppError(platformErrors.not_found);
      return reply.code(204).send(null);
    },
  );
}
