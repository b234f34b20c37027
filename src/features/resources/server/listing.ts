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
import { mostPerPage, pageSize } from '../rules.ts';
import { cardWithCounts, withoutMarks } from './cards.ts';
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
  /** Every word of it must occur in title, description, tags or translations. */
  search?: string;
  /** Whether to stay with the words as they were typed. */
  exact?: boolean;
  category?: string;
  /** One whole tag, whatever its case. */
  tag?: string;
  license?: string;
  /** An extension of a file, in lower case. */
  fileType?: string;
  sort: ListQuery['sort'];
  page: number;
  limit: number;
};

/** How a search went beyond the words as they were typed, because those found little. */
export type Expansion = { kinds: ExpansionKind[]; texts: string[]; exactCount: number };

export type ResourceList = {
  /** An array of cards, as PostgreSQL wrote it. */
  json: string;
  total: number;
  /** False where a search stopped counting: there are more than `total`, and no page shows them. */
  totalIsExact: boolean;
  /** The page that is answered: the last one where a later one was asked for. */
  page: number;
  pageCount: number;
  expansion: Expansion | null;
};

/** Places in the order of a list. */
export type Found = { seqs: number[]; expansion: Expansion | null };
/** Keeps what a search found, so that its other pages need not search again. */
export type FoundCache = { get(key: string, load: () => Promise<Found>): Promise<Found> };

/** How many results of a search can be paged through: the newest ones. */
export const mostFound = 1024;
/** How many are looked for until someone turns to a page that needs more; few ever do. */
export const mostFoundAtFirst = 512;
/** A search that finds fewer is looked at again for what else it may mean. */
export const fewFound = 8;
/** How many results that may bring. */
const mostAdded = 64;
const enoughAdded = 32;
/** Among so many that a filter lets through, each meaning of a query is looked for at once. */
const mostAmong = 100;

/** One page of the published resources. */
export async function listResources(db: Db, request: ListRequest, cache?: FoundCache): Promise<ResourceList> {
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
  if (words.length === 0 && !filter.tag && !filter.license && !filter.fileType) return listAll(db, request);

  // Turning pages keeps the order: by downloads, that of all that can be paged through.
  const atFirst = sort !== 'downloads' && request.page * limit < mostFoundAtFirst;
  const most = atFirst ? mostFoundAtFirst : mostFound;
  const keep = (key: unknown[], load: () => Promise<Found>) =>
    cache ? cache.get(JSON.stringify([...key, sort, most]), load) : load();
  let found = await keep(['exact', asked, ...(sort === 'relevance' ? [phrase] : [])], () =>
    findExact(db, filter, sort, most),
  );
  if (words.length > 0 && !exact && found.seqs.length < fewFound) {
    // The keyboard's shift and the order of words matter here.
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
    json: chosen.length === 0 ? '[]' : await cards(db, chosen),
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
 * What was found, and after it what else the query may have meant. Nothing that was found is lost or moved: whatever
 * this adds comes after it, the likeliest meaning first.
 */
async function expand(db: Db, filter: Filter, query: string, exact: readonly number[]): Promise<Found> {
  const found = new Set(exact);
  const among = await findFewBy(db, filter);
  // All that the filter lets through is found: nothing can be added, whatever the query means.
  if (among?.every((seq) => found.has(seq))) return { seqs: [...exact], expansion: null };
  const kinds = new Set<ExpansionKind>();
  const texts: string[] = [];
  for (const rewriting of await understand(db, query, { foundNothing: exact.length === 0 })) {
    // Leaving a word out is for when nothing else helped.
    if (rewriting.kinds.includes('fewer_words') && found.size > 0 && !kinds.has('fewer_words')) break;
    const words = searchWords(rewriting.text);
    if (words.length === 0) continue;
    const meant = { ...filter, words, phrase: rewriting.text };
    const rows = among
      ? await findAmong(db, meant, among, mostAdded)
      : await findNewest(db, meant, mostAdded, true);
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

/** What a filter lets through whatever the words are; null where that is much, or where there is no filter. */
async function findFewBy(db: Db, filter: Filter): Promise<number[] | null> {
  const { category, tag, license, fileType } = filter;
  if (!category && !tag && !license && !fileType) return null;
  const found = await findNewest(db, { ...filter, words: [], phrase: '' }, mostAmong + 1, false);
  return found.length > mostAmong ? null : found.map(({ seq }) => seq);
}

/** As findNewest() with the filter that let these through. */
async function findAmong(db: Db, filter: Filter, among: readonly number[], most: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select seq, ${rankBy(filter)} as rank from resource_search
    where seq = any (${among}::bigint[]) and search_text like all (${filter.words.map(likePattern)}::text[])
    order by seq desc limit ${most}`.execute(db);
  return rows;
}

/**
 * What has the query in its title first, then the others, each from newest to oldest. Only the newest are ranked, as
 * many as are looked for at first, so that turning pages keeps the order.
 */
function byRank(found: readonly Place[]): number[] {
  const ranked = found.slice(0, mostFoundAtFirst).toSorted((a, b) => b.rank - a.rank);
  return [...ranked, ...found.slice(mostFoundAtFirst)].map(({ seq }) => seq);
}

/*
 * The statements of a list without a search are made once: building them anew would cost more than PostgreSQL takes
 * to answer. $1 page, $2 category where there is one. The usual page sizes stand in the text, so that PostgreSQL sees
 * nothing to gain from planning anew each time and keeps the plan; other sizes are planned when they come.
 */
const newestFirst = 'r.seq desc';
// There is no relevance to nothing.
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
 * The places first, from an index alone, then their cards. The counts by stretch of `seq` give the total, and for
 * deep pages the stretch to start from, so that the last page costs little more than the first.
 */
const usualLimits = new Set([6, 8, pageSize, mostPerPage]);

function listStatement(sort: ListRequest['sort'], hasCategory: boolean, limit: number): string {
  const inCategory = hasCategory ? 'and r.category = $2' : '';
  const chosen =
    orders[sort] === newestFirst
      ? `select r.seq from resource r
        where r.state = 'published' ${inCategory} and r.seq < (select (stretch + 1) * ${stretchSize} from start)
        order by r.seq desc limit ${limit} offset (select skip - before from wanted, start)`
      : `select r.seq from resource r where r.state = 'published' ${inCategory}
        order by r.download_count desc, r.seq desc limit ${limit} offset (select skip from wanted)`;
  return `${usualLimits.has(limit) ? '' : unprepared}with stretches as (
      select c.stretch, sum(c.published) as published from resource_count c
      ${hasCategory ? 'where c.category = $2' : ''} group by c.stretch
    ), counted as (
      select coalesce(sum(published), 0)::integer as total from stretches
    ), wanted as materialized (
      select total, page, (page - 1) * ${limit}::bigint as skip
      from counted, least($1::bigint, greatest(ceil(total::float8 / ${limit})::bigint, 1)) as page
    ), start as materialized (
      select stretch, reached - published as before
      from (select stretch, published, sum(published) over (order by stretch desc) as reached from stretches) as running
      where reached > (select skip from wanted) order by stretch desc limit 1
    )
    select total, page::integer, (${cardsOf(chosen, orders[sort])}) as json from wanted`;
}

/** The first page, which is asked for far more often than all others, needs none of that. */
function firstPageStatement(sort: ListRequest['sort'], hasCategory: boolean, limit: number): string {
  const inCategory = hasCategory ? 'and r.category = $1' : '';
  return `${usualLimits.has(limit) ? '' : unprepared}select 1 as page,
    (select coalesce(sum(published), 0)::integer from resource_count ${hasCategory ? 'where category = $1' : ''}) as total,
    (select coalesce('[' || string_agg(card, ',') || ']', '[]') from (
      select ${cardWithCounts} as card from resource r where r.state = 'published' ${inCategory}
      order by ${orders[sort]} limit ${limit}) cards) as json`;
}

const listStatements = new Map<string, string>();

async function listAll(db: Db, { category, limit, page, sort }: ListRequest): Promise<ResourceList> {
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
  return { json: withoutMarks(json), ...found, totalIsExact: true, pageCount, expansion: null };
}

const foundStatement = `select coalesce('[' || string_agg(card, ',' order by place) || ']', '[]') as json from (
    select ${cardWithCounts} as card, place from unnest($1::bigint[]) with ordinality as chosen (seq, place)
    join resource r on r.seq = chosen.seq and r.state = 'published') cards`;

/** In the order given. What is not published any more is left out, because `chosen` may come from a cache. */
async function cards(db: Db, chosen: readonly number[]): Promise<string> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(foundStatement, [chosen]));
  return withoutMarks(rows[0]?.json ?? '[]');
}

type Filter = {
  words: readonly string[];
  /** The query as a whole: what ranks is a title that has it. */
  phrase: string;
  category: string | undefined;
  tag: string | undefined;
  license: string | undefined;
  fileType: string | undefined;
};

type Place = { seq: number; rank: number };

/** Everything older is the last and widest step. */
const steps = [...blockSizes, windowSize, ageSize, Infinity];
/** Looking at some rows too many costs less than another question. */
const fewRows = 300;

/**
 * The places of the newest resources that fit, newest first, as many as asked for. Goes back
 * through the order of publication in steps of a block, a window, an age or all the rest, each as wide as what was
 * found so far lets it be without looking at many more rows than are needed. So a word in every text and a word in
 * none cost about the same. Old ages have no windows: what gets there is in few texts.
 */
async function findNewest(db: Db, filter: Filter, most: number, ranked: boolean): Promise<Place[]> {
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

/** Where the step begins that the place before `end` is in. */
function stepStart(end: number, size: number): number {
  return size === Infinity ? 0 : Math.floor((end - 1) / size) * size;
}

/** How well a row fits: a title that is the query, one that has it, one that has its words or a tag that is it, any other. */
function rankBy({ words, phrase }: Pick<Filter, 'words' | 'phrase'>): RawBuilder<unknown> {
  return sql`case
    when E'\n' || titles || E'\n' like (select ${likePattern(`\n${phrase}\n`)}::text) then 3
    when titles like (select ${likePattern(phrase)}::text) then 2
    when titles like all ((select ${words.map(likePattern)}::text[])::text[])
      or (select ${phrase}::text) = any (tags) then 1
    else 0 end`;
}

/** Looks through one step: the block, window or age that the place before `end` is in, or all there is before it. */
async function findBefore(
  db: Db,
  { words, phrase, category, tag, license, fileType }: Filter,
  tokens: readonly number[],
  { end, size, most, ranked }: { end: number; size: number; most: number; ranked: boolean },
): Promise<Place[]> {
  const last = end - 1;
  const table = size === Infinity ? 'resource_search' : `resource_search_age_${Math.floor(last / ageSize)}`;
  const narrowed = size < windowSize ? [...tokens, blockToken(size, last)] : tokens;
  // Reading the texts is half the work, so only for words that their tokens do not prove.
  const patterns = words.filter((word) => !tokenIsWord(word)).map(likePattern);
  const rank = ranked && words.length > 0 ? rankBy({ words, phrase }) : sql`0`;
  /*
   * The window stands in the text, so that its own index serves. The sub-selects hide the values from the planner. One plan is good for all of them, the index over `tokens`, and
   * with nothing to gain from planning anew PostgreSQL keeps it. `+ 0` keeps the primary key out of it, and the
   * operator's schema an extension (intarray) from putting one in its place that the index cannot serve.
   */
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
    select r.seq from unnest(${found.slice(0, mostFound)}::bigint[]) as found (seq) join resource r using (seq)
    order by r.download_count desc, r.seq desc`.execute(db);
  return [...rows.map((row) => row.seq), ...found.slice(mostFound)];
}

const mostTitles = 4;
/** Titles are chosen from among so many of the newest that fit, */
const titlesAmong = 64;
/** and of these from the best. */
const bestTitles = 16;

/** What the beginning of a search may become: terms to search for, then resources to go to. */
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
  // A word that begins as typed is meant rather than one that has it somewhere inside; of one letter, only that.
  const begins = ({ title }: { title: string }) => ` ${foldText(title)}`.includes(` ${filter.phrase}`);
  const others = filter.phrase.length === 1 ? [] : rows.filter((row) => !begins(row));
  return [...rows.filter(begins), ...others].slice(0, mostTitles);
}

const unfiltered = { category: undefined, tag: undefined, license: undefined, fileType: undefined };

/** By what a list can be narrowed down: only what there is, the most frequent first. */
export async function listFacets(db: Db, category: string | undefined): Promise<Facets> {
  const { rows } = await sql<{ facet: string; value: string; count: number }>`
    select facet, value, sum(published)::integer as count from resource_facet_count
    ${category === undefined ? sql`` : sql`where category = ${category}`}
    group by facet, value having sum(published) > 0 order by count desc, value`.execute(db);
  const of = (facet: string) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  return { licenses: of('license'), fileTypes: of('file_type') };
}

/** The published resources that a search finds first. */
export async function searchPublished(
  db: Db,
  search: string,
  most: number,
): Promise<{ id: string; title: string }[]> {
  const { json } = await listResources(db, { search, sort: 'relevance', page: 1, limit: most });
  return (JSON.parse(json) as { id: string; title: string }[]).map(({ id, title }) => ({ id, title }));
}
