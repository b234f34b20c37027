import { z } from 'zod';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { facets, listQuery, resourceCard, suggestion, suggestQuery } from '../contract.ts';
import { maxSuggestions } from '../rules.ts';
import type { CachedLists } from './cached-lists.ts';
import { listFacets, suggest } from './listing.ts';
import type { ResourcesDeps } from './routes.ts';

/** Lists, suggestions and facets. */
export function listRoutes(app: App, deps: ResourcesDeps, lists: CachedLists): void {
  const { db, rateLimits, sessions } = deps;
  const { list, sendList, suggestions, facetsByType } = lists;
  const listResponses = { 200: z.array(resourceCard), 400: errorSchema, 429: errorSchema };

  app.get(
    '/api/resources',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'List published resources, newest first',
        description:
          'An invalid `page` counts as 1; one past the end answers the last page, and `X-Page` says which. ' +
          'With `search`, `X-Total-Is-Exact: false` says that there are more than `X-Total-Count`, and `X-Search-Ms` how ' +
          'long it took. A search that finds little is looked at again for what else it may mean: the results of that ' +
          'come after the others, `X-Search-Expanded` says which kinds, `X-Search-Expanded-To` to what (URL-encoded), ' +
          'and `X-Search-Exact-Count` how many results contain the words as typed. `exact=true` stays with those.',
        querystring: listQuery,
        response: listResponses,
      },
    },
    async (request, reply) =>
      sendList(request, reply, await list(request, request.query), request.query.search),
  );

  app.get(
    '/api/resources/type/:type',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'List published resources of one type',
        params: z.object({ type: z.string() }),
        querystring: listQuery.omit({ type: true }),
        response: listResponses,
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        await list(request, { ...request.query, type: request.params.type }),
        request.query.search,
      ),
  );

  app.get(
    '/api/resources/suggest',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'What the beginning of a search may become',
        description:
          'Terms to search for, then resources to go to. Understands first consonants (ㄷㄹ) and the wrong keyboard layout.',
        querystring: suggestQuery,
        response: { 200: z.array(suggestion), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const typed = request.query.q.trim();
      const locale = answerLocale(request);
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
      if (typed === '') return reply.send([]);
      const key = JSON.stringify([typed, locale]);
      if (!suggestions.peek(key) && (await sessions.find(request)) === null) {
        await rateLimits.take('guestSuggestions', request.ip);
      }
      return reply.send(await suggestions.get(key, () => suggest(db, typed, locale, maxSuggestions)));
    },
  );

  app.get(
    '/api/resources/facets',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'By which licences and kinds of files a list can be narrowed down',
        querystring: z.object({ type: z.string().max(60).optional() }),
        response: { 200: facets, 400: errorSchema },
      },
    },
    async (request, reply) => {
      const { type } = request.query;
      return reply
        .header('cache-control', 'no-cache')
        .send(await facetsByType.get(type ?? '', () => listFacets(db, type)));
    },
  );
}
