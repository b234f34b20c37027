import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { serveMany, serveTable } from '#features/admin/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { canManageSynonyms, canSeeZeroResults } from '../access.ts';
import {
  searchStatistics,
  statisticsInput,
  synonym,
  synonymInput,
  synonymsManyInput,
  synonymsQuery,
  type SearchStatistics,
} from '../contract.ts';
import { addSynonym, removeSynonym } from './commands.ts';
import { exportSynonyms, listSynonyms, synonymColumns } from './queries.ts';
import type { SearchLog } from './search-log.ts';
import { readStatistics } from './statistics.ts';

export function searchRoutes(
  app: App,
  deps: {
    db: Db;
    rateLimits: RateLimits;
    searchLog: SearchLog;
    sessions: Sessions;
    /** Called when synonyms have changed, because cached responses used the old ones. */
    onSynonymsChanged(): void;
  },
): void {
  const { db, onSynonymsChanged, rateLimits, searchLog, sessions } = deps;

  // Anyone may ask, and each calculation covers three months, so concurrent requests share one and calculations run
  // one at a time.
  const statistics = new CoalescingCache<SearchStatistics>({ lifetimeMs: 0, most: 8 });

  app.get(
    '/api/search/stats',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['search'],
        summary: 'What was searched for, how often and how fast',
        description: 'Of the last 90 days. `zeroResults` is filled for admins only.',
        querystring: statisticsInput,
        response: { 200: searchStatistics, 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      if (actor === null) await rateLimits.take('guestSearch', request.ip);
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

  const shared = { list: 'search-synonyms', tags: ['search', 'admin'], may: canManageSynonyms };
  serveTable(app, deps, {
    ...shared,
    rows: 'Words that searches take for each other',
    query: synonymsQuery,
    row: synonym,
    find: (wanted) => listSynonyms(db, wanted),
    findAll: (wanted) => exportSynonyms(db, wanted),
    csv: { file: 'gongbang-synonyms', table: 'synonym', columns: synonymColumns },
  });
  serveMany(app, deps, {
    ...shared,
    summary: 'Take groups of synonyms away',
    change: synonymsManyInput,
    act: (trx, actor, id, { reason }, now) => removeSynonym(trx, actor, { id, reason }, now),
    onDone: onSynonymsChanged,
  });

  app.post(
    '/api/admin/search-synonyms',
    {
      config: { access: canManageSynonyms },
      schema: {
        tags: ['search', 'admin'],
        summary: 'Make words mean the same in searches',
        body: synonymInput,
        response: { 201: synonym, 400: errorSchema, ...refused, 409: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      const { synonym: added } = await db
        .transaction()
        .execute((trx) => addSynonym(trx, actor, request.body.words, currentTime()));
      onSynonymsChanged();
      return reply.code(201).header('location', `/api/admin/search-synonyms/${added.id}`).send(added);
    },
  );

  app.delete(
    '/api/admin/search-synonyms/:id',
    {
      config: { access: canManageSynonyms },
      schema: {
        tags: ['search', 'admin'],
        summary: 'Take a group of synonyms away',
        params: z.object({ id: z.string() }),
        response: { 204: z.null(), ...refused, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      await db
        .transaction()
        .execute((trx) => removeSynonym(trx, actor, { id: request.params.id, reason: '' }, currentTime()));
      onSynonymsChanged();
      return reply.code(204).send(null);
    },
  );
}
