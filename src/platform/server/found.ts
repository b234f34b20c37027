import type { RawBuilder } from 'kysely';
import type { Locale } from '#i18n/languages.ts';

/** A thing that the one search found, as a row shows it. */
export type FoundThing = {
  id: string;
  title: string;
  /** Language of the title; null for what is said in none, such as a name. */
  language: Locale | null;
  /** Address of its page, without a language's prefix. */
  path: string;
  imageUrl: string | null;
  /** What tells it apart from others of its name: a place, an author; empty where there is nothing. */
  detail: string;
};

/** One page of what a room found. */
export type FoundThings = { items: FoundThing[]; total: number; page: number; pageCount: number };

/** What a room is asked: a text, whose page, in which language titles are preferred. */
export type FindRequest = { search: string; page: number; limit: number; locale: Locale };

/** What came in a period and matches a saved search, of other people. */
export type NewThings = { count: number; title: string };
export type NewsRequest = {
  search: string;
  filters: Readonly<Record<string, string>>;
  since: Date;
  until: Date;
  /** Condition: the person may be told of things of this owner, which are not their own. */
  isOfOthers(ownerId: RawBuilder<unknown>): RawBuilder<boolean>;
};

/** Beyond this nobody turns pages, and counting costs. */
export const maxCounted = 1000;
/** Maximum number of new things that are counted for a saved search. */
export const maxNews = 100;
