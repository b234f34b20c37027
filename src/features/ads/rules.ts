/** Pure rules of ads: slots, budget of a page and daily limits. */

import type { AdSlot } from '#platform/shared/ad-slots.ts';

export type Slot = AdSlot;

/** Maximum number of ads in the flow of a page. */
export const maxInFlow = 2;
/** Maximum number of ads that overlay the content. */
export const maxOver = 1;
/** Number of cards per ad in a list. */
export const cardsPerNative = 8;

/**
 * Priority of slots within the budget of a page: slots of the page before those of the frame around every
 * page.
 */
const inFlow = [
  'native_25',
  'native_50',
  'native_75',
  'in_page',
  'content_end',
  'sidebar_bottom',
  'sidebar_top',
  'menu_banner',
] as const satisfies readonly Slot[];
const overContent = ['anchor', 'vignette', 'mobile_sticky', 'overlay'] as const satisfies readonly Slot[];

/** Positions of ads in a list, as fractions of its cards. */
const nativeShares = { native_25: 0.25, native_50: 0.5, native_75: 0.75 } as const;
export type NativeSlot = keyof typeof nativeShares;

/** Facts that decide about the ads of a page. The path has no language. */
export type AdPage = {
  path: string;
  /** From 768 px on, the side menu is next to the content. */
  isWide: boolean;
  /** Slots that staff have opened. */
  open: readonly Slot[];
  /** True if Google's script runs on the page. */
  hasAdsense: boolean;
};

/** Returns true if automatic ads of Google are on: they are, once one of these slots is open. */
export function isAutoOpen(open: readonly Slot[]): boolean {
  return open.includes('anchor') || open.includes('vignette');
}

/**
 * Returns true if an ad of Google can appear anywhere. Otherwise no consent is requested, and no CSP admits
 * its script.
 */
export function canShowGoogle(open: readonly Slot[], units: Partial<Record<Slot, string>>): boolean {
  return isAutoOpen(open) || open.some((slot) => units[slot] !== undefined);
}

/** Returns the slots of a page within its budget. */
export function slotsOf(page: AdPage): Slot[] {
  if (isAdFree(page.path)) return [];
  const has = (slot: Slot) => page.open.includes(slot) && hasPlace(slot, page);
  return [...inFlow.filter(has).slice(0, maxInFlow), ...overContent.filter(has).slice(0, maxOver)];
}

function hasPlace(slot: Slot, { path, isWide, hasAdsense }: AdPage): boolean {
  switch (slot) {
    case 'native_25':
    case 'native_50':
    case 'native_75':
      return lists.test(plainPath(path) ?? '');
    case 'in_page':
      return details.test(plainPath(path) ?? '');
    case 'sidebar_bottom':
    case 'sidebar_top':
      return isWide;
    case 'menu_banner':
    case 'mobile_sticky':
      return !isWide;
    case 'anchor':
    case 'vignette':
      return hasAdsense;
    case 'content_end':
    case 'overlay':
      return true;
  }
}

const lists = /^\/(resources|services)(\/type\/[^/]+)?\/?$/i;
const details = /^\/(resources|services)\/[^/]+\/?$/i;

/** Returns the positions of a list's ads among its cards. */
export function nativesOf(slots: readonly Slot[], cards: number): { slot: NativeSlot; before: number }[] {
  return (Object.keys(nativeShares) as NativeSlot[])
    .filter((slot) => slots.includes(slot))
    .slice(0, Math.floor(cards / cardsPerNative))
    .map((slot) => ({ slot, before: Math.round(cards * nativeShares[slot]) }));
}

/** Ad-free pages: sign-in, payment, writing, games, conversations, tools and private pages. */
const without =
  /^\/(login|register|auth|sign-in|confirm-email|forgot-password|reset-password|profile|account|settings|my|admin|payment[^/]*|sponsor|call|play|ai-assembly|remote-support|estimate|orders|p|quotes|quote-requests|register-printer|design|resources\/(create|upload[^/]*|manage)|services\/(register|register-old)|auctions\/create|auctions\/jobs\/create|auctions\/[^/]+\/(edit|order))(\/|$)/i;

/** Normalises a path like the router: without escapes and doubled slashes; null for an invalid one. */
function plainPath(path: string): string | null {
  try {
    return decodeURIComponent(path).replaceAll(/[/\\]+/g, '/');
  } catch {
    return null;
  }
}

/** Returns true for an ad-free path without its language. */
export function isAdFree(path: string): boolean {
  const plain = plainPath(path);
  return plain === null || without.test(plain);
}

/** Name of the cookie for the consent to ads of Google, read by the server and by pages. */
export const consentKey = 'gongbang_ads';
export const consents = ['yes', 'no'] as const;
export type Consent = (typeof consents)[number];

export function asConsent(value: string | undefined): Consent | null {
  return consents.find((each) => each === value) ?? null;
}

/** Returns true if a document is sent with the CSP for Google's script; all others get the strict one. */
export function hasAdsPolicy(document: {
  path: string;
  isConfigured: boolean;
  isGuest: boolean;
  consent: Consent | null;
}): boolean {
  const { path, isConfigured, isGuest, consent } = document;
  return isConfigured && isGuest && consent === 'yes' && !isAdFree(path);
}

/** Maximum number of views of one banner per person and day. */
export const maxViewsADay = 8;

/** Today's views in this browser, by banner. */
export type Seen = { day: string; views: Record<string, number> };

/** Returns the stored views if they are of today. */
export function seenOf(noted: unknown, day: string): Seen {
  const { day: then, views } = (noted ?? {}) as Partial<Seen>;
  return then === day && typeof views === 'object' && views !== null ? { day, views } : { day, views: {} };
}

export function withView(seen: Seen, id: string): Seen {
  return { ...seen, views: { ...seen.views, [id]: (seen.views[id] ?? 0) + 1 } };
}

/**
 * Picks a banner below its daily limit, sponsors' before the house's; null if there is none. `chance` is
 * below 1; `showing` are mounted banners that may still become views.
 */
export function pickBanner<Banner extends { id: string; kind: 'house' | 'sponsor' }>(
  banners: readonly Banner[],
  seen: Seen,
  chance: number,
  showing: readonly string[] = [],
): Banner | null {
  const left = banners.filter(
    ({ id }) => (seen.views[id] ?? 0) + showing.filter((each) => each === id).length < maxViewsADay,
  );
  const sponsors = left.filter(({ kind }) => kind === 'sponsor');
  const some = sponsors.length > 0 ? sponsors : left;
  return some[Math.floor(chance * some.length)] ?? null;
}

/** Days for which a month of a sponsor's banner runs, from its approval and from each payment. */
export const bannerDays = 31;

/** Returns the last of these days, such as 2026-11-23. */
export function bannerDaysAfter(day: string): string {
  const from = new Date(`${day}T00:00:00Z`);
  from.setUTCDate(from.getUTCDate() + bannerDays);
  return from.toISOString().slice(0, 10);
}

export const bannerLimits = { title: 40, text: 80, url: 300 } as const;

export const bannerStates = ['waiting', 'shown', 'refused', 'ended'] as const;
export type BannerState = (typeof bannerStates)[number];
/** A scheduled banner may not have begun yet or may wait for a late payment. */
export const bannerStandings = [...bannerStates, 'planned', 'unpaid', 'unseen'] as const;
export type BannerStanding = (typeof bannerStandings)[number];
export const bannerKinds = ['house', 'sponsor'] as const;
/** Filters and orders of the table of banners; waiting ones come first. */
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
