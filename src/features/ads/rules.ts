/** Pure rules of ads: where they stand, how many of them, and how often one is shown to somebody. */

/**
 * Every slot of the product by its name, and how many of it a page may have. Those that move over what somebody reads have none:
 * content comes before ads. A slot that gets a place gets its number here first.
 */
export const slotBudget = {
  content_end: 1,
  sidebar_bottom: 1,
  sidebar_top: 0,
  menu_banner: 0,
  in_page: 0,
  native_25: 0,
  native_50: 0,
  native_75: 0,
  anchor: 0,
  mobile_sticky: 0,
  vignette: 0,
  overlay: 0,
} as const;
export type Slot = keyof typeof slotBudget;

/** Of all slots together. */
export const mostOnPage = 2;

/** Slots that have a place. */
export const openSlots = (Object.keys(slotBudget) as Slot[]).filter((slot) => slotBudget[slot] > 0);

/** Which of the slots that a page would like to show it may, in their order. */
export function withinBudget(wanted: readonly Slot[]): Slot[] {
  const left: Record<string, number> = { ...slotBudget };
  const shown: Slot[] = [];
  for (const slot of wanted) {
    if (shown.length === mostOnPage) break;
    if ((left[slot] ?? 0) <= 0) continue;
    left[slot] = (left[slot] ?? 0) - 1;
    shown.push(slot);
  }
  return shown;
}

/** Where somebody signs in, pays, writes, plays, talks, works at something, or is among what is theirs. */
const without =
  /^\/(login|register|auth|sign-in|confirm-email|forgot-password|reset-password|profile|account|settings|my|admin|payment[^/]*|sponsor|call|play|ai-assembly|remote-support|estimate|orders|quotes|quote-requests|register-printer|design|resources\/(create|upload[^/]*|manage)|services\/(register|register-old)|auctions\/create|auctions\/jobs\/create|auctions\/[^/]+\/(edit|order))(\/|$)/;

/** Whether nothing is advertised at an address, without its language. */
export function isAdFree(path: string): boolean {
  return without.test(path);
}

/** How often one banner is shown to somebody in a day. */
export const mostViewsADay = 8;

/** What this browser has seen today, by banner. */
export type Seen = { day: string; views: Record<string, number> };

/** What was noted, if it was today. */
export function seenOf(noted: unknown, day: string): Seen {
  const { day: then, views } = (noted ?? {}) as Partial<Seen>;
  return then === day && typeof views === 'object' && views !== null ? { day, views } : { day, views: {} };
}

export function withView(seen: Seen, id: string): Seen {
  return { ...seen, views: { ...seen.views, [id]: (seen.views[id] ?? 0) + 1 } };
}

/** One of those that may still be shown today, sponsors' before the house's; null where there is none. `chance` is below 1. */
export function pickBanner<Banner extends { id: string; kind: 'house' | 'sponsor' }>(
  banners: readonly Banner[],
  seen: Seen,
  chance: number,
): Banner | null {
  const left = banners.filter(({ id }) => (seen.views[id] ?? 0) < mostViewsADay);
  const sponsors = left.filter(({ kind }) => kind === 'sponsor');
  const some = sponsors.length > 0 ? sponsors : left;
  return some[Math.floor(chance * some.length)] ?? null;
}

export const bannerLimits = { title: 40, text: 80, url: 300 } as const;

export const bannerStates = ['waiting', 'shown', 'refused', 'ended'] as const;
export type BannerState = (typeof bannerStates)[number];
export const bannerKinds = ['house', 'sponsor'] as const;
/** What the table of banners can be narrowed down by; those that wait are its first ones. */
export const bannersTable = {
  filters: { state: bannerStates, kind: bannerKinds },
  sorts: ['waiting', 'newest', 'views', 'clicks'],
} as const;
export const bannerDecisions = ['approve', 'refuse', 'end'] as const;
export type BannerDecision = (typeof bannerDecisions)[number];
export const bannerTransitions: Record<BannerState, Partial<Record<BannerDecision, BannerState>>> = {
  waiting: { approve: 'shown', refuse: 'refused' },
  shown: { end: 'ended' },
  refused: {},
  ended: {},
};
