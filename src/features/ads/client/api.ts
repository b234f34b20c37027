import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '#platform/client/fetcher.ts';
import { currentLocale } from '#platform/client/page-context.ts';
import { logFailure } from '#platform/client/log.ts';
import { sendForm } from '#platform/client/send-form.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import type { Ad, Banner, BannerInput, HouseInput } from '../contract.ts';
import { pickBanner, seenOf, withView, type BannerDecision, type Seen, type Slot } from '../rules.ts';

const seenKey = 'gongbang-ads-seen';

/** Reads today's views, which are stored in this browser only. */
function readSeen(): Seen {
  const today = koreanDay(new Date());
  try {
    return seenOf(JSON.parse(localStorage.getItem(seenKey) ?? 'null'), today);
  } catch {
    return seenOf(null, today);
  }
}

function noteSeen(id: string): void {
  try {
    localStorage.setItem(seenKey, JSON.stringify(withView(readSeen(), id)));
  } catch {
    // Without storage there is no daily limit.
  }
}

export const listQuery = queryOptions({
  queryKey: ['ads'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => getJson<Ad[]>('/api/ads', signal),
});

/** Mounted banners that were not seen yet but may become views. */
const showing = new Set<{ id: string }>();

/** Banner of one slot; each slot picks its own and reports when it was seen or unmounted. */
export type Taken<Shown = Ad> = { ad: Shown; leave(): void };

export function takeBanner(banners: readonly Ad[]): Taken<Ad | null> {
  const places = [...showing].map(({ id }) => id);
  const ad = pickBanner(banners, readSeen(), Math.random(), places);
  if (!ad) return { ad, leave: () => {} };
  const place = { id: ad.id };
  showing.add(place);
  return { ad, leave: () => void showing.delete(place) };
}

/** Counts a view or click anonymously; failures are only logged. */
export function countAd(id: string, slot: Slot, what: 'views' | 'clicks'): void {
  if (what === 'views') noteSeen(id);
  sendJson<unknown>('POST', `/api/ads/${id}/${what}`, { slot }).catch((error: unknown) =>
    logFailure('Ad count', error),
  );
}

export const ownBannersQuery = queryOptions({
  queryKey: ['banners'],
  meta: { private: true },
  staleTime: 0,
  queryFn: ({ signal }) => getJson<Banner[]>('/api/user/banners', signal),
});
/** Sends a banner's text with its picture, if any. */
function sendBanner(path: string, input: object, picture: File | null): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) if (value !== null) form.set(name, String(value));
  if (picture) form.set('image', picture);
  return sendForm('POST', path, form, {
    idempotencyKey: crypto.randomUUID(),
    locale: currentLocale(),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}
export const askForBanner = (sponsorshipId: string, input: BannerInput, picture: File | null) =>
  sendBanner(`/api/sponsorships/${sponsorshipId}/banner`, input, picture);

export const addHouseBanner = (input: HouseInput, picture: File | null) =>
  sendBanner('/api/admin/ads', input, picture);
export const changeHouseBanner = (id: string, input: HouseInput) =>
  sendJson<unknown>('PUT', `/api/admin/ads/${id}`, input);
export const decideBanner = (id: string, input: { decision: BannerDecision; reason: string }) =>
  sendJson<unknown>('POST', `/api/admin/ads/${id}/decide`, input);
