import type { Locale } from '#i18n/languages.ts';
import { sql } from 'kysely';
import { recordAudit, type UndoneEntry } from '#features/admin/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { searchErrors, synonymInput, type Synonym } from '../contract.ts';
import type { SearchKind } from '../rules.ts';

type Staff = { id: string; username: string };

/** Adds a group; returns it with the audit entry's id. */
export async function addSynonym(
  trx: Trx,
  actor: Staff,
  words: readonly string[],
  now: Date,
  undoes?: string,
): Promise<{ synonym: Synonym; auditId: string }> {
  const added = await trx
    .insertInto('searchSynonym')
    // Sorted, so that the same words in another order are the same group.
    .values({ id: uuidv7(now.getTime()), words: words.toSorted(), createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) throw new AppError(searchErrors.synonym_exists);
  const auditId = await recordAudit(
    trx,
    {
      actor,
      action: 'synonym.add',
      target: { type: 'synonym', id: added.id },
      reason: '',
      before: { words: [] },
      after: { words: added.words },
      undoes,
    },
    now,
  );
  return { synonym: { ...added, createdAt: added.createdAt.toISOString() }, auditId };
}

/** Removes a group; returns the audit entry's id. */
export async function removeSynonym(
  trx: Trx,
  actor: Staff,
  { id, reason }: { id: string; reason: string },
  now: Date,
  undoes?: string,
): Promise<string> {
  const removed = isUuid(id)
    ? await trx.deleteFrom('searchSynonym').where('id', '=', id).returning('words').executeTakeFirst()
    : undefined;
  if (!removed) throw new AppError(searchErrors.synonym_not_found);
  return recordAudit(
    trx,
    {
      actor,
      action: 'synonym.remove',
      target: { type: 'synonym', id },
      reason,
      before: { words: removed.words },
      after: { words: [] },
      undoes,
    },
    now,
  );
}

export function undoSynonymAdded(trx: Trx, actor: Staff, entry: UndoneEntry, now: Date): Promise<string> {
  return removeSynonym(trx, actor, { id: entry.targetId, reason: entry.reason }, now, entry.id);
}

/** The restored group has a new id and the same words. */
export async function undoSynonymRemoved(
  trx: Trx,
  actor: Staff,
  entry: UndoneEntry,
  now: Date,
): Promise<string> {
  const { words } = synonymInput.parse(entry.before);
  return (await addSynonym(trx, actor, words, now, entry.id)).auditId;
}

/** Searches of one hour with the same term, language and kind. */
export type CountedSearches = {
  hour: Date;
  term: string;
  language: Locale;
  kind: SearchKind;
  searches: number;
  cacheHits: number;
  results: number;
  exactResults: number;
  totalMs: number;
  minMs: number;
  maxMs: number;
  countedAt: Date;
};

/** Adds counts of a process, in the order of the key, so that two processes do not deadlock. */
export async function addStatistics(db: Db, counted: readonly CountedSearches[]): Promise<void> {
  const keyOf = ({ hour, term, language, kind }: CountedSearches) =>
    [hour.toISOString(), term, language, kind].join('\n');
  const sorted = counted
    .map((each) => ({ key: keyOf(each), each }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);
  await sql`
    insert into search_statistic as kept
      (hour, term, language, kind, searches, cache_hits, results, exact_results, total_ms, min_ms, max_ms, counted_at)
    select hour, term, language, kind, searches, "cacheHits", results, "exactResults", "totalMs", "minMs", "maxMs", "countedAt"
    from json_to_recordset(${JSON.stringify(sorted)}::json) as counted (hour timestamptz, term text, language text, kind text,
      searches bigint, "cacheHits" bigint, results bigint, "exactResults" bigint, "totalMs" float8, "minMs" float8, "maxMs" float8,
      "countedAt" timestamptz)
    on conflict (hour, term, language, kind) do update set
      searches = kept.searches + excluded.searches, cache_hits = kept.cache_hits + excluded.cache_hits,
      results = excluded.results, exact_results = excluded.exact_results, total_ms = kept.total_ms + excluded.total_ms,
      min_ms = least(kept.min_ms, excluded.min_ms), max_ms = greatest(kept.max_ms, excluded.max_ms),
      counted_at = greatest(kept.counted_at, excluded.counted_at)`.execute(db);
}

const keptDays = 90;

export async function forgetStatistics(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  await sql`delete from search_statistic where hour < ${before}`.execute(db);
}
