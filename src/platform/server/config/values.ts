import ipaddr from 'ipaddr.js';
import { z } from 'zod';

export const shortestSecret = 32;

export function limit(value: string, about: string) {
  return { schema: z.coerce.number().int().min(1).max(1_000_000_000), default: value, about };
}

/** Only loopback addresses are allowed, because responses from this origin are trusted. */
export function fakeOrigin(about: string) {
  return {
    schema: z
      .url({ protocol: /^http$/ })
      .transform((url) => new URL(url).origin)
      .refine((origin) => isLoopback(origin), 'needs an address of this machine'),
    default: '',
    about,
  };
}

/** Requests carry secret keys: plain http is allowed only within this machine. */
export function apiOrigin(origin: string, about: string) {
  return {
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).origin)
      .refine(
        (url) => url.startsWith('https:') || isLoopback(url),
        'needs https, or an address of this machine',
      ),
    default: origin,
    about,
  };
}

export function isLoopback(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
}

export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Accepts what Fastify's `trustProxy` understands: an address, a network, or a name of private networks. */
export function isAddressOrNetwork(text: string): boolean {
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.isValidCIDR(text)
  );
}
