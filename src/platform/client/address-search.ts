import type { SearchSchemaInput } from '@tanstack/react-router';

/*
 * What stands behind the "?" of a page's address, as a form without scripts writes it: texts and nothing else. The
 * router's own way takes `3.0` for the number 3 and `{…}` for an object, and writes quotation marks around 123.
 */

export function parseAddressSearch(search: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeAddressSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/**
 * A route's `validateSearch`: a link to it may ask for `Search` and nothing else. An address that somebody typed may hold
 * anything, so each value is unknown until the page reads it.
 */
export function unreadSearch<Search extends object>(
  search: Search & SearchSchemaInput,
): { [Name in keyof Search]?: unknown } {
  return search;
}
