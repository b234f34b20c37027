import type { RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { FindRequest, FoundThings, NewsRequest, NewThings } from '#platform/server/found.ts';
import type { Locale } from '#i18n/languages.ts';
import type { SavedSearch, SearchAnswer, SearchQuery } from '../contract.ts';
import {
  maxCountShown,
  resultsPath,
  searchKinds,
  type Filters,
  type SavableKind,
  type SearchKind,
} from '../rules.ts';

export type Viewer = { id: string; isAdmin: boolean } | null;

type Person = { id: string; isAdmin: boolean };

/** How each room is searched, by the rules of its own list, and when its things may be told of; `app` connects them. */
export type Finders = {
  find: Record<SearchKind, (db: Db, viewer: Viewer, request: FindRequest) => Promise<FoundThings>>;
  findNew: Record<SavableKind, (db: Db, person: Person, request: NewsRequest) => Promise<NewThings>>;
  /** Condition: the person `p` is neither leaving nor suspended. */
  isShown: RawBuilder<unknown>;
  /** Condition: neither of the two has blocked the other. */
  areUnblocked(personId: string, other: RawBuilder<unknown>): RawBuilder<unknown>;
};

/** Returns how much of each kind is found, and the first of it; of one kind, a page of it. */
export async function findAll(
  db: Db,
  find: Finders['find'],
  viewer: Viewer,
  { q, kind, page, limit }: SearchQuery,
  locale: Locale,
): Promise<SearchAnswer> {
  const found = await Promise.all(
    searchKinds.map(async (each) => {
      if (q === '') return { kind: each, items: [], total: 0, page: 1, pageCount: 1 };
      const wanted =
        kind === undefined ? { page: 1, limit } : kind === each ? { page, limit } : { page: 1, limit: 0 };
      return { kind: each, ...(await find[each](db, viewer, { search: q, locale, ...wanted })) };
    }),
  );
  const paged = found.find((each) => each.kind === kind);
  return {
    kinds: found.map(({ kind: each, items, total }) => ({
      kind: each,
      count: Math.min(total, maxCountShown),
      more: total > maxCountShown,
      items,
    })),
    page: paged?.page ?? 1,
    pageCount: paged?.pageCount ?? 1,
  };
}

type SavedRow = {
  id: string;
  kind: string;
  text: string;
  filters: unknown;
  name: string;
  createdAt: Date;
  toldAt: Date | null;
};

export function presentSaved({ createdAt, toldAt, ...row }: SavedRow): SavedSearch {
  const kind = row.kind as SavableKind;
  const filters = row.filters as Filters;
  return {
    id: row.id,
    kind,
    text: row.text,
    filters,
    name: row.name,
    path: resultsPath(kind, row.text, filters),
    createdAt: createdAt.toISOString(),
    toldAt: toldAt?.toISOString() ?? null,
  };
}

/** Lists a person's saved searches, newest first. */
export async function listSaved(db: Db, personId: string): Promise<SavedSearch[]> {
  const rows = await db
    .selectFrom('savedSearch')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(presentSaved);
}
