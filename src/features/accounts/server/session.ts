import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import type { CurrentUser } from '../contract.ts';
import { readSessionToken, sessionCookieName, sessionRenewSeconds, sessionSeconds } from './auth.ts';
import { prolongSession } from './commands.ts';
import { findSessionPerson, type SessionPerson } from './queries.ts';

/** Answers "who is this?" for every room. */
export type Sessions = {
  /** The signed-in person, or null. Asked once per request, however often it is called. */
  find(request: FastifyRequest): Promise<CurrentUser | null>;
  /** The signed-in person; throws `not_signed_in`. A write also counts against that person's limit. */
  get(request: FastifyRequest): Promise<CurrentUser>;
  token(request: FastifyRequest): string | null;
  /** Sends the cookie again for a session that has been in use for a day. */
  renew(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createSessions(deps: {
  config: Pick<Config, 'publicOrigin'>;
  db: Db;
  secret: string;
  rateLimits: RateLimits;
}): Sessions {
  const cookieName = sessionCookieName(deps.config.publicOrigin);
  const asked = new WeakMap<FastifyRequest, Promise<SessionPerson | null>>();

  function token(request: FastifyRequest): string | null {
    return readSessionToken(request.cookies[cookieName], deps.secret);
  }
  function ask(request: FastifyRequest): Promise<SessionPerson | null> {
    let answer = asked.get(request);
    if (!answer) {
      const found = token(request);
      answer = found === null ? Promise.resolve(null) : findSessionPerson(deps.db, found);
      asked.set(request, answer);
    }
    return answer;
  }
  return {
    token,
    find: async (request) => (await ask(request))?.user ?? null,
    async get(request) {
      const session = await ask(request);
      if (!session) throw new AppError(platformErrors.not_signed_in);
      if (!reads.has(request.method)) await deps.rateLimits.take('writes', session.user.id);
      return session.user;
    },
    async renew(request, reply) {
      const session = await ask(request);
      const cookie = request.cookies[cookieName];
      if (!session || cookie === undefined) return;
      const unusedSeconds = sessionSeconds - (session.expiresAt.getTime() - Date.now()) / 1000;
      if (unusedSeconds < sessionRenewSeconds) return;
      await prolongSession(deps.db, session.sessionId);
      reply.setCookie(cookieName, cookie, {
        path: '/',
        encode: encodeURIComponent,
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.config.publicOrigin.startsWith('https:'),
        maxAge: sessionSeconds,
      });
    },
  };
}
