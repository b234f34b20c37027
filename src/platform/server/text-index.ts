import { sql, type RawBuilder } from 'kysely';
import { likePattern, queryTokens } from '../shared/search-text.ts';

/**
 * Condition: a folded text has every one of the words. An index over `text_tokens(text)` finds the candidates; the
 * operator's schema keeps an extension (intarray) from replacing it with one that the index does not support.
 */
export function hasWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(text_tokens(${text}) operator(pg_catalog.@>) ${queryTokens(words)}::integer[]
    and ${text} like all (${words.map(likePattern)}::text[]))`;
}

/** Condition: it has all words of one of these forms. */
export function hasOneOf(text: RawBuilder<unknown>, ways: readonly string[][]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    ways.map((words) => hasWords(text, words)),
    sql` or `,
  )})`;
}

/** Condition: it has one of the words. */
export function hasAnyWord(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return hasOneOf(
    text,
    words.map((word) => [word]),
  );
}

/** Counts rows up to a maximum, so that a word in every text costs no more than a rare one. */
export async function countUpTo(
  db: Parameters<ReturnType<typeof sql>['execute']>[0],
  rows: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from (${rows} limit ${sql.raw(String(most))}) counted`.execute(db);
  return counted[0]?.count ?? 0;
}
