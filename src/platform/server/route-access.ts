import type { FastifyRequest } from 'fastify';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Role } from '../shared/roles.ts';
import type { App } from './http.ts';
import type { RateLimitName, RateLimits } from './rate-limits.ts';

type Actor = { id: string; role: Role; isAdmin: boolean };
/** Signed-in person; `mustAgreeAgain` is true if the terms have a version that they have not accepted yet. */
type Caller = Actor & { mustAgreeAgain: boolean };

/** Callers of a route: anyone, signed-in people, or staff whose role the function allows. */
export type RouteAccess = 'anyone' | 'person' | ((actor: Actor) => boolean);

/** Rate limits of a write: per signed-in person, per address of guests, and per address of everyone. */
export type OwnLimit = { person?: RateLimitName; guest?: RateLimitName; address?: RateLimitName };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every API route; checked before its body is read and before its input is validated. */
    access?: RouteAccess;
    /** Limits that replace the general limit of writes; `{}` for parts of a request that was already counted. */
    ownLimit?: OwnLimit;
    /** Refuses people who have to agree to a new version of the terms first: orders, bids, publications. */
    underTerms?: true;
    /** Marks a write that changes no guest page (counts, measurements, drafts), so that cached guest pages are kept. */
    changesNoPage?: true;
  }
}

/** Files of npm packages that are served below the API's prefix. */
const packageFiles = ['/api/docs', '/api/reader/pdfjs/', '/api/play/ruffle/'];
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Responds with 401, 403 or 429 before anything of a request's body is read: validating input of strangers costs more
 * than refusing it. An API route without `access` stops the start.
 */
export function enforceRouteAccess(
  app: App,
  deps: {
    /** Returns the signed-in person; throws `not_signed_in`. Counts a write against that person's limit. */
    getPerson(request: FastifyRequest): Promise<Caller>;
    /** Returns the signed-in person, or null. Counts nothing. */
    findPerson(request: FastifyRequest): Promise<Actor | null>;
    rateLimits: RateLimits;
  },
): void {
  const { rateLimits } = deps;
  async function admit(
    request: FastifyRequest,
    access: RouteAccess,
    ownLimit?: OwnLimit,
    underTerms?: true,
  ): Promise<void> {
    if (access === 'anyone') {
      if (!ownLimit) return rateLimits.take('openWrites', request.ip);
      return takeOwn(request, ownLimit, ownLimit.person ? await deps.findPerson(request) : null);
    }
    const person = await deps.getPerson(request);
    if (typeof access === 'function' && !access(person)) throw new AppError(platformErrors.forbidden);
    if (underTerms && person.mustAgreeAgain) throw new AppError(platformErrors.terms_changed);
    if (ownLimit) await takeOwn(request, ownLimit, person);
  }
  async function takeOwn(
    { ip }: FastifyRequest,
    { person: ofPerson, guest, address }: OwnLimit,
    person: Actor | null,
  ): Promise<void> {
    const taken: [name: RateLimitName | undefined, key: string][] = [
      person ? [ofPerson, person.id] : [guest, ip],
      [address, ip],
    ];
    await Promise.all(taken.map(([name, key]) => name && rateLimits.take(name, key)));
  }
  app.addHook('onRoute', (route) => {
    const isCall = route.url.startsWith('/api/') && !packageFiles.some((path) => route.url.startsWith(path));
    const isRead = [route.method].flat().every((method) => reads.has(method));
    const { access, ownLimit, underTerms } = route.config ?? {};
    if (access === undefined) {
      if (isCall && route.method !== 'OPTIONS')
        throw new Error(
          `${[route.method].flat().join()} ${route.url} does not say who may call it: config.access is missing`,
        );
      return;
    }
    if (access === 'anyone' && isRead) return;
    route.onRequest = [
      (request: FastifyRequest) => admit(request, access, ownLimit, underTerms),
      ...[route.onRequest ?? []].flat(),
    ];
  });
}
