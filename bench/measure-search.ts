import { connectDatabase } from '../src/platform/server/db.ts';
import { listResources, type ListRequest } from '../src/features/resources/server/listing.ts';
import { asTypedInLatin, initialsOf } from '../src/features/search/rules.ts';
import { composeHangul, keyStrokes } from '../src/platform/shared/korean-words.ts';
import { cpuOf, quantile } from './backend-cpu.ts';
import type { Vocabulary } from './generated-resources.ts';
import { resourceId } from './load-resources.ts';

/** Limit in multiples of a look-up, from the original requirement for search. */
const most = 35;
/** Every further word is another list to intersect; the requirement ends at two. */
const maxWithThreeWords = 60;
/** A search without results is repeated in up to eight other ways. */
const maxWhenExpanded = 60;
const repeats = 7;
const wordsEach = 24;

type Query = Omit<ListRequest, 'sort' | 'page' | 'limit'> & { sort?: ListRequest['sort'] };

/** p95 of each class, in multiples of a look-up. */
export type Figures = Record<string, number>;

/**
 * Compares page 1 of searches of every class with a look-up of a card by its primary key, alternating on the same
 * connection: CPU time of PostgreSQL's process alone. Returns the figures, and whether every class kept within its
 * limit.
 */
export async function measureSearch(
  connectionString: string,
  words: Vocabulary,
  count: number,
  say: (line: string) => void,
  limitOf: (name: string) => number = ownLimit,
): Promise<{ figures: Figures; kept: boolean }> {
  const { db, pool, close } = connectDatabase(connectionString, { poolSize: 1, onError: () => {} });
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]!.pid;
    const cost = async (work: () => Promise<unknown>) => {
      const before = cpuOf(pid);
      await work();
      return cpuOf(pid) - before;
    };
    // An unnamed statement: planned again each time, as for any first look-up.
    const lookUp = (seq: number) =>
      pool.query({ text: 'select card from resource where id = $1', values: [resourceId(seq)] });
    const search = (query: Query) => listResources(db, { sort: 'newest', ...query, page: 1, limit: 32 });

    const lookUps: number[] = [];
    const measured: { name: string; found: number[]; costs: number[] }[] = [];
    for (const [name, queries] of Object.entries(classes(words))) {
      const found: number[] = [];
      // Connections live for hours and prepare each statement once.
      for (const query of queries) found.push((await search(query)).total);
      const samples: number[][] = queries.map(() => []);
      for (let repeat = 0; repeat < repeats; repeat++) {
        for (const [index, query] of queries.entries()) {
          samples[index]!.push(await cost(() => search(query)));
          lookUps.push(await cost(() => lookUp(1 + ((lookUps.length * 7919) % count))));
        }
      }
      // The median of a query's repeats is its own cost, without other load on the machine.
      measured.push({ name, found, costs: samples.map((each) => quantile(each, 0.5)) });
    }

    const unit = quantile(lookUps, 0.5);
    say(`\nlook-up of a card by primary key: ${unit.toFixed(2)} ms; page 1 of a search, in such look-ups:\n`);
    say(`${'class'.padEnd(28)}${'found'.padStart(12)}${'p50'.padStart(8)}${'p95'.padStart(8)}`);
    for (const { name, found, costs } of measured) {
      const range = `${Math.min(...found)}–${Math.max(...found)}`;
      const [p50, p95] = [quantile(costs, 0.5) / unit, quantile(costs, 0.95) / unit];
      const limit = limitOf(name);
      const verdict = p95 > limit ? `   over ${limit.toFixed(1)}` : '';
      say(
        `${name.padEnd(28)}${range.padStart(12)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}${verdict}`,
      );
    }
    const figures = Object.fromEntries(
      measured.map(({ name, costs }) => [name, quantile(costs, 0.95) / unit] as const),
    );
    return { figures, kept: Object.entries(figures).every(([name, p95]) => p95 <= limitOf(name)) };
  } finally {
    await close();
  }
}

function ownLimit(name: string): number {
  if (name.startsWith('not as typed')) return maxWhenExpanded;
  return name === 'three words' ? maxWithThreeWords : most;
}

/** Words by rank: the first are in a quarter of all texts, the last in a few of a million. */
function classes({ ko, en, ja }: Vocabulary): Record<string, Query[]> {
  const pick = (
    from: readonly string[],
    first: number,
    last: number,
    fits: (word: string) => boolean = () => true,
  ) => {
    const among = from.slice(first, last).filter(fits);
    const step = Math.max(1, Math.floor(among.length / wordsEach));
    return among.filter((_, index) => index % step === 0).slice(0, wordsEach);
  };
  const queries = (texts: readonly string[]): Query[] => texts.map((search) => ({ search }));
  const of = (length: number) => (word: string) => word.length === length;
  const longer = (word: string) => word.length > 2;
  const both = (a: readonly string[], b: readonly string[]) =>
    a.map((word, index) => `${word} ${b[index % b.length]}`);

  const byRelevance = (texts: readonly string[]): Query[] =>
    texts.map((search) => ({ search, sort: 'relevance' }));
  const hot = pick(ko, 0, 12, of(2));
  const medium = pick(ko, 60, 600, of(2));
  const rare = pick(ko, 20_000, 30_000, of(2));
  const absent = [
    '없는낱말',
    '뷁',
    '쀍뛟',
    'zzyzx',
    'qqqq',
    'xylophonist',
    '龘',
    '鱻靐',
    'ヸヹ',
    'é',
    'щи',
    '🦄',
  ];
  const filtered = [
    ...hot.slice(0, 6),
    ...medium.slice(0, 6),
    ...rare.slice(0, 6),
    ...pick(en, 0, 2000).slice(0, 6),
  ];
  const tags = [...ko.slice(0, 4), ...ko.slice(100, 104), ...en.slice(0, 2), ...ja.slice(0, 2)];
  return {
    '1 CJK character': queries([
      ...'가나설프',
      ...pick(ja, 0, 40).map((word) => word.slice(0, 1)),
      ...'쮸쎀龜',
    ]),
    'Korean, 2 syllables, hot': queries(hot),
    'Korean, 2 syllables, medium': queries(medium),
    'Korean, 2 syllables, rare': queries(rare),
    'Korean, 3 and more, hot': queries(pick(ko, 0, 60, longer)),
    'Korean, 3 and more, medium': queries(pick(ko, 60, 2000, longer)),
    'Korean, 3 and more, rare': queries(pick(ko, 20_000, 30_000, longer)),
    'English, hot': queries(pick(en, 0, 16, longer)),
    'English, medium': queries(pick(en, 60, 2000, longer)),
    'English, rare': queries(pick(en, 10_000, 20_000, longer)),
    '1 Latin letter or digit': queries([...'aeqxz3']),
    '2 Latin letters': queries(['3d', 'ai', 'pl', 'th', 'qu', 'xy', 'zz', 'sk']),
    'Japanese, hot': queries(pick(ja, 0, 12)),
    'Japanese, medium': queries(pick(ja, 60, 2000)),
    'Japanese, rare': queries(pick(ja, 8000, 15_000)),
    'two words, hot': queries(both(hot, hot.toReversed().slice(1))),
    'two words, hot and medium': queries(both(hot, medium)),
    'two words, two languages': queries(both([...hot, ...medium], en.slice(0, 12))),
    'two words, rare': queries(both(medium, rare)),
    'three words': queries(both(both(hot, medium), pick(ko, 12, 60))),
    absent: queries(absent),
    'search and category': filtered.map((search) => ({ search, category: '3d_model' })),
    'search and rare category': filtered.map((search) => ({ search, category: 'other' })),
    'search and tag': filtered.flatMap((search) => tags.slice(0, 4).map((tag) => ({ search, tag }))),
    tag: tags.map((tag) => ({ tag })),
    'by relevance, hot': byRelevance(hot),
    'by relevance, medium': byRelevance(medium),
    'by relevance, rare': byRelevance(rare),
    'by relevance, English': byRelevance(pick(en, 0, 2000, longer)),
    'by relevance, two words': byRelevance(both(hot, medium)),
    'not as typed: initials': queries([...hot, ...pick(ko, 60, 2000, longer)].map(initialsOf)),
    'not as typed: layout': queries([...hot, ...medium].map((word) => asTypedInLatin(word) ?? word)),
    'not as typed: typo': queries(
      pick(ko, 60, 30_000, longer).map(
        (word) =>
          `${keyStrokes(word).length > 5 ? composeHangul(keyStrokes(word).slice(0, -2) + keyStrokes(word).slice(-1)) : word}`,
      ),
    ),
    'not as typed: particle': queries(pick(ko, 60, 30_000, longer).map((word) => `${word}에서부터`)),
    'not as typed: two words': queries(both(hot.map(initialsOf), medium)),
    'tag and category': tags.map((tag) => ({ tag, category: 'flash_game' })),
  };
}
