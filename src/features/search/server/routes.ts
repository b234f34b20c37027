import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { Sessions } from '#features/accounts/server/public.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canManageSynonyms, canSeeZeroResults } from '../access.ts';
import {
  searchStatistics,
  statisticsInput,
  synonym,
  synonymInput,
  type SearchStatistics,
} from '../contract.ts';
import { addSynonym, removeSynonym } from './commands.ts';
import { listSynonyms } from './queries.ts';
import type { SearchLog } from './search-log.ts';
import { readStatistics } from './statistics.ts';

export function searchRoutes(
  app: App,
  deps: {
    db: Db;
    searchLog: SearchLog;
    sessions: Sessions;
    /** Cached answers were made with the synonyms of before. */
    onSynonymsChanged(): void;
  },
): void {
  const { db, onSynonymsChanged, searchLog, sessions } = deps;

  // Anyone may ask, and every answer sums up three months: however many do, they are summed up one time after another.
  const statistics = new CoalescingCache<SearchStatistics>({ lifetimeMs: 0, most: 8 });

  async function requireManager(request: FastifyRequest): Promise<void> {
    if (!canManageSynonyms(await sessions.get(request))) throw new AppError(platformErrors.forbidden);
  }

  app.get(
    '/api/search/stats',
    {
      schema: {
        tags: ['search'],
        summary: 'What was searched for, how often and how fast',
        description: 'Of the last 90 days. `zeroResults` is filled for admins only.',
        querystring: statisticsInput,
        response: { 200: searchStatistics, 400: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const withZeroResults = canSeeZeroResults(actor);
      const { language } = request.query;
      const found = await statistics.get(`${language} ${withZeroResults}`, async () => {
        await searchLog.flush();
        return readStatistics(db, { language, withZeroResults });
      });
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  const refused = { 401: errorSchema, 403: errorSchema };

  app.get(
    '/api/admin/search-synonyms',
    {
      schema: {
        tags: ['search', 'admin'],
        summary: 'Words that searches take for each other',
        response: { 200: z.array(synonym), ...refused },
      },
    },
    async (request, reply) => {
      await requireManager(request);
      const synonyms = await listSynonyms(db);
      return reply
        .header('cache-control', 'no-store')
        .header('x-total-count', synonyms.length)
        .send(synonyms);
    },
  );

  app.post(
    '/api/admin/search-synonyms',
    {
      schema: {
        tags: ['search', 'admin'],
        summary: 'Make words mean the same in searches',
        body: synonymInput,
        response: { 201: synonym, 400: errorSchema, ...refused, 409: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await requireManager(request);
      const added = await addSynonym(db, request.body.words, new Date());
      onSynonymsChanged();
      return reply.code(201).header('location', `/api/admin/search-synonyms/${added.id}`).send(added);
    },
  );

  app.delete(
    '/api/admin/search-synonyms/:id',
    {
      schema: {
        tags: ['search', 'admin'],
        summary: 'Take a group of synonyms away',
        params: z.object({ id: z.string() }),
        response: { 204: z.null(), ...refused, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await requireManager(request);
      await removeSynonym(db, request.params.id);
      onSynonymsChanged();
      return reply.code(204).send(null);
    },
  );
}
