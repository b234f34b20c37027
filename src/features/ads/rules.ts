/** Pure rules of ads: where they stand, how many of them, and how often one is shown to somebody. */

import type { AdSlot } from '#platform/shared/ad-slots.ts';

export type Slot = AdSlot;

/** All slots in the flow of a page together. */
export const mostInFlow = 2;
/** Those that move over what somebody reads. */
export const mostOver = 1;
/** A list has one ad among its cards for so many of them. */
export const cardsPerNative = 8;

/** In which order those of a page are kept to its budget: what belongs to the page before what stands beside every page. */
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

/** Where in a list its ads stand: after how much of its cards. */
const nativeShares = { native_25: 0.25, native_50: 0.5, native_75: 0.75 } as const;
export type NativeSlot = keyof typeof nativeShares;

/** What decides about the ads of a page. The path is without its language. */
export type AdPage = {
  path: string;
  /** From 768 px on: beside the content instead of in the menu. */
  isWide: boolean;
  /** What staff have opened. */
  open: readonly Slot[];
  /** Whether Google's script runs on it. */
  hasAdsense: boolean;
};

/** Whether Google places some by itself: an open one of these is what turns that on. */
export function isAutoOpen(open: readonly Slot[]): boolean {
  return open.includes('anchor') || open.includes('vignette');
}

/** Whether anything of Google can be shown at all: else nobody is asked about it, and no document lets it in. */
export function canShowGoogle(open: readonly Slot[], units: Partial<Record<Slot, string>>): boolean {
  return isAutoOpen(open) || open.some((slot) => units[slot] !== undefined);
}

/** Which slots a page shows, whatever is open. */
export function slotsOf(page: AdPage): Slot[] {
  if (isAdFree(page.path)) return [];
  const has = (slot: Slot) => page.open.includes(slot) && hasPlace(slot, page);
  return [...inFlow.filter(has).slice(0, mostInFlow), ...overContent.filter(has).slice(0, mostOver)];
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

/** Before which of a list's cards which of its ads stands. */
export function nativesOf(slots: readonly Slot[], cards: number): { slot: NativeSlot; before: number }[] {
  return (Object.keys(nativeShares) as NativeSlot[])
    .filter((slot) => slots.includes(slot))
    .slice(0, Math.floor(cards / cardsPerNative))
    .map((slot) => ({ slot, before: Math.round(cards * nativeShares[slot]) }));
}

/** Where somebody signs in, pays, writes, plays, talks, works at something, or is among what is theirs. */
const without =
  /^\/(login|register|auth|sign-in|confirm-email|forgot-password|reset-password|profile|account|settings|my|admin|payment[^/]*|sponsor|call|play|ai-assembly|remote-support|estimate|orders|quotes|quote-requests|register-printer|design|resources\/(create|upload[^/]*|manage)|services\/(register|register-old)|auctions\/create|auctions\/jobs\/create|auctions\/[^/]+\/(edit|order))(\/|$)/i;

/** As the router reads an address: without escapes and doubled slashes; null where it is none. */
function plainPath(path: string): string | null {
  try {
    return decodeURIComponent(path).replaceAll(/[/\\]+/g, '/');
  } catch {
    return null;
  }
}

/** Whether nothing is advertised at an address, without its language. */
export function isAdFree(path: string): boolean {
  const plain = plainPath(path);
  return plain === null || without.test(plain);
}

/** Cookie of what somebody has said to ads of Google, read by the server and by pages. */
export const consentKey = 'gongbang_ads';
export const consents = ['yes', 'no'] as const;
export type Consent = (typeof consents)[number];

export function asConsent(value: string | undefined): Consent | null {
  return consents.find((each) => each === value) ?? null;
}

/** Whether a document is sent with the policy that Google's script needs; every other one has the strict one. */
export function hasAdsPolicy(document: {
  path: string;
  isConfigured: boolean;
  isGuest: boolean;
  consent: Consent | null;
}): boolean {
  const { path, isConfigured, isGuest, consent } = document;
  return isConfigured && isGuest && consent === 'yes' && !isAdFree(path);
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

/**
 * One of those that may still be shown today, sponsors' before the house's; null where there is none. `chance` is below 1; `showing`
 * is what stands on the page already and may become a view.
 */
export function pickBanner<Banner extends { id: string; kind: 'house' | 'sponsor' }>(
  banners: readonly Banner[],
  seen: Seen,
  chance: number,
  showing: readonly string[] = [],
): Banner | null {
  const left = banners.filter(
    ({ id }) => (seen.views[id] ?? 0) + showing.filter((each) => each === id).length < mostViewsADay,
  );
  const sponsors = left.filter(({ kind }) => kind === 'sponsor');
  const some = sponsors.length > 0 ? sponsors : left;
  return some[Math.floor(chance * some.length)] ?? null;
}

/** For how many days a month of a sponsor's banner is shown: from the day on which staff accept it, and from each payment. */
export const bannerDays = 31;

/** The last of these days, as 2026-11-23. */
export function bannerDaysAfter(day: string): string {
  const from = new Date(`${day}T00:00:00Z`);
  from.setUTCDate(from.getUTCDate() + bannerDays);
  return from.toISOString().slice(0, 10);
}

export const bannerLimits = { title: 40, text: 80, url: 300 } as const;

export const bannerStates = ['waiting', 'shown', 'refused', 'ended'] as const;
export type BannerState = (typeof bannerStates)[number];
/** What is to be shown may not have begun yet, or wait for a late payment. */
export const bannerStandings = [...bannerStates, 'planned', 'unpaid', 'unseen'] as const;
export type BannerStanding = (typeof bannerStandings)[number];
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
