import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/server/config.ts';
import { cookieName, readCookie, setCookie } from '#platform/server/cookies.ts';

/**
 * Browsers in which someone has signed in before, as OWASP's device cookies: a random name of the browser,
 * and for each of its people a tag that only we can make. Guesses from such a browser are counted separately,
 * so that guesses of strangers do not lock people out of their own account, and strangers gain no guesses by
 * changing addresses. See docs/decisions/0012.
 */

const cookie = 'device';
const rememberedSeconds = 365 * 24 * 60 * 60;
/** Maximum number of people per browser; the one with the oldest sign-in is dropped. */
const maxPeople = 5;
const nonceShape = /^[\w-]{22}$/;

type Deps = { config: Pick<Config, 'publicOrigin'>; secret: string };
type Device = { nonce: string; tags: string[] };

function tagOf({ secret }: Deps, nonce: string, personId: string): string {
  return createHmac('sha256', secret).update(`device ${nonce} ${personId}`).digest('base64url').slice(0, 22);
}

function readDevice(deps: Deps, request: FastifyRequest): Device | null {
  const value = readCookie(request.headers.cookie, cookieName(deps.config.publicOrigin, cookie));
  const [nonce = '', ...tags] = (value ?? '').split('.');
  return nonceShape.test(nonce) ? { nonce, tags: tags.slice(0, maxPeople) } : null;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Returns the name of the browser if this person has signed in there before, else null. */
export function findKnownDevice(deps: Deps, request: FastifyRequest, personId: string): string | null {
  const device = readDevice(deps, request);
  if (!device) return null;
  const tag = tagOf(deps, device.nonce, personId);
  return device.tags.some((each) => isSame(each, tag)) ? device.nonce : null;
}

/** Remembers this person in this browser. */
export function rememberDevice(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  personId: string,
): void {
  const { nonce, tags } = readDevice(deps, request) ?? {
    nonce: randomBytes(16).toString('base64url'),
    tags: [],
  };
  const tag = tagOf(deps, nonce, personId);
  const kept = [tag, ...tags.filter((each) => each !== tag)].slice(0, maxPeople);
  send(deps, reply, { nonce, tags: kept });
}

/** Removes this person from the browser's cookie, which then contains no trace of them. */
export function forgetDevice(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  personId: string,
): void {
  const device = readDevice(deps, request);
  if (!device) return;
  const tag = tagOf(deps, device.nonce, personId);
  send(deps, reply, { ...device, tags: device.tags.filter((each) => !isSame(each, tag)) });
}

/** A cookie without people is deleted. */
function send({ config }: Deps, reply: FastifyReply, { nonce, tags }: Device): void {
  const isKnown = tags.length > 0;
  setCookie(reply, config.publicOrigin, {
    name: cookie,
    value: isKnown ? [nonce, ...tags].join('.') : '',
    maxAgeSeconds: isKnown ? rememberedSeconds : 0,
  });
}
