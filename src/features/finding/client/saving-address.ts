import { knownFilters, plainSearch, savableKinds } from '../rules.ts';
import type { Saving } from './api.ts';

/** Returns the address of the page that saves a search, for guests who sign in on the way. */
export function savingAddress({ kind, text, filters }: Saving): string {
  return `/my/searches?${new URLSearchParams({ ...filters, save: kind, text })}`;
}

/** Reads such an address; null for one without anything to save. */
export function readSaving(raw: Readonly<Record<string, unknown>>): Saving | null {
  const kind = savableKinds.find((each) => each === raw['save']);
  if (kind === undefined) return null;
  const text = typeof raw['text'] === 'string' ? plainSearch(raw['text']) : '';
  const filters = knownFilters(kind, raw);
  return text === '' && Object.keys(filters).length === 0 ? null : { kind, text, filters };
}
