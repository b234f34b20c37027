/** Pure rules of payments. */

import type { Account } from '#features/ledger/contract.ts';

export const gatewayNames = ['sandbox', 'toss', 'stripe'] as const;

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** When an outcome that nobody knows is asked for again: soon, then hourly for as long as gateways try to tell us. */
const firstQueriesMs = [5000, 30_000, 2 * minuteMs, 10 * minuteMs];
export const lastQueryMs = 4 * dayMs;

export function nextQueryMs(queries: number): number {
  return firstQueriesMs[queries] ?? hourMs;
}

/** A gateway forgets keys after 15 days; before that one is taken anew, and only after asking. */
export const keyDays = 14;

/** How long a browser may be away at the gateway before its payment counts as given up. */
export const authenticationMinutes = 30;
/** A gateway that does not know a payment so long after we asked it to confirm will never have it. */
export const unheardMs = 60 * minuteMs;

export const payoutTerms = {
  least: 10_000,
  failedHoldHours: 72,
  alertDays: 10,
} as const;

/** What somebody may have to look at: invariants of docs/decisions/0035 that do not hold, and what does not go on by itself. */
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

/** What a gateway knows our payment by: letters and digits only, at most 64. */
export function refOf(prefix: 'p' | 'o' | 's', id: string): string {
  return `gb${prefix}_${id.replaceAll('-', '')}`;
}

/** What we owe and earn stands below zero in the books; people read how much it is. */
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

/** How much is on an account, or more on it, by what the books have. */
export function amountOn(account: string, booked: number): number {
  // Not −0, which would be written with its sign.
  return credits.has(account) ? 0 - booked : booked;
}
