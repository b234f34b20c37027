import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError } from '#platform/shared/errors.ts';
import { accountsErrors, currentUser, loginInput, registerInput } from '../contract.ts';
import { clientAddressHeader, sessionCookieName, type Auth } from './auth.ts';
import { endSession, logIn, registerPerson } from './commands.ts';
import { findSessionPerson, isSuspended } from './queries.ts';
import type { Sessions } from './session.ts';

export function accountsRoutes(
  app: App,
  deps: { auth: Auth; config: Config; db: Db; rateLimits: RateLimits; sessions: Sessions },
): void {
  const { db, rateLimits, sessions } = deps;

  /** What better-auth may see of a request: where it came from, never its cookies. */
  function contextHeaders(request: FastifyRequest): Headers {
    return new Headers({
      [clientAddressHeader]: request.ip,
      'user-agent': (request.headers['user-agent'] ?? '').slice(0, 400),
    });
  }

  async function userOf(token: string) {
    const person = await findSessionPerson(db, token);
    if (!person) throw new AppError(accountsErrors.invalid_credentials);
    return person.user;
  }

  /** A login must not leave the session that the browser came with alive. */
  async function endOldSession(request: FastifyRequest): Promise<void> {
    const old = sessions.token(request);
    if (old !== null) await endSession(db, old);
  }

  app.get(
    '/api/user',
    {
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

  app.post(
    '/api/register',
    {
      schema: {
        tags: ['accounts'],
        summary: 'Open an account and sign in',
        body: registerInput,
        response: { 201: currentUser, 400: errorSchema, 409: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('register', request.ip);
      const signedIn = await registerPerson(deps, request.body, {
        locale: answerLocale(request),
        headers: contextHeaders(request),
      });
      await endOldSession(request);
      return reply
        .code(201)
        .header('set-cookie', signedIn.cookies)
        .send(await userOf(signedIn.token));
    },
  );

  app.post(
    '/api/login',
    {
      schema: {
        tags: ['accounts'],
        summary: 'Sign in with an e-mail address or a username',
        body: loginInput,
        response: { 200: currentUser, 400: errorSchema, 401: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const account = (request.body.email ?? request.body.username ?? '').toLowerCase();
      // Counted before the password is looked at, or parallel guesses would all slip through.
      await rateLimits.take('loginPerAccount', account);
      await rateLimits.take('loginPerAddress', request.ip);
      const signedIn = await logIn(deps, request.body, { headers: contextHeaders(request) });
      await Promise.all([
        rateLimits.giveBack('loginPerAccount', account),
        rateLimits.giveBack('loginPerAddress', request.ip),
      ]);
      if (await isSuspended(db, signedIn.userId)) {
        await endSession(db, signedIn.token);
        throw new AppError(accountsErrors.suspended);
      }
      await endOldSession(request);
      return reply.header('set-cookie', signedIn.cookies).send(await userOf(signedIn.token));
    },
  );

  app.post(
    '/api/logout',
    { schema: { tags: ['accounts'], summary: 'End this session', response: { 204: z.null() } } },
    async (request, reply) => {
      await endOldSession(request);
      return reply
        .clearCookie(sessionCookieName(deps.config.publicOrigin), {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: deps.config.publicOrigin.startsWith('https:'),
        })
        .code(204)
        .send(null);
    },
  );
}
