import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';

export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

/** Loads one page of a query; a page beyond the last is the last. */
export async function pageOfRows<Row>(
  db: Db,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  wanted: { page: number; limit: number },
): Promise<Page<Row>> {
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*)::int as total from (${found}) found`.execute(db);
  const total = counted[0]?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / wanted.limit));
  const page = Math.min(wanted.page, pageCount);
  const { rows } = await sql<Row>`select * from (${found}) found order by ${order}
    limit ${wanted.limit} offset ${(page - 1) * wanted.limit}`.execute(db);
  return { items: rows, total, page, pageCount };
}

/** Same, for few rows that cost more to find than to read: all are found once, with the data needed to present them. */
export async function pageOfFew<Row>(
  db: Db,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page: asked, limit }: { page: number; limit: number },
): Promise<Page<Row>> {
  const { rows } = await sql<Row & { foundInAll: number }>`
    with found as materialized (${found}), counted as (select count(*)::int as found_in_all from found)
    select found.*, found_in_all from found, counted order by ${order}
    limit ${limit} offset (select least(${asked}::int - 1, greatest(found_in_all - 1, 0) / ${limit}::int) * ${limit}::int from counted)`.execute(
    db,
  );
  const total = rows[0]?.foundInAll ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const items = rows.map(({ foundInAll: _all, ...row }) => row as unknown as Row);
  return { items, total, page: Math.min(asked, pageCount), pageCount };
}
