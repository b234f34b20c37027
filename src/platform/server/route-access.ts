import type { FastifyRequest } from 'fastify';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Role } from '../shared/roles.ts';
import type { App } from './http.ts';
import type { RateLimitName, RateLimits } from './rate-limits.ts';

type Actor = { id: string; role: Role; isAdmin: boolean };

/** Who may make a call: anyone, people who are signed in, or staff whose role the function allows. */
export type RouteAccess = 'anyone' | 'person' | ((actor: Actor) => boolean);

/** Which limits a write takes: of who is signed in, of the address of who is not, of the address of everybody. */
export type OwnLimit = { person?: RateLimitName; guest?: RateLimitName; address?: RateLimitName };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required of every call of the API; checked before its body is read and before its input is validated. */
    access?: RouteAccess;
    /** A write that has limits of its own and does not count among the others; `{}` for parts of one that was counted. */
    ownLimit?: OwnLimit;
    /** A write that no page of a guest shows: what is counted, measured or only begun. Guests' pages stay in memory. */
    changesNoPage?: true;
  }
}

/** Files of packages that we serve under the API's addresses. */
const packageFiles = ['/api/docs', '/api/reader/pdfjs/', '/api/play/ruffle/'];
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 401, 403 and 429 before anything of a request's body is read: validating what strangers send costs more than
 * refusing it. A call of the API that does not say who may make it stops the start.
 */
export function enforceRouteAccess(
  app: App,
  deps: {
    /** The signed-in person; throws `not_signed_in`. Counts a write against that person's limit. */
    getPerson(request: FastifyRequest): Promise<Actor>;
    /** The same; null where nobody is signed in. Counts nothing. */
    findPerson(request: FastifyRequest): Promise<Actor | null>;
    rateLimits: RateLimits;
  },
): void {
  const { rateLimits } = deps;
  async function admit(request: FastifyRequest, access: RouteAccess, ownLimit?: OwnLimit): Promise<void> {
    if (access === 'anyone') {
      if (!ownLimit) return rateLimits.take('openWrites', request.ip);
      return takeOwn(request, ownLimit, ownLimit.person ? await deps.findPerson(request) : null);
    }
    const person = await deps.getPerson(request);
    if (typeof access === 'function' && !access(person)) throw new AppError(platformErrors.forbidden);
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
    const { access, ownLimit } = route.config ?? {};
    if (access === undefined) {
      if (isCall && route.method !== 'OPTIONS')
        throw new Error(
          `${[route.method].flat().join()} ${route.url} does not say who may call it: config.access is missing`,
        );
      return;
    }
    if (access === 'anyone' && isRead) return;
    route.onRequest = [
      (request: FastifyRequest) => admit(request, access, ownLimit),
      ...[route.onRequest ?? []].flat(),
    ];
  });
}
