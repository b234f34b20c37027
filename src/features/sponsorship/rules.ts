import type { Settings } from '#platform/shared/settings.ts';

/** Pure rules of sponsorship. Amounts are whole won, days are Korea's, such as 2026-11-23. */

export const tiers = ['screw', 'gear', 'motor', 'bench'] as const;
export type Tier = (typeof tiers)[number];
export type TierAmounts = Settings['sponsorTiers'];

/** Lowest tier with which a sponsor of the house may show a banner. */
export const bannerTier: Tier = 'bench';

export const cadences = ['once', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

export const sponsorshipLimits = {
  most: 5_000_000,
  message: 140,
  purpose: 120,
} as const;

export const sponsorshipTerms = {
  /** Hours for a first payment. */
  payHours: 24,
  /** Days for a monthly payment. */
  renewDays: 14,
  /** Hours for a virtual account's deposit; the bank gets one more to report it. */
  depositHours: 24,
  /** Days in which a payment can be withdrawn: 청약철회 of 전자상거래법 제17조. */
  withdrawalDays: 7,
} as const;

/** Returns the highest tier that an amount reaches; null below the lowest. */
export function tierOf(amount: number, amounts: TierAmounts): Tier | null {
  return tiers.findLast((tier) => amount >= amounts[tier]) ?? null;
}

/** Returns the day of the month. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

/**
 * Returns the first day after `today` on which a sponsor who began on day `anchor` of a month is asked again. In
 * shorter months it is the last day, and afterwards day `anchor` again.
 */
export function nextDueOn(anchor: number, today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const here = dayIn(year, month, anchor);
  return here > today ? here : dayIn(year, month + 1, anchor);
}

function dayIn(year: number, month: number, anchor: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(anchor, last))).toISOString().slice(0, 10);
}

/** Returns whether a payment can still be withdrawn in full. */
export function isWithdrawable(
  contribution: { state: string; heldUntil: Date | null; usedAt: Date | null },
  now: Date,
): boolean {
  const { state, heldUntil, usedAt } = contribution;
  return state === 'paid' && usedAt === null && heldUntil !== null && now < heldUntil;
}
