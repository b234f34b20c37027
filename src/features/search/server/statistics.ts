import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { SearchStatistics, StatisticsInput } from '../contract.ts';
import { suggestWords } from './understanding.ts';

const maxTerms = 20;

/** Statistics of the last 90 days, for one language or all; older ones are deleted. */
export async function readStatistics(
  db: Db,
  { language, withZeroResults }: StatisticsInput & { withZeroResults: boolean },
): Promise<SearchStatistics> {
  const asked = sql`(${language ?? null}::text is null or language = ${language ?? null})`;
  const figures = sql`sum(searches)::bigint as count, sum(cache_hits)::bigint as "cacheHits",
    sum(total_ms) / sum(searches) as "averageMs", min(min_ms) as "minMs", max(max_ms) as "maxMs"`;
  const [totals, languages, kinds, popular, zeroResults, timeline] = await Promise.all([
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
      from search_statistic where ${asked}`.execute(db),
    sql<SearchStatistics['languages'][number]>`
      select language, ${figures} from search_statistic group by language order by count desc, language`.execute(
      db,
    ),
    sql<SearchStatistics['kinds'][number]>`
      select kind, ${figures} from search_statistic where ${asked} group by kind order by kind`.execute(db),
    // Words of published texts reveal nothing about the searcher.
    sql<SearchStatistics['popular'][number]>`
      select term, kind, sum(searches)::bigint as count from search_statistic
      where term <> '' and exact_results > 0 and ${asked} group by term, kind order by count desc, term, kind limit ${maxTerms}`.execute(
      db,
    ),
    withZeroResults
      ? sql<SearchStatistics['popular'][number]>`
          select term, kind, sum(searches)::bigint as count from search_statistic
          where term <> '' and results = 0 and ${asked}
            -- Joined to a word that finds something, it is dealt with.
            and not (kind = 'resources' and exists (select from search_synonym where words @> array[term]))
          group by term, kind order by count desc, term, kind limit ${maxTerms}`.execute(db)
      : { rows: [] },
    sql<SearchStatistics['timeline'][number]>`
      select to_char(hour at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day, sum(searches)::bigint as count,
        round((sum(total_ms) / sum(searches))::numeric, 2)::float8 as "averageMs"
      from search_statistic where ${asked} group by day order by day`.execute(db),
  ]);
  const { count, cacheHits, totalMs, minMs, maxMs, updatedAt } = totals.rows[0]!;
  return {
    totalQueries: count,
    cacheHits,
    cacheMisses: count - cacheHits,
    hitRate: count === 0 ? 0 : cacheHits / count,
    languages: languages.rows.map(roundedRow),
    kinds: kinds.rows.map(roundedRow),
    averageMs: count === 0 ? 0 : rounded(totalMs / count),
    minMs: rounded(minMs),
    maxMs: rounded(maxMs),
    popular: popular.rows,
    zeroResults: await Promise.all(
      zeroResults.rows.map(async (row) => ({
        ...row,
        // Searches for services do not use synonyms.
        suggestion: row.kind === 'resources' ? await suggestionFor(db, row.term) : null,
      })),
    ),
    timeline: timeline.rows,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}

/** Returns a word with results that resembles a term without any. */
async function suggestionFor(db: Db, term: string): Promise<string | null> {
  const found = await suggestWords(db, term, 1);
  return found.find((word) => word !== term) ?? null;
}

function roundedRow<Row extends { averageMs: number; minMs: number; maxMs: number }>(row: Row): Row {
  return {
    ...row,
    averageMs: rounded(row.averageMs),
    minMs: rounded(row.minMs),
    maxMs: rounded(row.maxMs),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
