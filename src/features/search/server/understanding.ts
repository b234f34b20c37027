import { sql, type RawBuilder } from 'kysely';
import { keyStrokes, stems, type Stems } from '#platform/shared/korean-words.ts';
import type { Db } from '#platform/server/db.ts';
import { foldText, likePattern, searchWords } from '#platform/shared/search-text.ts';
import {
  asTypedInKorean,
  asTypedInLatin,
  fitsInitials,
  hasInitials,
  initialsPattern,
  isLongEnoughForTypos,
  isOneEditApart,
  soundKey,
  splits,
  type ExpansionKind,
} from '../rules.ts';
import { findSynonyms } from './queries.ts';
import {
  findByBeginning,
  findByInitials,
  findByTypos,
  findWords,
  standsOut,
  type KnownWord,
} from './vocabulary.ts';

/** Another form of the query, to be searched for as well. */
export type Rewriting = { text: string; kinds: ExpansionKind[] };

/** Maximum number of words; longer queries are expensive to expand and find nothing. */
const maxWords = 6;
const longestWord = 40;
/** Maximum number of rewritings, each of which is a search. */
const maxRewritings = 8;
const maxOfWord = 4;
/** Many words share their first consonants: words this many times rarer than the most frequent one are dropped. */
const rarest = 8;

/** Distance of each kind from the typed words; nearer ones are tried first. */
const distances: Record<ExpansionKind, number> = {
  variant: 0.5,
  inflection: 1,
  synonym: 1.5,
  spacing: 1.6,
  layout: 2,
  initials: 2.5,
  typo: 3,
  fewer_words: 8,
};

type Option = { text: string; kind: ExpansionKind | null; distance: number };

/**
 * Returns other meanings of a query, likeliest first. `foundNothing` also allows corrections of mistakes; otherwise
 * only equivalents are returned. Takes a few index look-ups, for any size of the vocabulary.
 */
export async function understand(
  db: Db,
  query: string,
  { foundNothing }: { foundNothing: boolean },
): Promise<Rewriting[]> {
  const typed = query.normalize('NFC').trim().split(/\s+/);
  if (typed.length > maxWords || typed.some((word) => word.length > longestWord)) return [];
  const words = typed.map((raw) => proposals(raw, foundNothing));

  const allForms = words.flatMap(({ forms }) => forms);
  const rows = await findWords(db, {
    words: [...new Set(allForms.flatMap(({ parts }) => parts))],
    keys: [...new Set(allForms.map(({ key }) => key))],
  });
  const known = new Map(rows.map((row) => [row.word, row.weight]));
  const windows = windowsOf(words.map(({ folded }) => folded));
  const synonyms = await findSynonyms(db, [
    ...allForms.flatMap(({ word, stems: { sure, doubtful } }) => [word, ...sure, ...doubtful]),
    ...windows.map(({ text }) => text),
  ]);

  const options: Option[][] = [];
  for (const { folded, forms } of words) {
    const found: Option[] = [];
    const add = (text: string, kind: ExpansionKind, more = 0) => {
      if (text !== folded && !found.some((option) => option.text === text))
        found.push({ text, kind, distance: distances[kind] + more });
    };
    for (const form of forms) {
      const { word, kind } = form;
      const isKnown = known.has(word);
      // The conversion to the other layout counts only if it is a word.
      const trusted = kind !== 'layout' || isKnown;
      if (kind && trusted) add(word, kind);
      const { sure, likely, doubtful } = form.stems;
      const grounded = doubtful.filter((stem) => !isKnown && known.has(stem));
      [...sure, ...(isKnown ? [] : likely)]
        .filter((stem) => kind !== 'layout' || known.has(stem))
        .forEach((stem, index) => add(stem, kind ?? 'inflection', index / 10));
      grounded.forEach((stem) => add(stem, kind ?? 'inflection', 0.2));
      for (const row of rows) if (row.key === form.key && trusted) add(row.word, kind ?? 'variant', 0.1);
      for (const group of synonyms) {
        const fits = [word, ...sure, ...grounded].some((each) => group.includes(each));
        if (fits && (kind === null || kind === 'variant'))
          group.forEach((each, index) => add(each, 'synonym', index / 20));
      }
      if (!isKnown) {
        const parted = splits(word)
          .filter((parts) => parts.every((part) => known.has(part)) && parts.some((part) => part.length > 1))
          .toSorted((a, b) => weightOf(known, b) - weightOf(known, a));
        if (parted[0]) add(parted[0].join(' '), kind ?? 'spacing', 0.3);
      }
    }
    if (hasInitials(folded)) {
      const pattern = initialsPattern(folded);
      const fitting = async (whole: boolean) =>
        (await findByInitials(db, pattern, whole)).filter(({ word }) => fitsInitials(folded, word));
      const exact = await fitting(true);
      const fits = exact.length > 0 ? exact : await fitting(false);
      fits
        .filter(({ weight }) => weight >= fits[0]!.weight / rarest)
        .slice(0, maxOfWord)
        .forEach(({ word }, index) => add(word, 'initials', index / 10));
    }
    if (foundNothing && !known.has(folded) && isLongEnoughForTypos(folded)) {
      const keys = forms
        .filter(({ kind }) => kind !== 'layout')
        .flatMap(({ word, stems: { sure, doubtful } }) => [word, ...sure, ...doubtful])
        .filter(isLongEnoughForTypos)
        .map(soundKey);
      (await findByTypos(db, keys))
        .filter((row) => keys.some((key) => isOneEditApart(key, row.key)))
        .slice(0, maxOfWord)
        .forEach(({ word }, index) => add(word, 'typo', index / 10));
    }
    // An unused word is more likely to be replaced than a common one.
    const own = { text: folded, kind: null, distance: foundNothing && !known.has(folded) ? 4 : 0 };
    options.push([own, ...found.toSorted((a, b) => a.distance - b.distance).slice(0, maxOfWord + 2)]);
  }

  const rewritings = combine(options);
  for (const { from, count, text } of windows) {
    for (const group of synonyms.filter((each) => each.includes(text))) {
      for (const other of group.filter((each) => each !== text)) {
        const rest = words.map(({ folded }) => folded);
        rest.splice(from, count, other);
        rewritings.push({ text: rest.join(' '), kinds: ['synonym'], distance: distances.synonym });
      }
    }
  }
  const nearest = nearestOf(rewritings, query);
  // As a last resort, drop one word of several, or all unused ones: 드론 만드는 방법.
  if (!foundNothing || words.length < 3) return nearest;
  const without = options.map((_, index) => options.toSpliced(index, 1));
  const used = options.filter(
    (ofWord, index) => known.has(words[index]!.folded) || ofWord.some(({ kind }) => kind && kind !== 'typo'),
  );
  if (used.length >= 2 && used.length < options.length - 1) without.push(used);
  const fewer = without.flatMap((kept) =>
    combine(kept, true).map(({ text, kinds, distance }) => ({
      text,
      kinds: ['fewer_words' as const, ...kinds],
      distance: distance + distances.fewer_words,
    })),
  );
  return [...nearest, ...nearestOf(fewer, query)];
}

/**
 * Searches for a query and its equivalents, and only if they find nothing, for corrections. `look` receives the words
 * of each form; a text matches if it has all words of one of them (`hasAll`).
 */
export async function searchByMeaning<Found extends { total: number }>(
  db: Db,
  query: string,
  look: (ways: string[][]) => Promise<Found>,
): Promise<Found> {
  const lookAlso = async (foundNothing: boolean) => {
    const rewritings = await understand(db, query, { foundNothing });
    const meant = rewritings.filter(({ kinds }) => !kinds.includes('fewer_words'));
    const ways = [query, ...meant.map(({ text }) => text)].map(searchWords);
    return look(ways.filter((words) => words.length > 0));
  };
  if (searchWords(query).length === 0) return look([]);
  const found = await lookAlso(false);
  return found.total > 0 ? found : lookAlso(true);
}

/** Condition: the folded text has all words of one of these forms. */
export function hasAll(text: RawBuilder<unknown>, ways: readonly string[][]): RawBuilder<unknown> {
  const each = ways.map((words) => sql`${text} like all (${words.map(likePattern)}::text[])`);
  return sql`(${sql.join(each, sql` or `)})`;
}

type Form = {
  word: string;
  kind: ExpansionKind | null;
  key: string;
  stems: Stems;
  /** Parts to look up in the vocabulary. */
  parts: string[];
};

/** Returns the possible forms of a word, before any look-up. */
function proposals(raw: string, foundNothing: boolean): { folded: string; forms: Form[] } {
  const folded = foldText(raw);
  const forms: Form[] = [];
  const add = (word: string | null, kind: ExpansionKind | null) => {
    if (word === null || forms.some((form) => form.word === word)) return;
    const stemmed = stems(word);
    const parts = [word, ...Object.values(stemmed).flat(), ...splits(word).flat()];
    forms.push({ word, kind, key: soundKey(word), stems: stemmed, parts });
  };
  add(folded, null);
  if (foundNothing) {
    // Shift types double consonants, so case matters, except with Caps Lock.
    add(asTypedInKorean(raw), 'layout');
    add(asTypedInKorean(folded), 'layout');
    add(asTypedInLatin(folded), 'layout');
  }
  return { folded, forms };
}

/** Returns runs of neighbouring words, which may be one term in the synonyms. */
function windowsOf(words: readonly string[]): { from: number; count: number; text: string }[] {
  return [2, 3].flatMap((count) =>
    words.slice(0, Math.max(0, words.length - count + 1)).map((_, from) => ({
      from,
      count,
      text: words.slice(from, from + count).join(' '),
    })),
  );
}

type Combination = Rewriting & { distance: number };

/** Returns the nearest combinations of one option per word, excluding all words as typed unless `asTypedToo`. */
function combine(options: readonly Option[][], asTypedToo = false): Combination[] {
  let combinations: { chosen: Option[]; distance: number }[] = [{ chosen: [], distance: 0 }];
  for (const ofWord of options) {
    combinations = combinations
      .flatMap(({ chosen, distance }) =>
        ofWord.map((option) => ({ chosen: [...chosen, option], distance: distance + option.distance })),
      )
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, 3 * maxRewritings);
  }
  return combinations
    .map(({ chosen, distance }) => ({
      text: chosen.map(({ text }) => text).join(' '),
      kinds: [...new Set(chosen.flatMap(({ kind }) => kind ?? []))],
      distance,
    }))
    .filter(({ kinds }) => asTypedToo || kinds.length > 0);
}

function nearestOf(combinations: readonly Combination[], query: string): Rewriting[] {
  const asked = foldText(query);
  const seen = new Set([asked]);
  return combinations
    .toSorted((a, b) => a.distance - b.distance)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, maxRewritings)
    .map(({ text, kinds }) => ({ text, kinds }));
}

function weightOf(known: ReadonlyMap<string, number>, parts: readonly string[]): number {
  return Math.min(...parts.map((part) => known.get(part) ?? 0));
}

/** Suggests words and tags that begin as typed, most prominent first. */
export async function suggestWords(db: Db, typed: string, most: number): Promise<string[]> {
  const folded = foldText(typed).trim().replaceAll(/\s+/g, ' ');
  if (folded === '' || folded.length > longestWord) return [];
  // Fetches more, because inflected forms are dropped from the result.
  const among = 4 * most;
  const ways: (() => Promise<KnownWord[]>)[] = [
    () => findByBeginning(db, soundKey(folded), among),
    async () =>
      /[ㄱ-ㅎ]/.test(folded)
        ? (await findByInitials(db, initialsPattern(folded), false)).filter(({ word }) =>
            fitsInitials(folded, word),
          )
        : [],
    async () => {
      const korean = asTypedInKorean(typed.trim());
      return korean === null ? [] : findByBeginning(db, keyStrokes(korean), among);
    },
    async () => {
      const latin = asTypedInLatin(folded);
      return latin === null ? [] : findByBeginning(db, latin, among);
    },
    async () =>
      isLongEnoughForTypos(folded)
        ? (await findByTypos(db, [soundKey(folded)])).filter((row) =>
            isOneEditApart(soundKey(folded), row.key),
          )
        : [],
  ];
  for (const way of ways) {
    const found = (await way()).filter(({ weight }) => weight >= standsOut).map(({ word }) => word);
    const plain = found.filter((word) => {
      const { sure, doubtful } = stems(word);
      return ![...sure, ...doubtful].some((stem) => stem !== word && found.includes(stem));
    });
    if (plain.length > 0) return plain.slice(0, most);
  }
  return [];
}
