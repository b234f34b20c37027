import type { FastifyRequest } from 'fastify';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Role } from '../shared/roles.ts';
import type { App } from './http.ts';
import type { RateLimits } from './rate-limits.ts';

type Actor = { role: Role; isAdmin: boolean };

/** Who may make a call: anyone, people who are signed in, or staff whose role the function allows. */
export type RouteAccess = 'anyone' | 'person' | ((actor: Actor) => boolean);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required of every call of the API; checked before its body is read and before its input is validated. */
    access?: RouteAccess;
    /** A write that has a limit of its own, which its handler takes, and does not count among the others. */
    ownLimit?: boolean;
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
    rateLimits: RateLimits;
  },
): void {
  async function admit(request: FastifyRequest, access: RouteAccess): Promise<void> {
    if (access === 'anyone') return deps.rateLimits.take('openWrites', request.ip);
    const person = await deps.getPerson(request);
    if (typeof access === 'function' && !access(person)) throw new AppError(platformErrors.forbidden);
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
    if (access === 'anyone' && (isRead || ownLimit)) return;
    route.onRequest = [
      (request: FastifyRequest) => admit(request, access),
      ...[route.onRequest ?? []].flat(),
    ];
  });
}
