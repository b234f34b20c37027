import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { foldText, likePattern } from '#platform/shared/search-text.ts';
import type { Synonym, SynonymsQuery } from '../contract.ts';

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

const mostSynonyms = 10_000;

/** Groups with a word that contains the search. There are few: all of them are looked through. */
export async function listSynonyms(
  db: Db,
  { search = '', sort }: Pick<SynonymsQuery, 'search' | 'sort'>,
): Promise<Synonym[]> {
  const rows = await db
    .selectFrom('searchSynonym')
    .selectAll()
    .where(
      sql<boolean>`array_to_string(words, ' ') like ${likePattern(foldText(search))} or id::text = ${search.toLowerCase()}`,
    )
    .orderBy(sort === 'words' ? 'words' : 'id', sort === 'newest' ? 'desc' : 'asc')
    .limit(mostSynonyms)
    .execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
