import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Synonym } from '../contract.ts';

/** The groups that one of these folded words or terms is in. */
export async function findSynonyms(db: Db, words: readonly string[]): Promise<string[][]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ words: string[] }>`
    select words from search_synonym
    where words operator(pg_catalog.&&) (select ${[...new Set(words)]}::text[]) order by id limit 20`.execute(
    db,
  );
  return rows.map((row) => row.words);
}

export async function listSynonyms(db: Db): Promise<Synonym[]> {
  const rows = await db.selectFrom('searchSynonym').selectAll().orderBy('words').limit(5000).execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
