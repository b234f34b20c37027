import type { FastifyReply } from 'fastify';

/**
 * Reads one cookie of a `Cookie` header strictly (RFC 6265): exact name, no quotes, no spaces, no invalid escapes. A
 * name that occurs twice with different values is ignored: a neighbouring site may have planted one of them.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || !header.includes(`${name}=`)) return undefined;
  let found: string | undefined;
  for (const part of header.split(';')) {
    const pair = part.startsWith(' ') ? part.slice(1) : part;
    if (!pair.startsWith(`${name}=`)) continue;
    const value = pair.slice(name.length + 1);
    if (!/^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]*$/.test(value)) return undefined;
    if (found !== undefined && found !== value) return undefined;
    found = value;
  }
  if (found === undefined || !found.includes('%')) return found;
  try {
    return decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** Returns the names of all cookies of a `Cookie` header, well-formed or not. */
export function cookieNames(header: string | undefined): string[] {
  const names = (header ?? '').split(';').map((part) => part.split('=')[0]?.trim() ?? '');
  return names.filter((name) => name !== '');
}

/** Adds the prefix `__Host-`, with which browsers refuse a cookie of that name from any other host. It needs https. */
export function cookieName(publicOrigin: string, name: string): string {
  return `${publicOrigin.startsWith('https:') ? '__Host-' : ''}gongbang.${name}`;
}

/** Builds a cookie that scripts cannot read and that other sites' forms do not send; a maximum age of 0 deletes it. */
export function setCookie(
  reply: FastifyReply,
  publicOrigin: string,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): void {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(publicOrigin, cookie.name)}=${encodeURIComponent(cookie.value)}; Max-Age=${cookie.maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}
