import type { Locale } from '#i18n/languages.ts';
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { ExpansionKind } from '#features/search/contract.ts';
import { suggestWords, understand } from '#features/search/server/public.ts';
import { unprepared, type Db } from '#platform/server/db.ts';
import {
  foldText,
  likePattern,
  queryTokens,
  searchWords,
  tokenIsWord,
} from '#platform/shared/search-text.ts';
import type { Facets, ListQuery, Suggestion } from '../contract.ts';
import { maxPerPage, pageSize } from '../rules.ts';
import { cardWithCounts, noRates, withoutMarks, withRates, type RatesOf } from './cards.ts';
import {
  ageSize,
  agesWithWindows,
  blockSizes,
  blockToken,
  categoryToken,
  fileTypeToken,
  licenseToken,
  stretchSize,
  tagToken,
  windowSize,
} from './search-index.ts';

export type ListRequest = {
  /** Every word must occur in title, description, tags or translations. */
  search?: string;
  /** True if the search must not be expanded beyond the words as typed. */
  exact?: boolean;
  category?: string;
  /** One whole tag, in any case. */
  tag?: string;
  license?: string;
  /** Extension of a file, in lower case. */
  fileType?: string;
  sort: ListQuery['sort'];
  page: number;
  limit: number;
};

/** Expansion of a search whose exact words found few results. */
export type Expansion = { kinds: ExpansionKind[]; texts: string[]; exactCount: number };

export type ResourceList = {
  /** Array of cards as JSON text from PostgreSQL. */
  json: string;
  total: number;
  /** False if a search stopped counting: there are more than `total`, and no page shows them. */
  totalIsExact: boolean;
  /** Page in the answer: the last one if the requested page is past the end. */
  page: number;
  pageCount: number;
  expansion: Expansion | null;
};

/** Positions in the order of publication. */
export type Found = { seqs: number[]; expansion: Expansion | null };
/** Caches the results of a search for its other pages. */
export type FoundCache = { get(key: string, load: () => Promise<Found>): Promise<Found> };

/** Maximum number of results that can be paged through: the newest ones. */
export const maxFound = 1024;
/** Number of results that are searched for until someone requests a page that needs more, which is rare. */
export const maxFoundAtFirst = 512;
/** A search with fewer results than this is expanded. */
export const fewFound = 8;
/** Maximum number of results that an expansion adds. */
const maxAdded = 64;
const enoughAdded = 32;
/** If a filter leaves at most this many rows, all meanings of a query are searched for in one statement. */
const maxAmong = 100;

/** Returns one page of the published resources, with the rates of their builds where they are asked for. */
export async function listResources(
  db: Db,
  request: ListRequest,
  { cache, ratesOf = noRates }: { cache?: FoundCache; ratesOf?: RatesOf } = {},
): Promise<ResourceList> {
  const { exact = false, limit, sort } = request;
  const words = searchWords(request.search ?? '');
  const filter: Filter = {
    words,
    phrase: foldText(request.search ?? '')
      .trim()
      .replaceAll(/\s+/g, ' '),
    category: request.category,
    tag: foldText(request.tag?.trim() ?? '') || undefined,
    license: request.license,
    fileType: request.fileType,
  };
  const { phrase, ...asked } = filter;
  if (words.length === 0 && !filter.tag && !filter.license && !filter.fileType)
    return listAll(db, request, ratesOf);

  // Turning pages keeps the order: sorting by downloads covers all results that can be paged through.
  const atFirst = sort !== 'downloads' && request.page * limit < maxFoundAtFirst;
  const most = atFirst ? maxFoundAtFirst : maxFound;
  const keep = (key: unknown[], load: () => Promise<Found>) =>
    cache ? cache.get(JSON.stringify([...key, sort, most]), load) : load();
  let found = await keep(['exact', asked, ...(sort === 'relevance' ? [phrase] : [])], () =>
    findExact(db, filter, sort, most),
  );
  if (words.length > 0 && !exact && found.seqs.length < fewFound) {
    // Keep case and word order in the key: they matter for expansions (keyboard layout, phrases).
    found = await keep(['expanded', asked, request.search], () =>
      expand(db, filter, request.search ?? '', found.seqs),
    );
  }

  const { seqs, expansion } = found;
  const total = Math.min(seqs.length, most);
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(request.page, pageCount);
  const chosen = seqs.slice((page - 1) * limit, Math.min(page * limit, total));
  return {
    json: chosen.length === 0 ? '[]' : await cards(db, chosen, ratesOf),
    total,
    totalIsExact: seqs.length <= most,
    page,
    pageCount,
    expansion,
  };
}

async function findExact(db: Db, filter: Filter, sort: ListRequest['sort'], most: number): Promise<Found> {
  const found = await findNewest(db, filter, most + 1, sort === 'relevance');
  const seqs = sort === 'relevance' ? byRank(found) : found.map(({ seq }) => seq);
  return { seqs: sort === 'downloads' ? await byDownloads(db, seqs) : seqs, expansion: null };
}

/**
 * Appends expanded results to the exact ones, likeliest meaning first. Exact results are neither lost nor
 * moved.
 */
async function expand(db: Db, filter: Filter, query: string, exact: readonly number[]): Promise<Found> {
  const found = new Set(exact);
  const among = await findFewBy(db, filter);
  // The filter leaves nothing else to find, for any meaning of the query.
  if (among?.every((seq) => found.has(seq))) return { seqs: [...exact], expansion: null };
  const kinds = new Set<ExpansionKind>();
  const texts: string[] = [];
  for (const rewriting of await understand(db, query, { foundNothing: exact.length === 0 })) {
    // Dropping a word is the last resort.
    if (rewriting.kinds.includes('fewer_words') && found.size > 0 && !kinds.has('fewer_words')) break;
    const words = searchWords(rewriting.text);
    if (words.length === 0) continue;
    const meant = { ...filter, words, phrase: rewriting.text };
    const rows = among
      ? await findAmong(db, meant, among, maxAdded)
      : await findNewest(db, meant, maxAdded, true);
    const before = found.size;
    for (const seq of byRank(rows)) found.add(seq);
    if (found.size === before) continue;
    rewriting.kinds.forEach((kind) => kinds.add(kind));
    texts.push(rewriting.text);
    if (found.size - exact.length >= enoughAdded) break;
  }
  return {
    seqs: [...found],
    expansion: texts.length === 0 ? null : { kinds: [...kinds], texts, exactCount: exact.length },
  };
}

/**
 * Returns all rows that the filter leaves, regardless of words; null if these are many or there is no filter.
 */
async function findFewBy(db: Db, filter: Filter): Promise<number[] | null> {
  const { category, tag, license, fileType } = filter;
  if (!category && !tag && !license && !fileType) return null;
  const found = await findNewest(db, { ...filter, words: [], phrase: '' }, maxAmong + 1, false);
  return found.length > maxAmong ? null : found.map(({ seq }) => seq);
}

/** Same as findNewest() with the filter that these rows passed. */
async function findAmong(db: Db, filter: Filter, among: readonly number[], most: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select seq, ${rankBy(filter)} as rank from resource_search
    where seq = any (${among}::bigint[]) and search_text like all (${filter.words.map(likePattern)}::text[])
    order by seq desc limit ${most}`.execute(db);
  return rows;
}

/**
 * Ranks results with the query in their title first, then the others, each newest first. Only the newest are
 * ranked, up to the number that is searched for at first, so that turning pages keeps the order.
 */
function byRank(found: readonly Place[]): number[] {
  const ranked = found.slice(0, maxFoundAtFirst).toSorted((a, b) => b.rank - a.rank);
  return [...ranked, ...found.slice(maxFoundAtFirst)].map(({ seq }) => seq);
}

/* Statements of a list without a search are built once: building them takes longer than PostgreSQL takes
   to answer. $1 is the page, $2 the category, if any. The usual page sizes are literals, so that
   PostgreSQL keeps a generic plan; statements for other sizes are planned on demand. */
const newestFirst = 'r.seq desc';
// Without a query there is no relevance.
const orders = {
  newest: newestFirst,
  relevance: newestFirst,
  downloads: 'r.download_count desc, r.seq desc',
};

function cardsOf(chosen: string, order: string): string {
  return `select coalesce('[' || string_agg(card, ',') || ']', '[]') from (
    select ${cardWithCounts} as card from (${chosen}) as chosen (seq)
    join resource r on r.seq = chosen.seq and r.state = 'published' order by ${order}) cards`;
}

/**
 * Select positions from an index first, then their cards. The counts per stretch of `seq` give the total and,
 * for deep pages, the stretch to start from, so that the last page costs little more than the first.
 */
const usualLimits = new Set([6, 8, pageSize, maxPerPage]);

function listStatement(sort: ListRequest['sort'], hasCategory: boolean, limit: number): string {
  const inCategory = hasCategory ? 'and r.category = $2' : '';
  const chosen =
    orders[sort] === newestFirst
      ? `select r.seq from resource r
        where r.state = 'published' ${inCategory} and r.seq < (select (stretch + 1) * ${stretchSize} from start)
        order by r.seq desc limit ${limit} offset (select skip - before from asked_page, start)`
      : `select r.seq from resource r where r.state = 'published' ${inCategory}
        order by r.download_count desc, r.seq desc limit ${limit} offset (select skip from asked_page)`;
  return `${usualLimits.has(limit) ? '' : unprepared}with stretches as (
      select c.stretch, sum(c.published) as published from resource_count c
      ${hasCategory ? 'where c.category = $2' : ''} group by c.stretch
    ), counted as (
      select coalesce(sum(published), 0)::integer as total from stretches
    ), asked_page as materialized (
      select total, page, (page - 1) * ${limit}::bigint as skip
      from counted, least($1::bigint, greatest(ceil(total::float8 / ${limit})::bigint, 1)) as page
    ), start as materialized (
      select stretch, reached - published as before
      from (select stretch, published, sum(published) over (order by stretch desc) as reached from stretches) as running
      where reached > (select skip from asked_page) order by stretch desc limit 1
    )
    select total, page::integer, (${cardsOf(chosen, orders[sort])}) as json from asked_page`;
}

/**
 * Builds the statement of the first page, which is by far the most frequent and needs no counts to find its
 * start.
 */
function firstPageStatement(sort: ListRequest['sort'], hasCategory: boolean, limit: number): string {
  const inCategory = hasCategory ? 'and r.category = $1' : '';
  return `${usualLimits.has(limit) ? '' : unprepared}select 1 as page,
    (select coalesce(sum(published), 0)::integer from resource_count ${hasCategory ? 'where category = $1' : ''}) as total,
    (select coalesce('[' || string_agg(card, ',') || ']', '[]') from (
      select ${cardWithCounts} as card from resource r where r.state = 'published' ${inCategory}
      order by ${orders[sort]} limit ${limit}) cards) as json`;
}

const listStatements = new Map<string, string>();

async function listAll(
  db: Db,
  { category, limit, page, sort }: ListRequest,
  ratesOf: RatesOf,
): Promise<ResourceList> {
  const key = `${sort} ${category === undefined ? 'all' : 'category'} ${limit} ${page === 1 ? 'first' : 'any'}`;
  let text = listStatements.get(key);
  if (text === undefined) {
    text = (page === 1 ? firstPageStatement : listStatement)(sort, category !== undefined, limit);
    listStatements.set(key, text);
  }
  const values = [...(page === 1 ? [] : [page]), ...(category === undefined ? [] : [category])];
  const { rows } = await db.executeQuery<{ total: number; page: number; json: string }>(
    CompiledQuery.raw(text, values),
  );
  const { json, ...found } = rows[0] ?? { json: '[]', total: 0, page: 1 };
  const pageCount = Math.max(1, Math.ceil(found.total / limit));
  const shown = await withRates(db, withoutMarks(json), ratesOf);
  return { json: shown, ...found, totalIsExact: true, pageCount, expansion: null };
}

const foundStatement = `select coalesce('[' || string_agg(card, ',' order by place) || ']', '[]') as json from (
    select ${cardWithCounts} as card, place from unnest($1::bigint[]) with ordinality as chosen (seq, place)
    join resource r on r.seq = chosen.seq and r.state = 'published') cards`;

/**
 * Returns cards in the given order, without those that are no longer published: `chosen` may come from a
 * cache.
 */
async function cards(db: Db, chosen: readonly number[], ratesOf: RatesOf): Promise<string> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(foundStatement, [chosen]));
  return withRates(db, withoutMarks(rows[0]?.json ?? '[]'), ratesOf);
}

type Filter = {
  words: readonly string[];
  /** Whole query: titles that contain it rank higher. */
  phrase: string;
  category: string | undefined;
  tag: string | undefined;
  license: string | undefined;
  fileType: string | undefined;
};

type Place = { seq: number; rank: number };

/** Infinity stands for all older rows, the last and widest step. */
const steps = [...blockSizes, windowSize, ageSize, Infinity];
/** Number of superfluous rows that cost less to read than another statement. */
const fewRows = 300;

/**
 * Returns the positions of the newest matching resources, newest first, up to `most`. Goes back in the order
 * of publication in steps of a block, a window, an age or all the rest. The number of results so far decides
 * the width of the next step, so that few superfluous rows are read: a word in every text and a word in none
 * cost about the same. Old ages have no windows, because a search reaches them only for rare words.
 */
export async function findNewest(db: Db, filter: Filter, most: number, ranked: boolean): Promise<Place[]> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(seq) as newest from resource where state = 'published'`.execute(db);
  const newest = rows[0]?.newest ?? null;
  if (newest === null) return [];
  const tokens = [
    ...queryTokens(filter.words),
    ...(filter.category === undefined ? [] : [categoryToken(filter.category)]),
    ...(filter.tag === undefined ? [] : [tagToken(filter.tag)]),
    ...(filter.license === undefined ? [] : [licenseToken(filter.license)]),
    ...(filter.fileType === undefined ? [] : [fileTypeToken(filter.fileType)]),
  ];

  const windowsFrom = (Math.floor(newest / ageSize) - agesWithWindows + 1) * ageSize;
  const found: Place[] = [];
  let end = newest + 1;
  let step = 0;
  while (end > 0 && found.length < most) {
    const size = steps[step]!;
    found.push(...(await findBefore(db, filter, tokens, { end, size, most: most - found.length, ranked })));
    end = stepStart(end, size);

    const share = (found.length + 1) / (newest + 1 - end);
    const enough = Math.max(1.6 * (most - found.length), fewRows);
    const widest = Math.min(step + 1, steps.length - 1);
    step = end > windowsFrom ? 0 : steps.indexOf(ageSize);
    for (let wider = 1; wider <= widest; wider++) {
      if (share * (end - stepStart(end, steps[wider]!)) <= enough) step = wider;
    }
  }
  return found;
}

/** Returns the start of the step that contains the position before `end`. */
function stepStart(end: number, size: number): number {
  return size === Infinity ? 0 : Math.floor((end - 1) / size) * size;
}

/**
 * SQL of the rank of a row: title equal to the query, title that contains it, title with its words or a tag
 * equal to it, any other.
 */
function rankBy({ words, phrase }: Pick<Filter, 'words' | 'phrase'>): RawBuilder<unknown> {
  return sql`case
    when E'\n' || titles || E'\n' like (select ${likePattern(`\n${phrase}\n`)}::text) then 3
    when titles like (select ${likePattern(phrase)}::text) then 2
    when titles like all ((select ${words.map(likePattern)}::text[])::text[])
      or (select ${phrase}::text) = any (tags) then 1
    else 0 end`;
}

/**
 * Searches one step: the block, window or age that contains the position before `end`, or everything before
 * it.
 */
async function findBefore(
  db: Db,
  { words, phrase, category, tag, license, fileType }: Filter,
  tokens: readonly number[],
  { end, size, most, ranked }: { end: number; size: number; most: number; ranked: boolean },
): Promise<Place[]> {
  const last = end - 1;
  const table = size === Infinity ? 'resource_search' : `resource_search_age_${Math.floor(last / ageSize)}`;
  const narrowed = size < windowSize ? [...tokens, blockToken(size, last)] : tokens;
  // Reading the texts is half the work: do so only for words that their tokens do not prove.
  const patterns = words.filter((word) => !tokenIsWord(word)).map(likePattern);
  const rank = ranked && words.length > 0 ? rankBy({ words, phrase }) : sql`0`;
  /* The window is a literal, so that its partial index can be used. The sub-selects hide the values from
     the planner: one plan, with the index over `tokens`, is good for all of them, and PostgreSQL keeps it.
     `+ 0` keeps the planner from the primary key, and the operator's schema keeps an extension (intarray)
     from replacing the operator with one that the index does not support. */
  const { rows } = await sql<Place>`
    select seq, ${rank} as rank from ${sql.table(table)}
    where tokens operator(pg_catalog.@>) (select ${narrowed}::integer[])
      and seq + 0 < (select ${end}::bigint)
      ${size < ageSize ? sql`and seq / 65536 = ${sql.lit(Math.floor(last / windowSize))}` : sql``}
      and search_text like all ((select ${patterns}::text[])::text[])
      ${category === undefined ? sql`` : sql`and category = (select ${category}::text)`}
      ${tag === undefined ? sql`` : sql`and (select ${tag}::text) = any (tags)`}
      ${license === undefined ? sql`` : sql`and license = (select ${license}::text)`}
      ${fileType === undefined ? sql`` : sql`and (select ${fileType}::text) = any (file_types)`}
    order by seq + 0 desc limit (select ${most}::bigint)`.execute(db);
  return rows;
}

async function byDownloads(db: Db, found: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select r.seq from unnest(${found.slice(0, maxFound)}::bigint[]) as found (seq) join resource r using (seq)
    order by r.download_count desc, r.seq desc`.execute(db);
  return [...rows.map((row) => row.seq), ...found.slice(maxFound)];
}

const maxTitles = 4;
/** Number of the newest matches that titles are suggested from. */
const titlesAmong = 64;
/** Number of the best titles among these. */
const bestTitles = 16;

/** Suggests completions of a query: search terms first, then resources. */
export async function suggest(db: Db, typed: string, locale: Locale, most: number): Promise<Suggestion[]> {
  const terms = await suggestWords(db, typed, most);
  const asTyped = await findTitles(db, typed, locale);
  const titles =
    asTyped.length > 0 || terms[0] === undefined ? asTyped : await findTitles(db, terms[0], locale);
  return [
    ...terms.slice(0, most - titles.length).map((text) => ({ kind: 'term' as const, text })),
    ...titles.map(({ id, title }) => ({ kind: 'resource' as const, text: title, id })),
  ];
}

async function findTitles(db: Db, query: string, locale: Locale): Promise<{ id: string; title: string }[]> {
  const words = searchWords(query);
  if (words.length === 0) return [];
  const filter = { words, phrase: foldText(query).trim(), ...unfiltered };
  const found = (await findNewest(db, filter, titlesAmong, true)).filter(({ rank }) => rank > 0);
  const chosen = byRank(found).slice(0, bestTitles);
  const { rows } = await sql<{ id: string; title: string }>`
    select r.id, case when r.language = ${locale} then r.title
      else coalesce(nullif(r.translations -> ${locale} ->> 'title', ''), r.title) end as title
    from unnest(${chosen}::bigint[]) with ordinality as chosen (seq, place)
    join resource r on r.seq = chosen.seq and r.state = 'published' order by place`.execute(db);
  // Prefer titles in which a word starts with the input to those that contain it elsewhere; for one letter,
  // take only the former.
  const begins = ({ title }: { title: string }) => ` ${foldText(title)}`.includes(` ${filter.phrase}`);
  const others = filter.phrase.length === 1 ? [] : rows.filter((row) => !begins(row));
  return [...rows.filter(begins), ...others].slice(0, maxTitles);
}

const unfiltered = { category: undefined, tag: undefined, license: undefined, fileType: undefined };

/** Returns the values that a list can be filtered by, most frequent first. */
export async function listFacets(db: Db, category: string | undefined): Promise<Facets> {
  const { rows } = await sql<{ facet: string; value: string; count: number }>`
    select facet, value, sum(published)::integer as count from resource_facet_count
    ${category === undefined ? sql`` : sql`where category = ${category}`}
    group by facet, value having sum(published) > 0 order by count desc, value`.execute(db);
  const of = (facet: string) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  return { licenses: of('license'), fileTypes: of('file_type') };
}

/** Returns the published resources that a search ranks first. */
export async function searchPublished(
  db: Db,
  search: string,
  most: number,
): Promise<{ id: string; title: string }[]> {
  const { json } = await listResources(db, { search, sort: 'relevance', page: 1, limit: most });
  return (JSON.parse(json) as { id: string; title: string }[]).map(({ id, title }) => ({ id, title }));
}
