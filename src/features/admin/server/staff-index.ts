import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { likePattern } from '#platform/shared/search-text.ts';
import { maxExported, filterPieces, foldStaffWords, maxRows, maxRowsAtFirst, piecesOf } from '../table.ts';

/** Index tables of searchable staff tables: see migrations/20261205010000-staff-tables.sql. */
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
  /** Ids that a search names directly; only these rows are considered. */
  named?: readonly string[] | null;
  /** Additional condition on a row, in terms of its `target_id`. */
  also?: RawBuilder<unknown>;
  /** Filters such as `role:admin`; all must match. */
  filters: readonly string[];
  oldestFirst: boolean;
};

/** Order other than by age, if any. */
export type StaffWanted = Wanted & { order: RawBuilder<unknown> | null };
/** Searched table and its index table. */
type StaffTable = { index: IndexTable; rows: string };

/** Newest (or oldest) matching rows, up to the table's limit. */
export type Places = { ids: string[]; totalIsExact: boolean };

/** Rows of one era have tokens of their own. */
const eraBits = 14;
/** Number of the newest rows that are scanned first: frequent words are found faster there than by tokens. */
const looked = 500;
/** Limit of that scan if more rows are needed. */
const maxLooked = 2500;

/**
 * SQL condition that `words` of an index table contain all search terms. Enough on its own for small tables
 * that are scanned as a whole.
 */
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
 * Finds the newest rows that contain all search terms and match all filters: first with a scan of the newest
 * rows, then by tokens, era by era, until there are enough. Frequent, rare and missing words cost about the
 * same.
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
  // Scan as far as needed, if that is not far: an era may contain far more matches than are wanted.
  for (let next = looked; seen + next <= maxLooked; next = furtherFor(enough, found.length, seen)) {
    // oxlint-disable-next-line no-await-in-loop -- the range depends on the previous result
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

/**
 * Estimates how many more rows contain the missing matches, from the frequency so far, with a margin and a
 * minimum that keeps the number of scans small.
 */
const furtherFor = (enough: number, found: number, seen: number) =>
  Math.max(looked, Math.ceil((((enough - found) * seen) / found) * 1.25));

/** Scans a range of rows and returns the matches and the end of the range. */
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
 * Returns one page of a staff table. Matches are searched newest first (or oldest first) up to `maxRows`;
 * another order sorts these rows, and `total` counts them.
 */
export async function readStaffPage<Row>(
  db: Db,
  { index, rows }: StaffTable,
  wanted: StaffWanted & { page: number; limit: number },
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<StaffPage<Row>> {
  const { page: asked, limit, order } = wanted;
  const most = order === null && asked * limit < maxRowsAtFirst ? maxRowsAtFirst : maxRows;
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

/** Returns all rows of a staff table up to the export limit, in the same order. */
export async function readStaffExport<Row>(
  db: Db,
  { index, rows }: StaffTable,
  { order, ...wanted }: StaffWanted,
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const { ids } = await findPlaces(db, index, wanted, maxExported);
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

/** Sorts rows by the order of their ids and drops those that are gone. */
export function byIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Returns the headers of a page: total and links. */
export function staffHeaders(url: string, found: Omit<StaffPage<unknown>, 'items'>) {
  return {
    'cache-control': 'no-store',
    ...pageHeaders(url, found),
    ...(!found.totalIsExact && { 'x-total-is-exact': 'false' }),
  };
}
