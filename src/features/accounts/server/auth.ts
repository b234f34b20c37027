import { createHmac, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { username } from 'better-auth/plugins';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { isUsername, passwordLength } from '../rules.ts';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const daySeconds = 24 * 60 * 60;
export const sessionSeconds = 14 * daySeconds;
/** A session in use is prolonged once a day, not at every request. */
export const sessionRenewSeconds = daySeconds;

export type Auth = ReturnType<typeof createAuth>;

/** better-auth over our tables; its camelCase names become snake_case columns through Kysely's plugin. */
export function createAuth(config: Pick<Config, 'publicOrigin'>, db: Db, secret: string) {
  return betterAuth({
    appName: 'Gongbang',
    baseURL: config.publicOrigin,
    secret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    user: {
      modelName: 'person',
      additionalFields: {
        isAdmin: { type: 'boolean', input: false, defaultValue: false },
        locale: { type: 'string', defaultValue: 'ko' },
      },
    },
    session: { modelName: 'session', expiresIn: sessionSeconds, updateAge: sessionRenewSeconds },
    account: { modelName: 'credential' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: {
        hash: (password) => hash(password, argon2),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    advanced: {
      cookiePrefix: 'gongbang',
      database: { generateId: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    // Our own limits stand in front (see routes.ts): better-auth's do not cover calls made in code.
    rateLimit: { enabled: false },
    plugins: [username({ usernameValidator: isUsername })],
  });
}

/** Carries the address that the server saw to better-auth; a caller's own header of that name is dropped. */
export const clientAddressHeader = 'x-gongbang-client-address';

export function sessionCookieName(publicOrigin: string): string {
  return `${publicOrigin.startsWith('https:') ? '__Secure-' : ''}gongbang.session_token`;
}

/** The session's token if the cookie was signed by us, else null. Cookie value: `token.signature`. */
export function readSessionToken(cookie: string | undefined, secret: string): string | null {
  if (!cookie) return null;
  const dot = cookie.lastIndexOf('.');
  if (dot < 1) return null;
  const token = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
