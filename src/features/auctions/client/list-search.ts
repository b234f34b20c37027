import { auctionLimits, categories, lotKinds, type LotKind } from '../rules.ts';

export const shownStates = ['live', 'scheduled', 'ended'] as const;
export const sorts = ['ending', 'newest', 'lowPrice', 'highPrice', 'bids'] as const;
export type Sort = (typeof sorts)[number];
export type LotCategory = (typeof categories)[number];

/** Search parameters of the list, named as in the API; all others are dropped. */
export type AuctionSearch = {
  state?: 'scheduled' | 'ended' | undefined;
  search?: string | undefined;
  category?: LotCategory | undefined;
  kind?: LotKind | undefined;
  sort?: Sort | undefined;
  page?: number | undefined;
};

export function validateAuctionSearch(raw: Record<string, unknown>): AuctionSearch {
  const words =
    typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']) : '';
  const search = words
    .toWellFormed()
    .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
    .trim()
    .slice(0, auctionLimits.search);
  const state = (['scheduled', 'ended'] as const).find((each) => each === raw['state']);
  const category = categories.find((each) => each === raw['category']);
  const kind = lotKinds.find((each) => each === raw['kind']);
  const sort = sorts.find((each) => each === raw['sort'] && each !== 'ending');
  const page = Number(raw['page']);
  return {
    ...(state && { state }),
    ...(search !== '' && { search }),
    ...(category && { category }),
    ...(kind && { kind }),
    ...(sort && { sort }),
    ...(Number.isSafeInteger(page) && page > 1 && page <= 999_999_999 && { page }),
  };
}
