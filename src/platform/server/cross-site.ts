import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a GET that changes something and is checked like a write. */
    changesState?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection without tokens. Browsers say where a request comes from: `Sec-Fetch-Site`, or `Origin` in those too
 * old for it. A request with neither was not sent by a browser on somebody's behalf, so no ambient cookie is being
 * abused; in addition, session cookies are SameSite=Lax. See docs/decisions/0004.
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  return comesFromElsewhere(request, publicOrigin) && changesState(request);
}

function changesState(request: FastifyRequest): boolean {
  return !safeMethods.has(request.method) || request.routeOptions.config.changesState === true;
}

function comesFromElsewhere(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // "same-site" is another host on our own domain, which is not trusted.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`;
}
