import { CompiledQuery, sql } from 'kysely';
import { unprepared, type Db } from '#platform/server/db.ts';
import {
  foldText,
  likePattern,
  queryTokens,
  searchWords,
  tokenIsWord,
} from '#platform/shared/search-text.ts';
import type { ListQuery } from '../contract.ts';
import { mostPerPage, pageSize } from '../rules.ts';
import { cardWithCounts } from './cards.ts';
import { blockSizes, blockToken, categoryToken, stretchSize, tagToken, windowSize } from './search-index.ts';

export type ListRequest = {
  /** Every word of it must occur in title, description, tags or translations. */
  search?: string;
  category?: string;
  /** One whole tag, whatever its case. */
  tag?: string;
  sort: ListQuery['sort'];
  page: number;
  limit: number;
};

export type ResourceList = {
  /** An array of cards, as PostgreSQL wrote it. */
  json: string;
  total: number;
  /** False where a search stopped counting: there are more than `total`, and no page shows them. */
  totalIsExact: boolean;
  /** The page that is answered: the last one where a later one was asked for. */
  page: number;
  pageCount: number;
};

/** Keeps the places that a search found, so that its other pages need not search again. */
export type FoundCache = { get(key: string, load: () => Promise<number[]>): Promise<number[]> };

/** How many results of a search can be paged through: the newest ones. */
export const mostFound = 1024;
/** How many are looked for until someone turns to a page that needs more; few ever do. */
export const mostFoundAtFirst = 512;

/** One page of the published resources. */
export async function listResources(db: Db, request: ListRequest, cache?: FoundCache): Promise<ResourceList> {
  const { category, limit, sort } = request;
  const words = searchWords(request.search ?? '');
  const tag = request.tag === undefined ? undefined : foldText(request.tag.trim());
  if (words.length === 0 && !tag) return listAll(db, request);

  // Turning pages keeps the order: by downloads, that of all that can be paged through.
  const atFirst = sort === 'newest' && request.page * limit < mostFoundAtFirst;
  const most = atFirst ? mostFoundAtFirst : mostFound;
  const find = () => findNewest(db, { words, category, tag: tag || undefined }, most + 1);
  const load = sort === 'downloads' ? async () => byDownloads(db, await find()) : find;
  const found = cache
    ? await cache.get(JSON.stringify([words, category, tag, sort, most]), load)
    : await load();

  const total = Math.min(found.length, most);
  const pageCount = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(request.page, pageCount);
  const chosen = found.slice((page - 1) * limit, Math.min(page * limit, total));
  return {
    json: chosen.length === 0 ? '[]' : await cards(db, chosen, sort),
    total,
    totalIsExact: found.length <= most,
    page,
    pageCount,
  };
}

/*
 * The statements of a list without a search are made once: building them anew would cost more than PostgreSQL takes
 * to answer. $1 page, $2 category where there is one. The usual page sizes stand in the text, so that PostgreSQL sees
 * nothing to gain from planning anew each time and keeps the plan; other sizes are planned when they come.
 */
const orders = { newest: 'r.seq desc', downloads: 'r.download_count desc, r.seq desc' };

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
    sort === 'newest'
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
  return { json, ...found, totalIsExact: true, pageCount: Math.max(1, Math.ceil(found.total / limit)) };
}

const foundStatements = {
  newest: `select (${cardsOf('select unnest($1::bigint[])', orders.newest)}) as json`,
  downloads: `select (${cardsOf('select unnest($1::bigint[])', orders.downloads)}) as json`,
};

/** What is not published any more is left out, because `chosen` may come from a cache. */
async function cards(db: Db, chosen: readonly number[], sort: ListRequest['sort']): Promise<string> {
  const { rows } = await db.executeQuery<{ json: string }>(
    CompiledQuery.raw(foundStatements[sort], [chosen]),
  );
  return rows[0]?.json ?? '[]';
}

type Filter = { words: readonly string[]; category: string | undefined; tag: string | undefined };

/** Everything older is the last and widest step. */
const steps = [...blockSizes, windowSize, Infinity];
/** Looking at some rows too many costs less than another question. */
const fewRows = 300;

/**
 * The places of the newest resources that fit, newest first, as many as asked for. Goes back
 * through the order of publication in steps of a block, a window or all the rest, each as wide as what was
 * found so far lets it be without looking at many more rows than are needed. So a word in every text and a word in
 * none cost about the same.
 */
async function findNewest(db: Db, filter: Filter, most: number): Promise<number[]> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(seq) as newest from resource where state = 'published'`.execute(db);
  const newest = rows[0]?.newest ?? null;
  if (newest === null) return [];
  const tokens = [
    ...queryTokens(filter.words),
    ...(filter.category === undefined ? [] : [categoryToken(filter.category)]),
    ...(filter.tag === undefined ? [] : [tagToken(filter.tag)]),
  ];

  const found: number[] = [];
  let end = newest + 1;
  let step = 0;
  while (end > 0 && found.length < most) {
    const size = steps[step]!;
    found.push(...(await findBefore(db, filter, tokens, { end, size, most: most - found.length })));
    end = stepStart(end, size);

    const share = (found.length + 1) / (newest + 1 - end);
    const enough = Math.max(1.6 * (most - found.length), fewRows);
    const widest = Math.min(step + 1, steps.length - 1);
    step = 0;
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

/** Looks through one step: the block or window that the place before `end` is in, or all there is before it. */
async function findBefore(
  db: Db,
  { words, category, tag }: Filter,
  tokens: readonly number[],
  { end, size, most }: { end: number; size: number; most: number },
): Promise<number[]> {
  const last = end - 1;
  const table = size === Infinity ? 'resource_search' : `resource_search_${Math.floor(last / windowSize)}`;
  const narrowed = size < windowSize ? [...tokens, blockToken(size, last)] : tokens;
  // Reading the texts is half the work, so only for words that their tokens do not prove.
  const patterns = words.filter((word) => !tokenIsWord(word)).map(likePattern);
  /*
   * The sub-selects hide the values from the planner. One plan is good for all of them, the index over `tokens`, and
   * with nothing to gain from planning anew PostgreSQL keeps it. `+ 0` keeps the primary key out of it, and the
   * operator's schema an extension (intarray) from putting one in its place that the index cannot serve.
   */
  const { rows } = await sql<{ seq: number }>`
    select seq from ${sql.table(table)}
    where tokens operator(pg_catalog.@>) (select ${narrowed}::integer[])
      and seq + 0 < (select ${end}::bigint)
      and search_text like all ((select ${patterns}::text[])::text[])
      ${category === undefined ? sql`` : sql`and category = (select ${category}::text)`}
      ${tag === undefined ? sql`` : sql`and (select ${tag}::text) = any (tags)`}
    order by seq + 0 desc limit (select ${most}::bigint)`.execute(db);
  return rows.map((row) => row.seq);
}

async function byDownloads(db: Db, found: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select r.seq from unnest(${found.slice(0, mostFound)}::bigint[]) as found (seq) join resource r using (seq)
    order by r.download_count desc, r.seq desc`.execute(db);
  return [...rows.map((row) => row.seq), ...found.slice(mostFound)];
}
