import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something, and is let in like a write. */
    changesState?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF defence without tokens. Browsers say where a request comes from: `Sec-Fetch-Site`, or `Origin` in
 * those too old for it. A request with neither was not sent by a browser on somebody's behalf, so no
 * ambient cookie is being abused; session cookies are SameSite=Lax besides. See docs/decisions/0004.
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
  // "same-site" is a neighbour on our own domain: not us.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`;
}
