import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';

export type Page<Item> = { items: Item[]; total: number; page: number; pageCount: number };

/** One page of what a query finds; a page beyond the last is the last. */
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
