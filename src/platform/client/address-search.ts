import type { SearchSchemaInput } from '@tanstack/react-router';

/*
 * Query string of an address in the form in which an HTML form without scripts writes it: strings only. The router's
 * own codec reads `3.0` as the number 3 and `{…}` as an object, and quotes 123.
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
 * A route's `validateSearch`: links to it are type-checked against `Search`. A typed address may contain anything, so
 * each value stays unknown until the page validates it.
 */
export function unreadSearch<Search extends object>(
  search: Search & SearchSchemaInput,
): { [Name in keyof Search]?: unknown } {
  return search;
}
