import dns from 'node:dns';
import { isIP } from 'node:net';
import { inject } from 'vitest';

/**
 * Resolves host names that no test serves as unknown without asking the network, which sometimes takes seconds; some
 * tests look up names like gongbang.test dozens of times.
 */
const { lookup } = dns;
/** TEST_DATABASE_URL may be on another machine. */
const known = new Set(['localhost', new URL(inject('testDatabase').connectionString).hostname]);
function lookupHere(name: string, ...rest: unknown[]) {
  if (known.has(name) || isIP(name) > 0) return Reflect.apply(lookup, dns, [name, ...rest]);
  const done = rest.at(-1) as (error: NodeJS.ErrnoException) => void;
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: name,
  });
  process.nextTick(done, error);
}
// This file runs again for each test file of a worker.
if (lookup.name !== lookupHere.name) dns.lookup = lookupHere as typeof dns.lookup;
