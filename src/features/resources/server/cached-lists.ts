import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeForAnswer } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { App } from '#platform/server/http.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { Facets, ListQuery, Suggestion } from '../contract.ts';
import { listResources, type Found, type ResourceList } from './listing.ts';
import type { ResourcesDeps } from './routes.ts';

/** Maximum number of cached lists; the least recently used ones are evicted first. */
const maxCachedLists = 500;

/** When a list was made, until when it can be served, and the last write before it. */
type CachedList = Omit<ResourceList, 'json'> & {
  body: Buffer;
  until: number;
  generation: number;
  ms: number;
};

export type CachedLists = ReturnType<typeof createCachedLists>;

/** Lists, suggestions and facets, cached for a moment. */
export function createCachedLists(
  app: App,
  { config, db, rateLimits, ratesOf, searchLog, sessions }: ResourcesDeps,
) {
  // A list is made of positions that may be cached themselves: each cache gets half of the total lifetime.
  const lifetimeMs = config.listCacheMs / 2;
  const lists = new CoalescingCache<CachedList>({ lifetimeMs, most: maxCachedLists });
  const windows = new CoalescingCache<Found>({ lifetimeMs, most: maxCachedLists });
  const suggestions = new CoalescingCache<Suggestion[]>({
    lifetimeMs: config.listCacheMs,
    most: maxCachedLists,
  });
  const facetsByType = new CoalescingCache<Facets>({ lifetimeMs: config.listCacheMs, most: maxCachedLists });

  /** Clears the caches, so that writers see their own write at once. */
  function forgetLists(): void {
    lists.clear();
    windows.clear();
    suggestions.clear();
    facetsByType.clear();
    app.fastAnswers.clear();
  }

  /**
   * A search or filtered list by a guest counts against the rate limit of their address if it is not cached.
   */
  async function list(request: FastifyRequest, query: ListQuery): Promise<CachedList> {
    const { search: _, ...rest } = query;
    // Keep the case: expansions depend on it (keyboard layout).
    const search = query.search || undefined;
    const key = JSON.stringify([search, rest]);
    const cached = lists.peek(key);
    if (cached) {
      const found = await cached;
      countSearch(request, search, found, { ms: 0, fromCache: true });
      return found;
    }
    const isSearched = search || query.tag || query.license || query.fileType;
    if (isSearched && (await sessions.find(request)) === null) {
      await rateLimits.take('guestSearch', request.ip);
    }
    let fromCache = true;
    const began = performance.now();
    const found = await lists.get(key, async () => {
      fromCache = false;
      const made = { until: Date.now() + lifetimeMs, generation: app.fastAnswers.generation };
      const { type, tag, license, fileType, sort, page, limit, exact } = query;
      const { json, ...answer } = await listResources(
        db,
        {
          sort,
          page,
          limit,
          exact,
          ...(search !== undefined && { search }),
          ...(type !== undefined && { category: type }),
          ...(tag && { tag }),
          ...(license && { license }),
          ...(fileType && { fileType }),
        },
        { cache: windows, ratesOf },
      );
      return { ...answer, body: Buffer.from(json), ...made, ms: performance.now() - began };
    });
    countSearch(request, search, found, { ms: performance.now() - began, fromCache });
    return found;
  }

  function countSearch(
    { headers }: { headers: IncomingHttpHeaders },
    term: string | undefined,
    { total, expansion }: CachedList,
    how: { ms: number; fromCache: boolean },
  ): void {
    if (term === undefined) return;
    const language = localeForAnswer(headers['accept-language']);
    const exactResults = expansion?.exactCount ?? total;
    searchLog.count({ kind: 'resources', term, language, results: total, exactResults, ...how });
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    found: CachedList,
    term: string | undefined,
  ): Promise<FastifyReply> {
    const { expansion } = found;
    const { body, headers } = await app.fastAnswers.keep(request.raw, {
      body: found.body,
      until: found.until,
      generation: found.generation,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        ...pageHeaders(request.url, found),
        ...(!found.totalIsExact && { 'x-total-is-exact': 'false' }),
        ...(term && { 'x-search-ms': found.ms.toFixed(1) }),
        ...(expansion && {
          'x-search-expanded': expansion.kinds.join(', '),
          'x-search-expanded-to': expansion.texts.map(encodeURIComponent).join(', '),
          'x-search-exact-count': String(expansion.exactCount),
        }),
      },
      ...(term && {
        onAnswer: (again) => countSearch(again, term, found, { ms: 0, fromCache: true }),
      }),
    });
    return reply.headers(headers).send(body);
  }

  return { list, sendList, suggestions, facetsByType, forgetLists };
}
