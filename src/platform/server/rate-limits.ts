import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Config } from './config.ts';

const minuteSeconds = 60;

/** What is limited, how often, in how long; the counts come from configuration. */
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
    resources: { points: limits.resources, seconds: 10 * minuteSeconds },
    services: { points: limits.services, seconds: 10 * minuteSeconds },
    geocodes: { points: limits.geocodes, seconds: 10 * minuteSeconds },
    quotes: { points: limits.quotes, seconds: 60 * minuteSeconds },
    quoteRequests: { points: limits.quoteRequests, seconds: 24 * 60 * minuteSeconds },
    tenders: { points: limits.tenders, seconds: 24 * 60 * minuteSeconds },
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
    guestSearch: { points: limits.guestSearch, seconds: 10 * minuteSeconds, byAddress: true },
  };
}

/** One household or server has a whole /64 of IPv6: single addresses of it are no limit. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

export type RateLimitName = keyof ReturnType<typeof windows>;

export type RateLimits = {
  /** Counts one; throws `rate_limited` when that was one too many. */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Gives one back: for limits that count failures, which are only known to be none afterwards. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
};

/** Counters live in PostgreSQL, so the limits hold over all processes together. */
export function createRateLimits(pool: pg.Pool, limits: Config['rateLimits']): RateLimits {
  const limiters = new Map(
    Object.entries(windows(limits)).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
  function limiter(name: RateLimitName): RateLimiterPostgres {
    const found = limiters.get(name);
    if (!found) throw new Error(`no limiter ${name}`);
    return found;
  }
  const byAddress = new Set(
    Object.entries(windows(limits))
      .filter(([, window]) => 'byAddress' in window)
      .map(([name]) => name),
  );
  /** Callers choose keys as long as an e-mail address; the table's column is not, and need not know them. */
  const digest = (name: RateLimitName, key: string) =>
    createHash('sha256')
      .update(byAddress.has(name) ? addressKey(key) : key)
      .digest('base64url');
  function refuse(result: RateLimiterRes): never {
    throw new AppError(platformErrors.rate_limited, {
      retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    });
  }
  return {
    async take(name, key) {
      try {
        await limiter(name).consume(digest(name, key));
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(error);
        throw error;
      }
    },
    async giveBack(name, key) {
      await limiter(name).reward(digest(name, key));
    },
  };
}
