import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { foldStaffWords, mostRows, mostRowsAtFirst, piecesOf } from '../table.ts';

/** Tables that say by what the rows of another one are found: see migrations/20261205010000-staff-tables.sql. */
type IndexTable =
  | 'person_index'
  | 'resource_index'
  | 'service_index'
  | 'audit_index'
  | 'orders_index'
  | 'payout_index';

export type Wanted = {
  search?: string | undefined;
  /** Rows that a search names by something else than their words: no others are looked at, whatever else it says. */
  named?: readonly string[] | null;
  /** As `role:admin`: all of them must fit. */
  filters: readonly string[];
  oldestFirst: boolean;
};

/** The newest rows (or oldest) that fit, as many as a table shows. */
export type Places = { ids: string[]; totalIsExact: boolean };

/** Rows of one era have tokens of their own. */
const eraBits = 14;
/** Words that are in many rows are found sooner by looking at the newest rows than by their tokens. */
const looked = 1000;

/**
 * Finds the newest rows that contain all words of a search and have all filters: first among the newest ones of all, then by
 * tokens, one era after the other, until there are enough. So a word in every row, one in some and one in none cost about the same.
 */
export async function findPlaces(
  db: Db,
  table: IndexTable,
  { search = '', named = null, filters, oldestFirst }: Wanted,
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
    return cut(rows, most);
  }
  const words = foldStaffWords(search).split(/\s+/).filter(Boolean);
  const fits = sql`words like all (${words.map(likePattern)}::text[]) and filters @> ${filters}::text[]`;

  if (words.length === 0 && filters.length === 0) {
    const { rows } = await sql<{ id: string }>`
      select target_id as id from ${index} order by seq ${order} limit ${enough}`.execute(db);
    return cut(rows, most);
  }
  const { rows: first } = await sql<{ newest: string[]; last: number; count: number }>`
    with newest as materialized (
      select target_id, seq, words, filters from ${index} order by seq ${order} limit ${looked})
    select array(select target_id from newest where ${fits} order by seq ${order} limit ${enough}) as newest,
      (select ${oldestFirst ? sql`max` : sql`min`}(seq) from newest) as last, (select count(*) from newest) as count`.execute(
    db,
  );
  const { newest = [], last = 0, count = 0 } = first[0] ?? {};
  const found = newest.map((id) => ({ id }));
  if (found.length >= enough || count < looked) return cut(found, most);

  const pieces = [...new Set([...words.flatMap(piecesOf), ...filters])];
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
  return cut([...found, ...rest], most);
}

function erasAfter(index: RawBuilder<unknown>, seq: number, oldestFirst: boolean): RawBuilder<unknown> {
  const era = Math.floor(seq / 2 ** eraBits);
  return oldestFirst
    ? sql`generate_series(${era}::integer, (select (max(seq) >> ${eraBits}::integer)::integer from ${index}))`
    : sql`generate_series(${era}::integer, 0, -1)`;
}

function cut(rows: readonly { id: string }[], most: number): Places {
  return { ids: rows.slice(0, most).map(({ id }) => id), totalIsExact: rows.length <= most };
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
  { index, rows }: { index: IndexTable; rows: string },
  wanted: Wanted & { page: number; limit: number; order: RawBuilder<unknown> | null },
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
      : await inOrder(db, sql`${sql.table(rows)} where id = any (${ids}::uuid[])`, order, { offset, limit });
  return { items: await read(chosen), total: ids.length, totalIsExact, page, pageCount };
}

async function inOrder(
  db: Db,
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from ${rows} order by ${order}, id limit ${limit} offset ${offset}`.execute(db);
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
