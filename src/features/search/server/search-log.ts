import type { Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { foldText } from '#platform/shared/search-text.ts';
import { looksPersonal, type SearchKind } from '../rules.ts';
import { addStatistics, type CountedSearches } from './commands.ts';

export type Search = {
  /** Kind of the search. */
  kind: SearchKind;
  term: string;
  language: Locale;
  results: number;
  /** Number of results that contain the term as typed. */
  exactResults: number;
  ms: number;
  fromCache: boolean;
};

/** Counts searches in memory, so that they do not wait for the database, and writes the sums periodically. */
export type SearchLog = {
  count(search: Search): void;
  /** Writes the counts so far. */
  flush(): Promise<void>;
  /** Stops periodic writing and writes the rest. */
  close(): Promise<void>;
};

const flushEveryMs = 5000;
/** Maximum number of different terms between two flushes; further ones are counted without their term. */
const maxTerms = 2000;
const longestTerm = 100;
const hourMs = 60 * 60 * 1000;

export function createSearchLog(
  db: Db,
  options: { onError(error: unknown): void; now?: () => number },
): SearchLog {
  const now = options.now ?? (() => currentTime().getTime());
  let counted = new Map<string, CountedSearches>();
  let writing: Promise<void> = Promise.resolve();

  function count({ kind, term, language, results, exactResults, ms, fromCache }: Search): void {
    const at = now();
    const hour = new Date(at - (at % hourMs));
    const folded = foldText(term).trim().replaceAll(/\s+/g, ' ');
    const told = folded.length > longestTerm || looksPersonal(folded) ? '' : folded;
    const keyOf = (text: string) => JSON.stringify([hour, text, language, kind]);
    const key = counted.has(keyOf(told)) || counted.size < maxTerms ? keyOf(told) : keyOf('');
    const before = counted.get(key);
    counted.set(key, {
      hour,
      term: key === keyOf(told) ? told : '',
      language,
      kind,
      searches: (before?.searches ?? 0) + 1,
      cacheHits: (before?.cacheHits ?? 0) + (fromCache ? 1 : 0),
      results,
      exactResults,
      totalMs: (before?.totalMs ?? 0) + ms,
      minMs: Math.min(before?.minMs ?? ms, ms),
      maxMs: Math.max(before?.maxMs ?? ms, ms),
      countedAt: new Date(at),
    });
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const batch = [...counted.values()];
    counted = new Map();
    // Statistics may be lost with the database; searches do not fail for them.
    await addStatistics(db, batch).catch(options.onError);
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();
  return {
    count,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
