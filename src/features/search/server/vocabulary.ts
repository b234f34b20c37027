import { sql } from 'kysely';
import { plainNoun } from '#platform/shared/korean-words.ts';
import type { Db } from '#platform/server/db.ts';
import { initialsOf, soundKey, typoNumbers, wordsOf } from '../rules.ts';

/** Searchable text, all of it folded. */
export type FoldedText = {
  titles: string;
  tags: readonly string[];
  /** Complete text, including titles and tags. */
  text: string;
};

/** Minimum weight of a prominent word: one in a title or tag. */
export const standsOut = 20;

/** Returns the words of a text with their weights. */
export function weigh({ titles, tags, text }: FoldedText): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number) => weights.set(word, (weights.get(word) ?? 0) + weight);
  const titleWords = wordsOf([titles, ...tags].join('\n'));
  for (const word of titleWords) add(word, standsOut);
  // A tag of several words is suggested as a whole.
  for (const tag of tags) if (/\S\s+\S/.test(tag)) add(tag.replaceAll(/\s+/g, ' '), standsOut);
  for (const word of wordsOf(text)) {
    // Single syllables are words in a title (탑, 칼) but mostly fragments elsewhere.
    if (word.length > 1) add(word, 1);
    const noun = plainNoun(word);
    if (noun !== null) add(noun, 1);
  }
  return weights;
}

/** Notes how a change of a text affects the vocabulary, in the transaction of the change. */
export async function noteWords(trx: Db, before: FoldedText | null, after: FoldedText | null): Promise<void> {
  const changes = after ? weigh(after) : new Map<string, number>();
  for (const [word, weight] of before ? weigh(before) : []) {
    const change = (changes.get(word) ?? 0) - weight;
    if (change === 0) changes.delete(word);
    else changes.set(word, change);
  }
  if (changes.size === 0) return;
  await sql`
    insert into search_word_change (word, change)
    select * from unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::bigint[])`.execute(trx);
}

const batch = 20_000;

/** Folds the notes into the vocabulary. Safe at any time and in several processes. */
export async function foldWords(db: Db): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ word: string; change: number; notes: number }>`
        with taken as (
          delete from search_word_change where ctid = any (array(
            select ctid from search_word_change limit ${batch} for update skip locked))
          returning word, change
        )
        select word, sum(change)::bigint as change, count(*) as notes from taken group by word order by word`.execute(
        trx,
      );
      const changed = rows.filter(({ change }) => change !== 0);
      if (changed.length > 0) await writeWords(trx, changed);
      return rows.reduce((sum, { notes }) => sum + notes, 0);
    });
    if (taken < batch) return;
  }
}

/** Writes in the order of the words, so that concurrent runs wait instead of deadlocking. */
async function writeWords(trx: Db, changed: readonly { word: string; change: number }[]): Promise<void> {
  const words = changed.map(({ word }) => word);
  const keys = words.map(soundKey);
  await sql`
    insert into search_word as known (word, key, initials, typos, weight)
    select word, key, initials, typos::integer[], weight
    from unnest(${words}::text[], ${keys}::text[], ${words.map(initialsOf)}::text[],
      ${keys.map((key) => `{${typoNumbers(key).join(',')}}`)}::text[], ${changed.map(({ change }) => change)}::bigint[])
      as noted (word, key, initials, typos, weight)
    order by word
    on conflict (word) do update set weight = known.weight + excluded.weight`.execute(trx);
  // Delete only a weight of exactly zero: another process may hold the notes that balance a negative one.
  await sql`delete from search_word where word = any (${words}::text[]) and weight = 0`.execute(trx);
}

export type KnownWord = { word: string; weight: number };

/** Returns which of these words published texts contain, and words with these phonetic keys. */
export async function findWords(
  db: Db,
  { words, keys }: { words: readonly string[]; keys: readonly string[] },
): Promise<(KnownWord & { key: string })[]> {
  if (words.length + keys.length === 0) return [];
  const { rows } = await sql<KnownWord & { key: string }>`
    select word, key, weight from search_word where word = any (${words}::text[]) and weight > 0
    union select word, key, weight from search_word where key = any (${keys}::text[]) and weight > 0`.execute(
    db,
  );
  return rows;
}

const maxByInitials = 200;

/** Returns words with exactly these first consonants, most prominent first; longer words if there are none. */
export async function findByInitials(db: Db, pattern: string, whole: boolean): Promise<KnownWord[]> {
  const condition = whole
    ? sql`initials = ${pattern}`
    : sql`initials >= ${pattern} and initials < ${endOf(pattern)}`;
  const { rows } = await sql<KnownWord>`
    select word, weight from (
      select word, weight from search_word where ${condition} and initials <> '' and weight > 0
      ${whole ? sql`order by initials desc, weight desc` : sql``} limit ${maxByInitials}
    ) as found order by weight desc, word`.execute(db);
  return rows;
}

const maxByTypos = 300;

/** Returns words that may be one edit away from one of the keys; the numbers can give false positives. */
export async function findByTypos(db: Db, keys: readonly string[]): Promise<(KnownWord & { key: string })[]> {
  if (keys.length === 0) return [];
  // The schema of the operator is needed: see listing.ts of the resources.
  const { rows } = await sql<KnownWord & { key: string }>`
    select word, key, weight from (
      select word, key, weight from search_word
      where typos operator(pg_catalog.&&) (select ${keys.flatMap(typoNumbers)}::integer[]) and weight > 0
      limit ${maxByTypos}
    ) as found order by weight desc, word`.execute(db);
  return rows;
}

const maxByBeginning = 2000;
const maxHot = 5000;

/** Returns words that begin with these key strokes, most prominent first. */
export async function findByBeginning(db: Db, key: string, most: number): Promise<KnownWord[]> {
  // Very many words begin with one or two strokes, so only the most prominent ones are searched.
  const among =
    key.length < 3
      ? sql`select word, key, weight from search_word order by weight desc, word limit ${maxHot}`
      : sql`select word, key, weight from search_word where key >= ${key} and key < ${endOf(key)} limit ${maxByBeginning}`;
  const { rows } = await sql<KnownWord>`
    select word, weight from (${among}) as found
    where starts_with(key, ${key}) and weight > 0 order by weight desc, word limit ${most}`.execute(db);
  return rows;
}

/** Returns the end of the range of texts with this prefix. */
function endOf(beginning: string): string {
  return `${beginning}\u{10FFFF}`;
}
