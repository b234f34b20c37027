/** Pure rules of payments. */

import type { Account } from '#features/ledger/contract.ts';

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * Delays before an unknown outcome is queried again: short at first, then hourly for as long as gateways retry
 * webhooks.
 */
const firstQueriesMs = [5000, 30_000, 2 * minuteMs, 10 * minuteMs];
export const lastQueryMs = 4 * dayMs;

export function nextQueryMs(queries: number): number {
  return firstQueriesMs[queries] ?? hourMs;
}

/** Gateways forget idempotency keys after 15 days; before that we query the outcome and take a new key. */
export const keyDays = 14;

/** Time that a browser may spend at the gateway before its payment counts as abandoned. */
export const authenticationMinutes = 30;
/** A payment that the gateway does not know this long after our confirmation will never exist. */
export const unheardMs = 60 * minuteMs;

export const payoutTerms = {
  least: 10_000,
  failedHoldHours: 72,
  alertDays: 10,
} as const;

/** Kinds of findings: violated invariants of docs/decisions/0035, and things that do not continue by themselves. */
export const findingKinds = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I10',
  'I11',
  'currency',
  'gateway',
  'late_payout',
  'payout',
  'refund',
  'reversed',
  'ruling',
  'settlement',
  'unknown',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Returns the reference of our payment at a gateway: letters and digits only, at most 64. */
export function refOf(prefix: 'p' | 'o' | 's', id: string): string {
  return `gb${prefix}_${id.replaceAll('-', '')}`;
}

/** Liability and income accounts have negative balances in the books; people read the amount. */
const credits: ReadonlySet<string> = new Set<Account>([
  'buyer_clearing',
  'escrow',
  'provider_payable',
  'payout_transit',
  'refund_payable',
  'vat_payable',
  'fee_revenue',
  'sponsor_income',
]);

/** Returns an account's balance, or its change, with the sign that people expect. */
export function amountOn(account: string, booked: number): number {
  // Avoid −0, which would be formatted with its sign.
  return credits.has(account) ? 0 - booked : booked;
}
