import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { SearchStatistics, Synonym } from '../contract.ts';

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

const mostTerms = 20;

/** The last 90 days: older ones are forgotten. */
export async function readStatistics(
  db: Db,
  { withZeroResults }: { withZeroResults: boolean },
): Promise<SearchStatistics> {
  const [totals, languages, popular, zeroResults, timeline] = await Promise.all([
    sql<{
      count: number;
      cacheHits: number;
      totalMs: number;
      minMs: number;
      maxMs: number;
      updatedAt: Date | null;
    }>`
      select coalesce(sum(searches), 0)::bigint as count, coalesce(sum(cache_hits), 0)::bigint as "cacheHits",
        coalesce(sum(total_ms), 0) as "totalMs", coalesce(min(min_ms), 0) as "minMs",
        coalesce(max(max_ms), 0) as "maxMs", max(counted_at) as "updatedAt"
      from search_statistic`.execute(db),
    sql<SearchStatistics['languages'][number]>`
      select language, sum(searches)::bigint as count from search_statistic
      group by language order by count desc, language`.execute(db),
    // What stands in published texts tells nothing of whoever typed it.
    sql<SearchStatistics['popular'][number]>`
      select term, sum(searches)::bigint as count from search_statistic
      where term <> '' and exact_results > 0 group by term order by count desc, term limit ${mostTerms}`.execute(
      db,
    ),
    withZeroResults
      ? sql<SearchStatistics['zeroResults'][number]>`
          select term, sum(searches)::bigint as count from search_statistic
          where term <> '' and results = 0 group by term order by count desc, term limit ${mostTerms}`.execute(
          db,
        )
      : { rows: [] },
    sql<SearchStatistics['timeline'][number]>`
      select to_char(hour at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day, sum(searches)::bigint as count,
        round((sum(total_ms) / sum(searches))::numeric, 2)::float8 as "averageMs"
      from search_statistic group by day order by day`.execute(db),
  ]);
  const { count, cacheHits, totalMs, minMs, maxMs, updatedAt } = totals.rows[0]!;
  return {
    totalQueries: count,
    cacheHits,
    cacheMisses: count - cacheHits,
    hitRate: count === 0 ? 0 : cacheHits / count,
    languages: languages.rows,
    averageMs: count === 0 ? 0 : rounded(totalMs / count),
    minMs: rounded(minMs),
    maxMs: rounded(maxMs),
    popular: popular.rows,
    zeroResults: zeroResults.rows,
    timeline: timeline.rows,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
