import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Config } from './config.ts';

const minuteSeconds = 60;

/** Rate limits: number of points per window; the numbers come from the configuration. */
function windows(limits: Config['rateLimits']) {
  return {
    loginPerAccount: { points: limits.loginPerAccount, seconds: 15 * minuteSeconds },
    loginPerAddress: { points: limits.loginPerAddress, seconds: 15 * minuteSeconds, byAddress: true },
    signInSteps: { points: limits.signInSteps, seconds: 15 * minuteSeconds, byAddress: true },
    mailsPerAccount: { points: limits.mailsPerAccount, seconds: 60 * minuteSeconds },
    mailsPerAddress: { points: limits.mailsPerAddress, seconds: 60 * minuteSeconds, byAddress: true },
    phoneCodesPerNumber: { points: limits.phoneCodesPerNumber, seconds: 24 * 60 * minuteSeconds },
    phoneCodesPerAccount: { points: limits.phoneCodesPerAccount, seconds: 24 * 60 * minuteSeconds },
    phoneCodesPerAddress: {
      points: limits.phoneCodesPerAddress,
      seconds: 60 * minuteSeconds,
      byAddress: true,
    },
    bankAccounts: { points: limits.bankAccounts, seconds: 24 * 60 * minuteSeconds },
    exports: { points: limits.exports, seconds: 24 * 60 * minuteSeconds },
    register: { points: limits.register, seconds: 60 * minuteSeconds, byAddress: true },
    writes: { points: limits.writes, seconds: 10 * minuteSeconds },
    notificationReads: { points: limits.notificationReads, seconds: 10 * minuteSeconds },
    resources: { points: limits.resources, seconds: 10 * minuteSeconds },
    services: { points: limits.services, seconds: 10 * minuteSeconds },
    geocodes: { points: limits.geocodes, seconds: 10 * minuteSeconds },
    quotes: { points: limits.quotes, seconds: 60 * minuteSeconds },
    quoteRequests: { points: limits.quoteRequests, seconds: 24 * 60 * minuteSeconds },
    tenders: { points: limits.tenders, seconds: 24 * 60 * minuteSeconds },
    wanted: { points: limits.wanted, seconds: 24 * 60 * minuteSeconds },
    tenderBids: { points: limits.tenderBids, seconds: 60 * minuteSeconds },
    orders: { points: limits.orders, seconds: 60 * minuteSeconds },
    payments: { points: limits.payments, seconds: 10 * minuteSeconds },
    webhooks: { points: limits.webhooks, seconds: minuteSeconds, byAddress: true },
    bids: { points: limits.bids, seconds: minuteSeconds },
    comments: { points: limits.comments, seconds: 10 * minuteSeconds },
    inquiries: { points: limits.inquiries, seconds: 24 * 60 * minuteSeconds },
    // 60 at once, and five a second from then on.
    messages: { points: limits.messages, seconds: 12 },
    messagesPerAddress: { points: limits.messagesPerAddress, seconds: 12, byAddress: true },
    signals: { points: limits.signals, seconds: minuteSeconds },
    callChanges: { points: limits.callChanges, seconds: 12 },
    calls: { points: limits.calls, seconds: 10 * minuteSeconds, byAddress: true },
    assistant: { points: limits.assistant, seconds: 10 * minuteSeconds },
    assistantGuest: { points: limits.assistantGuest, seconds: 10 * minuteSeconds },
    assistantPerAddress: { points: limits.assistantPerAddress, seconds: 10 * minuteSeconds, byAddress: true },
    reports: { points: limits.reports, seconds: 24 * 60 * minuteSeconds },
    sockets: { points: limits.sockets, seconds: minuteSeconds, byAddress: true },
    vitals: { points: limits.vitals, seconds: 10 * minuteSeconds, byAddress: true },
    guestSuggestions: { points: limits.guestSuggestions, seconds: 10 * minuteSeconds, byAddress: true },
    openWrites: { points: limits.openWrites, seconds: 10 * minuteSeconds, byAddress: true },
    passportCodes: { points: limits.passportCodes, seconds: 10 * minuteSeconds, byAddress: true },
    guestSearch: { points: limits.guestSearch, seconds: 10 * minuteSeconds, byAddress: true },
  };
}

/** Groups IPv6 addresses by their /64, because one household or server usually has a whole one. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

export type RateLimitName = keyof ReturnType<typeof windows>;

export type RateLimits = {
  /** Counts one; throws `rate_limited` above the limit. */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Gives one back, for limits that count failures: success is known only afterwards. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
};

/**
 * Creates rate limits with counters in PostgreSQL, timed by its clock, so that the limits hold across all processes,
 * whatever their own clocks say.
 */
export function createRateLimits(pool: pg.Pool, limits: Config['rateLimits']): RateLimits {
  const windowOf: Record<string, { points: number; seconds: number; byAddress?: boolean }> = windows(limits);
  function find(name: RateLimitName) {
    const found = windowOf[name];
    if (!found) throw new Error(`no limit ${name}`);
    return found;
  }
  /** Hashes the key: callers use keys as long as an email address, which the column cannot hold and should not reveal. */
  const keyOf = (name: RateLimitName, key: string) =>
    `${name}:${createHash('sha256')
      .update(find(name).byAddress ? addressKey(key) : key)
      .digest('base64url')}`;
  return {
    async take(name, key) {
      const { points, seconds } = find(name);
      const { rows } = await pool.query<{ points: number; left_ms: number }>({
        ...countOne,
        values: [keyOf(name, key), seconds * 1000],
      });
      const [counted] = rows;
      if (!counted || counted.points <= points) return;
      throw new AppError(platformErrors.rate_limited, {
        retryAfterSeconds: Math.max(1, Math.ceil(counted.left_ms / 1000)),
      });
    },
    async giveBack(name, key) {
      await pool.query({ ...giveOneBack, values: [keyOf(name, key)] });
    },
  };
}

/** Current time of the database in milliseconds. */
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * Counts in one statement, so that no concurrent call slips through between read and write; an expired window restarts.
 * The clock is read once, because otherwise a window could end between counting and setting its end.
 */
const countOne = {
  name: 'rate_limit_take',
  text: `insert into rate_limit as counter (key, points, expire) values ($1, 1, ${nowMs} + $2::bigint)
    on conflict (key) do update set
      points = case when counter.expire <= excluded.expire - $2::bigint then 1 else counter.points + 1 end,
      expire = case when counter.expire <= excluded.expire - $2::bigint then excluded.expire else counter.expire end
    returning points, (expire - ${nowMs})::float8 as left_ms`,
};

const giveOneBack = {
  name: 'rate_limit_give_back',
  text: `update rate_limit set points = points - 1 where key = $1 and expire > ${nowMs} and points > 0`,
};

/** Deletes expired counters. */
export async function forgetOldCounters(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from rate_limit where expire <= ${nowMs}`);
}
