import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import { doToMany, manyAnswer } from '#features/admin/server/public.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageOf } from '#platform/server/page-links.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { toCsv } from '#platform/shared/csv.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
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

  async function getManager(request: FastifyRequest): Promise<CurrentUser> {
    const actor = await sessions.get(request);
    if (!canManageSynonyms(actor)) throw new AppError(platformErrors.forbidden);
    return actor;
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
        querystring: synonymsQuery,
        response: { 200: z.array(synonym), 400: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      await getManager(request);
      const { items, headers } = pageOf(request.url, await listSynonyms(db, request.query), request.query);
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  app.get(
    '/api/admin/search-synonyms.csv',
    {
      schema: {
        tags: ['search', 'admin'],
        summary: 'The same as a spreadsheet: a group a line, a word a cell',
        querystring: synonymsQuery.omit({ page: true, limit: true }),
        response: { 200: z.string().describe('CSV'), 400: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      await getManager(request);
      const groups = await listSynonyms(db, request.query);
      return sendCsv(reply, 'gongbang-synonyms', toCsv(groups.map(({ words }) => words)));
    },
  );

  app.post(
    '/api/admin/search-synonyms/many',
    {
      schema: {
        tags: ['search', 'admin'],
        summary: 'Take groups of synonyms away',
        description: '`auditId` is what `POST /api/admin/undo` undoes it by.',
        body: synonymsManyInput,
        response: { 200: manyAnswer, 400: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getManager(request);
      const answer = await doToMany(db, request.body.ids, answerLocale(request), (trx, id) =>
        removeSynonym(trx, actor, { id, reason: request.body.reason }, new Date()),
      );
      onSynonymsChanged();
      return reply.header('cache-control', 'no-store').send(answer);
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
      const actor = await getManager(request);
      const { synonym: added } = await db
        .transaction()
        .execute((trx) => addSynonym(trx, actor, request.body.words, new Date()));
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
      const actor = await getManager(request);
      await db
        .transaction()
        .execute((trx) => removeSynonym(trx, actor, { id: request.params.id, reason: '' }, new Date()));
      onSynonymsChanged();
      return reply.code(204).send(null);
    },
  );
}
