import type { Settings } from '#platform/shared/settings.ts';

/** Pure rules of sponsorship. Amounts are whole won, days are Korea's, as 2026-11-23. */

export const tiers = ['screw', 'gear', 'motor', 'bench'] as const;
export type Tier = (typeof tiers)[number];
export type TierAmounts = Settings['sponsorTiers'];

/** From this tier on a sponsor of the house may show a banner. */
export const bannerTier: Tier = 'bench';

export const cadences = ['once', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

export const sponsorshipLimits = {
  most: 5_000_000,
  message: 140,
  purpose: 120,
} as const;

export const sponsorshipTerms = {
  /** How long a first payment can be made. */
  payHours: 24,
  /** How long a monthly one is waited for. */
  renewDays: 14,
  /** How long a virtual account waits, and an hour for its bank to tell. */
  depositHours: 24,
  /** How long what was paid can be taken back: 청약철회 of 전자상거래법 제17조. */
  withdrawalDays: 7,
} as const;

/** The highest tier that an amount reaches; null where it is less than the lowest. */
export function tierOf(amount: number, amounts: TierAmounts): Tier | null {
  return tiers.findLast((tier) => amount >= amounts[tier]) ?? null;
}

/** The day of the month of a day. */
export function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

/**
 * The first day after `today` on which somebody who began on the `anchor`th of a month is asked again. Months that are too short
 * end it on their last day, and the next one is on the `anchor`th again.
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

/** Whether what was paid can still be taken back, whole. */
export function isWithdrawable(
  contribution: { state: string; heldUntil: Date | null; usedAt: Date | null },
  now: Date,
): boolean {
  const { state, heldUntil, usedAt } = contribution;
  return state === 'paid' && usedAt === null && heldUntil !== null && now < heldUntil;
}
