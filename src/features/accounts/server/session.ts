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

/** A session in use is prolonged once a day, not at every request. */
const renewSeconds = 24 * 60 * 60;

/** Answers "who is this?" for every room. */
export type Sessions = {
  /** The signed-in person, or null. Asked once per request, however often it is called. */
  find(request: FastifyRequest): Promise<CurrentUser | null>;
  /** Who is signed in with these cookies, for what outlives its request: asked anew each time. */
  findByCookie(header: string | undefined): Promise<CurrentUser | null>;
  /** The session itself of these cookies. */
  findIdByCookie(header: string | undefined): Promise<string | null>;
  /** The signed-in person; throws `not_signed_in`. A write also counts against that person's limit. */
  get(request: FastifyRequest): Promise<CurrentUser>;
  /** The session itself, for what belongs to it alone; throws `not_signed_in`. */
  getSession(request: FastifyRequest): Promise<SessionPerson>;
  findSession(request: FastifyRequest): Promise<SessionPerson | null>;
  /** The session if somebody proved in it, minutes ago, who they are; throws `proof_needed`. */
  getProven(request: FastifyRequest): Promise<SessionPerson>;
  /** After a body that may have taken minutes: throws if the session has ended or the person leaves since. */
  confirm(request: FastifyRequest): Promise<void>;
  token(request: FastifyRequest): string | null;
  /** Hands the browser a session. */
  start(reply: FastifyReply, token: string): void;
  end(reply: FastifyReply): void;
  /** Sends the cookie again for a session that has been in use for a day. */
  renew(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/** What was asked for a request stands on it: a WeakMap of all requests would cost the garbage collector more. */
const asked = Symbol('session');

declare module 'fastify' {
  interface FastifyRequest {
    [asked]?: Promise<SessionPerson | null> | undefined;
  }
  interface FastifyContextConfig {
    /** A write that stays open to somebody who is leaving. */
    whileWithdrawing?: boolean;
    /** A call that staff make as themselves while they look through somebody's eyes. */
    whileActing?: boolean;
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

function signature(token: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(token).digest();
}

/** The session's token if the cookie was signed by us, else null. Cookie value: `token.signature`. */
function readToken(cookie: string | undefined, key: KeyObject): string | null {
  if (!cookie) return null;
  const dot = cookie.lastIndexOf('.');
  if (dot < 1) return null;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), 'base64url');
  const expected = signature(token, key);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

/** Signatures that were right stay so: remembering them saves a hash at each request. */
const mostRemembered = 10_000;

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

  /** Of staff who look through somebody's eyes at what is not for them, or would write. */
  const refused = new WeakSet<FastifyRequest>();

  const remembered = new Map<string, string>();

  function tokenOf(header: string | undefined): string | null {
    const cookie = readCookie(header, name);
    const known = cookie === undefined ? undefined : remembered.get(cookie);
    if (known !== undefined) return known;
    const found = readToken(cookie, key);
    if (found !== null && cookie !== undefined) {
      if (remembered.size >= mostRemembered) remembered.clear();
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
  /** Who a session is for this request: another one while its person looks through their eyes, or nobody. */
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
    // They have become one of the staff meanwhile.
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
        // What the person's own page shows is no more than a table of staff shows.
        email: own.user.role === 'admin' ? user.email : maskEmail(user.email),
        acting: { by: own.user.username, until: until.toISOString() },
      },
    };
  }
  /** Throws unless somebody is signed in who may do what they ask for. */
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
      // What is pushed to somebody is for their eyes alone, and staff's own is not what they look at meanwhile.
      return own?.acting ? null : (own?.user ?? null);
    },
    async findIdByCookie(header) {
      const found = tokenOf(header);
      return found === null ? null : ((await lookUp(found))?.sessionId ?? null);
    },
    async find(request) {
      const session = await ask(request);
      // As a guest they would write something that nobody meant.
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
