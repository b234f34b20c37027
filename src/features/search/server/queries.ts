import { sql, type Selectable } from 'kysely';
import { maxExported, type StaffPage } from '#features/admin/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { pageOfRows } from '#platform/server/pages.ts';
import type { Database } from '#platform/server/schema.ts';
import { foldText, likePattern } from '#platform/shared/search-text.ts';
import { momentColumn, type CsvColumn } from '#platform/shared/csv-table.ts';
import type { Synonym, SynonymsQuery } from '../contract.ts';

/** Returns the groups that contain one of these folded words or terms. */
export async function findSynonyms(db: Db, words: readonly string[]): Promise<string[][]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ words: string[] }>`
    select words from search_synonym
    where words operator(pg_catalog.&&) (select ${[...new Set(words)]}::text[]) order by id limit 20`.execute(
    db,
  );
  return rows.map((row) => row.words);
}

/** Lists groups with a word that contains the search. Few exist, so all of them are scanned. */
export async function listSynonyms(
  db: Db,
  { search = '', sort, ...page }: SynonymsQuery,
): Promise<StaffPage<Synonym>> {
  const orders = { words: sql`words`, newest: sql`id desc`, oldest: sql`id` };
  const found = await pageOfRows<Selectable<Database['searchSynonym']>>(
    db,
    sql`select * from search_synonym
      where array_to_string(words, ' ') like ${likePattern(foldText(search))} or id::text = ${search.toLowerCase()}`,
    orders[sort],
    page,
  );
  return {
    ...found,
    totalIsExact: true,
    items: found.items.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
  };
}

export async function exportSynonyms(db: Db, wanted: SynonymsQuery): Promise<Synonym[]> {
  return (await listSynonyms(db, { ...wanted, page: 1, limit: maxExported })).items;
}

export const synonymColumns: readonly CsvColumn<Synonym>[] = [
  [m['search.synonyms.id'], (row) => row.id],
  [m['search.synonyms.words'], (row) => row.words.join(', ')],
  momentColumn(m['search.synonyms.added'], (row) => row.createdAt),
];
