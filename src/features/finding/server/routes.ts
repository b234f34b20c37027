import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import {
  renameInput,
  savedSearch,
  saveInput,
  searchAnswer,
  searchQuery,
  type SearchAnswer,
} from '../contract.ts';
import { removeSearch, renameSearch, saveSearch } from './commands.ts';
import { findAll, listSaved, type Finders } from './queries.ts';

/** Maximum number of cached answers; the least recently used ones are evicted first. */
const maxCached = 500;
const idParams = z.object({ id: z.string() });
const own = { 400: errorSchema, 401: errorSchema, 404: errorSchema, 429: errorSchema };

export function findingRoutes(
  app: App,
  deps: {
    db: Db;
    finders: Finders;
    rateLimits: RateLimits;
    sessions: Sessions;
    config: { listCacheMs: number };
  },
): void {
  const { config, db, rateLimits, sessions } = deps;
  const { find } = deps.finders;
  const ofGuests = new CoalescingCache<SearchAnswer>({ lifetimeMs: config.listCacheMs, most: maxCached });

  app.get(
    '/api/search',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['search'],
        summary: 'What is found of every kind',
        description: 'Counts end at 100. Each kind follows the rules of its own list.',
        querystring: searchQuery,
        response: { 200: searchAnswer, 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const viewer = await sessions.find(request);
      const locale = answerLocale(request);
      reply.header('cache-control', 'private, no-store').header('vary', 'accept-language');
      if (viewer !== null) return reply.send(await findAll(db, find, viewer, request.query, locale));
      const key = JSON.stringify([request.query, locale]);
      if (!ofGuests.peek(key)) await rateLimits.take('guestSuggestions', request.ip);
      return reply.send(await ofGuests.get(key, () => findAll(db, find, null, request.query, locale)));
    },
  );

  app.get(
    '/api/user/searches',
    {
      config: { access: 'person' },
      schema: {
        tags: ['search'],
        summary: 'My saved searches',
        response: { 200: z.array(savedSearch), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await listSaved(db, person.id));
    },
  );

  app.post(
    '/api/user/searches',
    {
      config: { access: 'person' },
      schema: {
        tags: ['search'],
        summary: 'Save a search',
        description: 'The same one again answers what is there.',
        body: saveInput,
        response: { 200: savedSearch, 201: savedSearch, ...own, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { saved, isNew } = await saveSearch(db, person.id, request.body, currentTime());
      return reply.code(isNew ? 201 : 200).send(saved);
    },
  );

  app.patch(
    '/api/user/searches/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['search'],
        summary: 'Rename a saved search',
        params: idParams,
        body: renameInput,
        response: { 200: savedSearch, ...own },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.send(await renameSearch(db, person.id, request.params.id, request.body.name));
    },
  );

  app.delete(
    '/api/user/searches/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['search'],
        summary: 'Remove a saved search',
        params: idParams,
        response: { 204: z.null(), ...own },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await removeSearch(db, person.id, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
