import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { cookieName, readCookie, setCookie } from '#platform/server/cookies.ts';
import type { Db } from '#platform/server/db.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { maskEmail } from '#platform/shared/mask-email.ts';
import { accountsErrors, type CurrentUser } from '../contract.ts';
import { actingReads, isProven } from '../rules.ts';
import { prolongSession, sessionSeconds } from './commands.ts';
import { createSessionLookup, getUser, hasOwnProof, type SessionPerson } from './queries.ts';

/** A session in use is renewed once a day and not with every request. */
const renewSeconds = 24 * 60 * 60;

/** Access to the session of a request, for every feature. */
export type Sessions = {
  /** Returns the signed-in person, or null. Cached per request. */
  find(request: FastifyRequest): Promise<CurrentUser | null>;
  /** Returns the signed-in person of these cookies, uncached, for connections that outlive their request. */
  findByCookie(header: string | undefined): Promise<CurrentUser | null>;
  /** Returns the id of the session of these cookies. */
  findIdByCookie(header: string | undefined): Promise<string | null>;
  /**
   * Returns the signed-in person; throws `not_signed_in`. A write also counts against that person's rate
   * limit.
   */
  get(request: FastifyRequest): Promise<CurrentUser>;
  /** Returns the session itself, for what belongs to it alone; throws `not_signed_in`. */
  getSession(request: FastifyRequest): Promise<SessionPerson>;
  findSession(request: FastifyRequest): Promise<SessionPerson | null>;
  /** Returns the session if it has a recent proof; throws `proof_needed`. */
  getProven(request: FastifyRequest): Promise<SessionPerson>;
  /**
   * Call after a body that may have taken minutes: throws if the session has ended or the person has left
   * since.
   */
  confirm(request: FastifyRequest): Promise<void>;
  token(request: FastifyRequest): string | null;
  /** Sets the session cookie. */
  start(reply: FastifyReply, token: string): void;
  end(reply: FastifyReply): void;
  /** Sets the cookie again for a session that has been in use for a day. */
  renew(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/**
 * The session is cached on the request itself: a WeakMap of all requests would cost the garbage collector
 * more.
 */
const asked = Symbol('session');

declare module 'fastify' {
  interface FastifyRequest {
    [asked]?: Promise<SessionPerson | null> | undefined;
  }
  interface FastifyContextConfig {
    /** True for writes that stay allowed to an account that is being withdrawn. */
    whileWithdrawing?: boolean;
    /** True for routes that staff call as themselves while they view the site as someone else. */
    whileActing?: boolean;
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

function signature(token: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(token).digest();
}

/** Returns the session's token if its signature is valid, else null. Cookie value: `token.signature`. */
function readToken(cookie: string | undefined, key: KeyObject): string | null {
  if (!cookie) return null;
  const dot = cookie.lastIndexOf('.');
  if (dot < 1) return null;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), 'base64url');
  const expected = signature(token, key);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/** Cache of valid signatures, which saves a hash per request. */
const maxRemembered = 10_000;

export function createSessions(deps: {
  config: Pick<Config, 'publicOrigin'>;
  db: Db;
  pool: pg.Pool;
  secret: string;
  rateLimits: RateLimits;
}): Sessions {
  const { publicOrigin } = deps.config;
  const name = cookieName(publicOrigin, 'session');
  const key = createSecretKey(Buffer.from(deps.secret));
  const lookUp = createSessionLookup(deps.pool);
  /** Writes that were counted before their body was read. */
  const counted = new WeakSet<FastifyRequest>();

  /** Requests of staff who view the site as someone else for routes that are excluded, or for writes. */
  const refused = new WeakSet<FastifyRequest>();

  const remembered = new Map<string, string>();

  function tokenOf(header: string | undefined): string | null {
    const cookie = readCookie(header, name);
    const known = cookie === undefined ? undefined : remembered.get(cookie);
    if (known !== undefined) return known;
    const found = readToken(cookie, key);
    if (found !== null && cookie !== undefined) {
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(cookie, found);
    }
    return found;
  }
  const token = (request: FastifyRequest) => tokenOf(request.headers.cookie);
  function ask(request: FastifyRequest): Promise<SessionPerson | null> {
    let answer = request[asked];
    if (!answer) {
      const found = token(request);
      answer =
        found === null
          ? Promise.resolve(null)
          : lookUp(found).then((own) => (own?.acting ? seenBy(request, own, own.acting) : own));
      request[asked] = answer;
    }
    return answer;
  }
  /**
   * Returns the person that a session stands for in this request: the viewed person for staff who view the
   * site as someone else, or none.
   */
  async function seenBy(
    request: FastifyRequest,
    own: SessionPerson,
    { personId, until }: NonNullable<SessionPerson['acting']>,
  ): Promise<SessionPerson | null> {
    if (request.routeOptions.config.whileActing) return own;
    const url = request.routeOptions.url ?? '';
    if (!reads.has(request.method) || !actingReads.has(url)) {
      refused.add(request);
      return null;
    }
    const user = await getUser(deps.db, personId);
    // The viewed person has become staff meanwhile.
    if (user.role !== 'user') {
      refused.add(request);
      return null;
    }
    return {
      ...own,
      isProof: false,
      createdAt: new Date(0),
      user: {
        ...user,
        // The person's own page shows no more than the staff table does.
        email: own.user.role === 'admin' ? user.email : maskEmail(user.email),
        acting: { by: own.user.username, until: until.toISOString() },
      },
    };
  }
  /** Throws unless the signed-in person is allowed to make this request. */
  function open(request: FastifyRequest, session: SessionPerson | null): SessionPerson {
    if (!session && refused.has(request)) throw new AppError(accountsErrors.acting_refused);
    if (!session) throw new AppError(platformErrors.not_signed_in);
    const isOpen =
      session.user.withdrawsAt === null ||
      reads.has(request.method) ||
      request.routeOptions.config.whileWithdrawing;
    if (!isOpen) throw new AppError(accountsErrors.withdrawing);
    return session;
  }
  async function getSession(request: FastifyRequest): Promise<SessionPerson> {
    const session = open(request, await ask(request));
    const isCounted =
      !reads.has(request.method) && !request.routeOptions.config.ownLimit && !counted.has(request);
    if (isCounted) {
      counted.add(request);
      await deps.rateLimits.take('writes', session.user.id);
    }
    return session;
  }
  function start(reply: FastifyReply, found: string): void {
    setCookie(reply, publicOrigin, {
      name: 'session',
      value: `${found}.${signature(found, key).toString('base64url')}`,
      maxAgeSeconds: sessionSeconds,
    });
  }
  return {
    token,
    start,
    getSession,
    findSession: ask,
    async findByCookie(header) {
      const found = tokenOf(header);
      const own = found === null ? null : await lookUp(found);
      // Pushed events are for the person themselves. Staff who view the site as someone else get none.
      return own?.acting ? null : (own?.user ?? null);
    },
    async findIdByCookie(header) {
      const found = tokenOf(header);
      return found === null ? null : ((await lookUp(found))?.sessionId ?? null);
    },
    async find(request) {
      const session = await ask(request);
      // Refuse the write, which would otherwise be made as a guest.
      if (!session && refused.has(request) && !reads.has(request.method))
        throw new AppError(accountsErrors.acting_refused);
      return session?.user ?? null;
    },
    get: async (request) => (await getSession(request)).user,
    async getProven(request) {
      const session = await getSession(request);
      const person = { hasOwnProof: await hasOwnProof(deps.db, session.user.id) };
      if (!isProven(session, person, currentTime())) throw new AppError(accountsErrors.proof_needed);
      return session;
    },
    async confirm(request) {
      request[asked] = undefined;
      open(request, await ask(request));
    },
    end(reply) {
      setCookie(reply, publicOrigin, { name: 'session', value: '', maxAgeSeconds: 0 });
    },
    async renew(request, reply) {
      const session = await ask(request);
      if (!session) return;
      const unusedSeconds = sessionSeconds - (session.expiresAt.getTime() - currentTime().getTime()) / 1000;
      if (unusedSeconds < renewSeconds) return;
      const found = token(request);
      if (found === null) return;
      await prolongSession(deps.db, session.sessionId);
      start(reply, found);
    },
  };
}
