import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, readerOf, type Environment } from './reading.ts';
import { commaSeparated, isAddressOrNetwork, isLoopback, limit, shortestSecret } from './values.ts';

/** What a process needs to serve: addresses, database, secrets, the first admin, and limits of its own. */
export const processVariables = {
  PORT: { schema: z.coerce.number().int().min(0).max(65535), default: '3000', about: 'Port to listen on.' },
  HOST: { schema: z.string(), default: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` for all.' },
  PUBLIC_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about: 'Origin that visitors see, e.g. `https://gongbang.example`. Default: `http://localhost:PORT`.',
  },
  GAMES_ORIGIN: {
    schema: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    default: '',
    about:
      'Origin that games are played from, led to this same server, e.g. `https://games.example`. Default: `PUBLIC_ORIGIN`.',
  },
  DATA_DIR: { schema: z.string(), default: './data', about: 'Folder of all embedded state.' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: '',
    about: 'PostgreSQL 18 to use. Default: an embedded one in `DATA_DIR/postgres`.',
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(4).max(500),
    default: '20',
    about: 'Database connections of one process.',
  },
  REDIS_URL: {
    schema: z.url({
      protocol: /^rediss?$/,
      error: 'needs an address like redis://:password@redis.example:6379',
    }),
    default: '',
    about:
      'Redis or Valkey that tells all servers what is new, instead of the database, where there are many. Default: none.',
  },
  SESSION_SECRET: {
    schema: z.string().min(shortestSecret, `needs at least ${shortestSecret} characters`),
    default: '',
    about: 'Signs session cookies. Default: made once and kept in `DATA_DIR/session-secret`.',
  },
  DATA_KEYS: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine(
        (keys) => keys.every((key) => key.length >= shortestSecret),
        `needs keys of at least ${shortestSecret} characters each, comma separated`,
      ),
    default: '',
    about:
      'Comma separated keys that phone and account numbers and the secrets of authenticator apps are encrypted with, and from the first of which the signing key of auction logs follows; newest first. Default: one, made once and kept in `DATA_DIR/data-key`.',
  },
  ADMIN_EMAIL: { schema: z.email(), default: '', about: 'Makes this person an admin at start.' },
  ADMIN_PASSWORD: {
    schema: z.string().min(10, 'needs at least 10 characters').max(128, 'needs at most 128 characters'),
    default: '',
    about: 'Password of the first admin: makes the account, or must open it if it exists.',
  },
  DEMO_CONTENT: {
    schema: z.enum(['auto', 'off']),
    default: 'auto',
    about: '`auto` loads the demo marketplace into an empty database; `off` never does.',
  },
  JOBS: {
    schema: z.enum(['in_process', 'off']),
    default: 'in_process',
    about: '`off` when `dist/worker.js` runs the jobs apart.',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform(commaSeparated)
      .refine((proxies) => proxies.every(isAddressOrNetwork), 'needs addresses or networks, comma separated'),
    default: '',
    about: 'Comma separated addresses or networks whose `X-Forwarded-*` is believed.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    about: 'Least level that is logged.',
  },
  DRAIN_MS: {
    schema: z.coerce.number().int().min(0).max(60_000),
    default: '300',
    about: 'After SIGTERM, how long `/readyz` says no before connections are closed, in milliseconds.',
  },
  MAX_SOCKETS_PER_ADDRESS: limit('500', 'Realtime connections to one process from one address.'),
  MAX_SOCKETS_PER_PERSON: limit('50', 'Realtime connections to one process of one person.'),
  PASSWORD_COST: {
    schema: z.enum(['full', 'test']),
    default: 'full',
    about:
      '`test` makes password hashes cheap, and weak. For tests: only where `PUBLIC_ORIGIN` is this machine or ends in `.test`.',
  },
  LIST_CACHE_MS: {
    schema: z.coerce.number().int().min(0).max(60_000),
    default: '1000',
    about:
      'How long a public list, and a page that guests share, is answered from memory, in milliseconds; 0 turns the cache off.',
  },
  OVERLOAD_MS: {
    schema: z.coerce.number().int().min(100).max(600_000),
    default: '3000',
    about: 'How late the server may be with its own work, in milliseconds, before it answers 503.',
  },
} as const;

export function readProcess(environment: Environment) {
  const { read, get } = readerOf(processVariables, environment);
  const port = get('PORT');
  const publicOrigin = read('PUBLIC_ORIGIN') ?? `http://localhost:${port}`;
  const passwordCost = get('PASSWORD_COST');
  // Reserved names that never resolve (RFC 6761).
  if (passwordCost === 'test' && !isLoopback(publicOrigin) && !publicOrigin.endsWith('.test')) {
    throw new ConfigError(
      'Configuration: PASSWORD_COST must not be test where PUBLIC_ORIGIN is not this machine or ends in .test',
    );
  }
  const adminEmail = read('ADMIN_EMAIL');
  const adminPassword = read('ADMIN_PASSWORD');
  if (adminPassword !== undefined && adminEmail === undefined) {
    throw new ConfigError('Configuration: ADMIN_PASSWORD is set but ADMIN_EMAIL is not');
  }
  return {
    port,
    host: get('HOST'),
    publicOrigin,
    gamesOrigin: read('GAMES_ORIGIN') ?? publicOrigin,
    dataDir: resolve(get('DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    redisUrl: read('REDIS_URL') ?? null,
    databasePoolSize: get('DATABASE_POOL_SIZE'),
    sessionSecret: read('SESSION_SECRET'),
    dataKeys: read('DATA_KEYS'),
    admin:
      adminEmail === undefined ? undefined : { email: adminEmail.toLowerCase(), password: adminPassword },
    demoContent: get('DEMO_CONTENT'),
    jobs: get('JOBS'),
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    logLevel: get('LOG_LEVEL'),
    drainMs: get('DRAIN_MS'),
    sockets: {
      socketsPerAddress: get('MAX_SOCKETS_PER_ADDRESS'),
      socketsPerPerson: get('MAX_SOCKETS_PER_PERSON'),
    },
    passwordCost,
    listCacheMs: get('LIST_CACHE_MS'),
    overloadMs: get('OVERLOAD_MS'),
  };
}
