import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError } from '#platform/shared/errors.ts';
import {
  accountsErrors,
  codeInput,
  consents,
  consentsChange,
  currentUser,
  loginInput,
  passkeyChallenge,
  passkeyInput,
  registerInput,
  secondFactorNeeded,
} from '../contract.ts';
import { addressRoutes } from './address-routes.ts';
import { assertNotGuessable, checkLogin, registerPerson } from './commands.ts';
import { listConsents, recordConsents } from './consents.ts';
import { askForPasskey, checkPasskey } from './passkeys.ts';
import { findForLogin, getUser } from './queries.ts';
import { takeCode } from './second-factor.ts';
import { securityRoutes } from './security-routes.ts';
import {
  assertRegistrationOpen,
  countGuess,
  endOldSession,
  finishSignIn,
  readTicketCookie,
  replaceSession,
  setTicketCookie,
  type AccountsDeps,
  type RegistrationDeps,
} from './sign-in.ts';
import { socialRoutes } from './social-routes.ts';
import { takeTicket, tryTicket } from './tickets.ts';

/** Maximum number of wrong codes before the password must be entered again. */
const maxCodeTries = 5;

export function accountsRoutes(app: App, deps: AccountsDeps & RegistrationDeps): void {
  const { db, rateLimits, sessions } = deps;
  securityRoutes(app, deps);
  addressRoutes(app, deps);
  socialRoutes(app, deps);

  app.get(
    '/api/user',
    {
      config: { access: 'person' },
      // The response is too short to compress and every page requests it: the hooks would cost as much.
      compress: false,
      schema: {
        tags: ['accounts'],
        summary: 'Who is signed in',
        response: { 200: currentUser, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const user = await sessions.get(request);
      await sessions.renew(request, reply);
      return reply.header('cache-control', 'no-store').send(user);
    },
  );

  app.get(
    '/api/user/consents',
    {
      config: { access: 'person' },
      schema: {
        tags: ['accounts'],
        summary: 'What I have agreed to, and whether it is due again',
        response: { 200: consents, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await listConsents(db, id));
    },
  );

  app.patch(
    '/api/user/consents',
    {
      config: { access: 'person' },
      schema: {
        tags: ['accounts'],
        summary: 'Agree to the texts of today, or change what is optional',
        body: consentsChange,
        response: { 200: consents, 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await db.transaction().execute((trx) => recordConsents(trx, id, request.body, currentTime()));
      return reply.header('cache-control', 'no-store').send(await listConsents(db, id));
    },
  );

  app.post(
    '/api/register',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['accounts'],
        summary: 'Open an account and sign in',
        body: registerInput,
        response: {
          201: currentUser,
          400: errorSchema,
          403: errorSchema,
          409: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      await assertRegistrationOpen(deps);
      const { fullName, email, username = '', password } = request.body;
      assertNotGuessable(password, [fullName, email, username]);
      await rateLimits.take('register', request.ip);
      const personId = await registerPerson(db, request.body, answerLocale(request));
      await replaceSession(deps, request, reply, { personId, method: 'password' });
      // The account exists even if the mail cannot be queued; another one can be requested later.
      await enqueue(db, 'accounts.welcome', { personId }).catch((error: unknown) =>
        request.log.error({ err: error }, 'no welcome mail'),
      );
      return reply.code(201).send(await getUser(db, personId));
    },
  );

  app.post(
    '/api/login',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['accounts'],
        summary: 'Sign in with an e-mail address or a username',
        body: loginInput,
        response: {
          200: currentUser,
          202: secondFactorNeeded,
          400: errorSchema,
          401: errorSchema,
          429: errorSchema,
          503: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { email, username = '', password } = request.body;
      const name = email ?? username;
      const account = await findForLogin(db, name);
      const shown = await countGuess(
        deps,
        request,
        account ? { what: 'password', personId: account.id } : { what: 'password', name },
        () => checkLogin(account, password),
      );
      const answer = await finishSignIn(deps, request, reply, { ...shown, method: 'password' });
      return 'secondFactorNeeded' in answer ? reply.code(202).send(answer) : reply.send(answer);
    },
  );

  app.post(
    '/api/login/code',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['accounts'],
        summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
        body: codeInput,
        response: { 200: currentUser, 403: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      const token = readTicketCookie(deps, request, 'second_factor') ?? '';
      const ticket = await tryTicket(db, 'second_factor', token, maxCodeTries);
      const { personId } = ticket ?? {};
      if (personId == null) throw new AppError(accountsErrors.sign_in_expired);
      await countGuess(deps, request, { what: 'code', personId }, () =>
        takeCode(deps, personId, request.body.code),
      );
      // If two concurrent requests have a correct code, only one signs in.
      if (!(await takeTicket(db, 'second_factor', token))) throw new AppError(accountsErrors.sign_in_expired);
      const answer = await finishSignIn(deps, request, reply, { personId, method: 'second_factor' });
      setTicketCookie(deps, reply, 'second_factor', '');
      return reply.send(answer);
    },
  );

  app.post(
    '/api/login/passkey/options',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['accounts'],
        summary: 'A challenge to sign in with a passkey',
        response: { 200: passkeyChallenge, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      return reply.send(await askForPasskey(deps, null));
    },
  );

  app.post(
    '/api/login/passkey',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['accounts'],
        summary: 'Sign in with a passkey',
        body: passkeyInput,
        response: { 200: currentUser, 403: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      const personId = await checkPasskey(deps, { ...request.body, sessionId: null });
      return reply.send(await finishSignIn(deps, request, reply, { personId, method: 'passkey' }));
    },
  );

  app.post(
    '/api/logout',
    {
      config: { access: 'anyone' },
      schema: { tags: ['accounts'], summary: 'End this session', response: { 204: z.null() } },
    },
    async (request, reply) => {
      await endOldSession(db, deps, request);
      sessions.end(reply);
      return reply.code(204).send(null);
    },
  );
}
