import type { Sort } from '../contract.ts';
import { limits } from '../rules.ts';
import { defaultSort } from './api.ts';

/** Search parameters of a list; all others are dropped. */
export type ListSearch = {
  search?: string;
  exact?: true;
  tag?: string;
  license?: string;
  fileType?: string;
  page?: number;
  sort?: Sort;
};

/**
 * Reads the search parameters. A `page` that is not a positive integer counts as 1 and is left out of the
 * address.
 */
export function validateListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw['page']);
  // The router parses values that look like numbers. Control characters and lone surrogates cannot occur in a
  // stored text.
  const text = (name: 'search' | 'tag' | 'license' | 'fileType') => {
    const value = raw[name];
    const clean = (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
      .toWellFormed()
      .replaceAll(/[\u0000-\u001F\u007F\uFFFD]/g, ' ')
      .trim()
      .slice(0, limits[name]);
    return clean === '' ? {} : { [name]: clean };
  };
  const asked: ListSearch = { ...text('search'), ...text('tag'), ...text('license'), ...text('fileType') };
  const sort = (['newest', 'downloads'] as const).find((each) => each === raw['sort']);
  return {
    ...asked,
    ...(asked.search !== undefined && String(raw['exact']) === 'true' && { exact: true as const }),
    ...(Number.isSafeInteger(page) && page > 1 && page <= 999_999_999 && { page }),
    ...(sort !== undefined && sort !== defaultSort(asked) && { sort }),
  };
}
