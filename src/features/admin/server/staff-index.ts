import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { mostExported, filterPieces, foldStaffWords, mostRows, mostRowsAtFirst, piecesOf } from '../table.ts';

/** Tables that say by what the rows of another one are found: see migrations/20261205010000-staff-tables.sql. */
type IndexTable =
  | 'person_index'
  | 'resource_index'
  | 'service_index'
  | 'audit_index'
  | 'orders_index'
  | 'payout_index'
  | 'refund_index'
  | 'auction_index'
  | 'sponsorship_index'
  | 'moderation_case_index'
  | 'ledger_journal_index';

export type Wanted = {
  search?: string | undefined;
  /** Rows that a search names by something else than their words: no others are looked at, whatever else it says. */
  named?: readonly string[] | null;
  /** What has to be true of a row beside that, said of its `target_id`. */
  also?: RawBuilder<unknown>;
  /** As `role:admin`: all of them must fit. */
  filters: readonly string[];
  oldestFirst: boolean;
};

/** With another order than by age, if any. */
export type StaffWanted = Wanted & { order: RawBuilder<unknown> | null };
/** What is looked through, and by which index. */
type StaffTable = { index: IndexTable; rows: string };

/** The newest rows (or oldest) that fit, as many as a table shows. */
export type Places = { ids: string[]; totalIsExact: boolean };

/** Rows of one era have tokens of their own. */
const eraBits = 14;
/** Words that are in many rows are found sooner by looking at the newest rows than by their tokens. */
const looked = 500;
/** No further than this, where so many should do. */
const mostLooked = 2500;

/** Whether `words` of an index table have all that is searched for: by itself where rows are few and all of them are looked through. */
export function hasWords(words: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const wanted = wordsOf(search);
  if (wanted.length === 0) return sql`true`;
  return sql`(${sql.join(
    wanted.map((word) => sql`${words} like ${likePattern(word)}`),
    sql` and `,
  )})`;
}

const wordsOf = (search: string) => foldStaffWords(search).split(/\s+/).filter(Boolean);

/**
 * Finds the newest rows that contain all words of a search and have all filters: first among the newest ones of all, then by
 * tokens, one era after the other, until there are enough. So a word in every row, one in some and one in none cost about the same.
 */
export async function findPlaces(
  db: Db,
  table: IndexTable,
  { search = '', named = null, also = sql`true`, filters, oldestFirst }: Wanted,
  most: number,
): Promise<Places> {
  const index = sql.table(table);
  const order = oldestFirst ? sql`asc` : sql`desc`;
  const enough = most + 1;
  const ids = named ?? (isUuid(search) ? [search.toLowerCase()] : null);
  if (ids !== null) {
    const { rows } = await sql<{ id: string }>`
      select target_id as id from ${index} where target_id = any (${ids}::uuid[]) and filters @> ${filters}::text[]
      order by seq ${order} limit ${enough}`.execute(db);
    return cut(
      rows.map(({ id }) => id),
      most,
    );
  }
  const words = wordsOf(search);
  const hasFilters = filters.length > 0 ? sql`filters @> ${filters}::text[]` : sql`true`;
  const fits = sql`${hasWords(sql`words`, search)} and ${hasFilters} and ${also}`;

  if (words.length === 0 && filters.length === 0) {
    const { rows } = await sql<{ id: string }>`
      select target_id as id from ${index} order by seq ${order} limit ${enough}`.execute(db);
    return cut(
      rows.map(({ id }) => id),
      most,
    );
  }
  const look = (from: number, rows: number) =>
    lookAt(db, { index, fits, oldestFirst, from, rows, most: enough });
  let found: string[] = [];
  let last = oldestFirst ? -1 : Number.MAX_SAFE_INTEGER;
  let seen = 0;
  // As far back as there should be enough, where that is not far: an era has far more of them than are wanted.
  for (let next = looked; seen + next <= mostLooked; next = furtherFor(enough, found.length, seen)) {
    // oxlint-disable-next-line no-await-in-loop -- how far to look is told by what was seen
    const more = await look(last, next);
    found = [...found, ...more.ids].slice(0, enough);
    if (found.length >= enough || more.count < next) return cut(found, most);
    ({ last } = more);
    seen += next;
  }

  const pieces = [...new Set([...words.flatMap(piecesOf), ...filterPieces(filters)])];
  const { rows: rest } = await sql<{ id: string }>`
    with eras as materialized (
      select era, (select array_agg(staff_token(era, piece)) from unnest(${pieces}::text[]) as piece) as wanted
      from ${erasAfter(index, last, oldestFirst)} as era)
    select each.id from eras cross join lateral (
      select i.target_id as id from ${index} i
      where i.tokens @> eras.wanted and ${fits} and ${oldestFirst ? sql`i.seq > ${last}` : sql`i.seq < ${last}`}
      -- Not by the primary key: it would be walked instead of asking for the tokens.
      order by i.seq + 0 ${order} limit ${enough - found.length}) as each
    limit ${enough - found.length}`.execute(db);
  return cut([...found, ...rest.map(({ id }) => id)], most);
}

/** How many more rows have what is wanting, if they are as those that were seen, and some more; never so few that it takes many looks. */
const furtherFor = (enough: number, found: number, seen: number) =>
  Math.max(looked, Math.ceil((((enough - found) * seen) / found) * 1.25));

/** Looks at so many rows one after the other: which of them fit, and how far that went. */
async function lookAt(
  db: Db,
  asked: {
    index: RawBuilder<unknown>;
    fits: RawBuilder<unknown>;
    oldestFirst: boolean;
    from: number;
    rows: number;
    most: number;
  },
): Promise<{ ids: string[]; last: number; count: number }> {
  const { index, fits, oldestFirst, from, rows, most } = asked;
  const order = oldestFirst ? sql`asc` : sql`desc`;
  const { rows: looks } = await sql<{ ids: string[]; last: number; count: number }>`
    select coalesce((array_agg(target_id order by seq ${order}) filter (where fits))[:${most}::integer], '{}') as ids,
      ${oldestFirst ? sql`max` : sql`min`}(seq) as last, count(*) as count
    from (select target_id, seq, ${fits} as fits
      from (select target_id, seq, words, filters from ${index} where seq ${oldestFirst ? sql`>` : sql`<`} ${from}::bigint
        order by seq ${order} limit ${rows}) as looked_at) as each`.execute(db);
  return looks[0] ?? { ids: [], last: from, count: 0 };
}

function erasAfter(index: RawBuilder<unknown>, seq: number, oldestFirst: boolean): RawBuilder<unknown> {
  const era = Math.floor(seq / 2 ** eraBits);
  return oldestFirst
    ? sql`generate_series(${era}::integer, (select (max(seq) >> ${eraBits}::integer)::integer from ${index}))`
    : sql`generate_series(${era}::integer, 0, -1)`;
}

function cut(ids: readonly string[], most: number): Places {
  return { ids: ids.slice(0, most), totalIsExact: ids.length <= most };
}

export type StaffPage<Row> = {
  items: Row[];
  total: number;
  totalIsExact: boolean;
  page: number;
  pageCount: number;
};

/**
 * One page of a table of staff. What fits is found newest first (or oldest first) and no further than `mostRows`; another order is
 * one of these rows, and `total` counts them.
 */
export async function readStaffPage<Row>(
  db: Db,
  { index, rows }: StaffTable,
  wanted: StaffWanted & { page: number; limit: number },
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<StaffPage<Row>> {
  const { page: asked, limit, order } = wanted;
  const most = order === null && asked * limit < mostRowsAtFirst ? mostRowsAtFirst : mostRows;
  const { ids, totalIsExact } = await findPlaces(db, index, wanted, most);
  const pageCount = Math.max(1, Math.ceil(ids.length / limit));
  const page = Math.min(asked, pageCount);
  const offset = (page - 1) * limit;
  const chosen =
    order === null
      ? ids.slice(offset, offset + limit)
      : await inOrder(db, rows, ids, order, { offset, limit });
  return { items: await read(chosen), total: ids.length, totalIsExact, page, pageCount };
}

/** All of such a table that an export may hold, in the same order. */
export async function readStaffExport<Row>(
  db: Db,
  { index, rows }: StaffTable,
  { order, ...wanted }: StaffWanted,
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const { ids } = await findPlaces(db, index, wanted, mostExported);
  return read(order === null ? ids : await inOrder(db, rows, ids, order, { offset: 0, limit: ids.length }));
}

async function inOrder(
  db: Db,
  rows: string,
  ids: readonly string[],
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from ${sql.table(rows)} where id = any (${ids}::uuid[]) order by ${order}, id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

/** Rows in the order of their ids; what is gone meanwhile is left out. */
export function byIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** What an answer tells of such a page beside its rows. */
export function staffHeaders(url: string, found: Omit<StaffPage<unknown>, 'items'>) {
  return {
    'cache-control': 'no-store',
    ...pageHeaders(url, found),
    ...(!found.totalIsExact && { 'x-total-is-exact': 'false' }),
  };
}
