import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { addressKey } from '#platform/server/rate-limits.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import {
  imported,
  importInput,
  manyAnswer,
  manyInput,
  remixTree,
  resourcesErrors,
  statistics,
  statisticsQuery,
  viewInput,
  type ManyAnswer,
} from '../contract.ts';
import { changeOneOfMany } from './commands.ts';
import { countView } from './counting.ts';
import { importArchive } from './importing.ts';
import { getResource, getStatistics } from './queries.ts';
import { personKey } from './downloads.ts';
import { getRemixTree } from './remixes.ts';
import type { ResourcesDeps } from './routes.ts';

const idParams = z.object({ id: z.string() });

/** Routes for owners: scheduling, bulk actions, statistics and notifications. */
export function managingRoutes(app: App, deps: ResourcesDeps & { forgetLists(): void }): void {
  const { config, db, forgetLists, rateLimits, scanner, secret, sessions, storage } = deps;

  app.post(
    '/api/resources/many',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Change many of my resources at once',
        description:
          'Each is changed by itself: the answer says which were, and why the others were not. `change` touches what ' +
          'is sent and nothing else.',
        body: manyInput,
        response: { 200: manyAnswer, 400: errorSchema, 401: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const locale = answerLocale(request);
      const answer: ManyAnswer = { done: [], failed: [] };
      for (const id of new Set(request.body.ids)) {
        try {
          await db
            .transaction()
            .execute((trx) => changeOneOfMany(trx, person, id, request.body, currentTime()));
          answer.done.push(id);
        } catch (error) {
          if (!isAppError(error)) throw error;
          answer.failed.push({ id, code: error.kind.code, message: error.kind.words(locale) });
        }
      }
      forgetLists();
      return reply.send(answer);
    },
  );

  app.post(
    '/api/resources/import',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Make a draft of an uploaded archive',
        description:
          'Of a ZIP or tar.gz, such as a repository is downloaded as: its README becomes words and steps, its licence, ' +
          'parts list, pictures and files are found. The archive itself is the first of the files.',
        body: importInput,
        response: {
          201: imported,
          400: errorSchema,
          401: errorSchema,
          404: errorSchema,
          409: errorSchema,
          422: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('resources', person.id);
      const archiveDeps = { db, storage, scanner, maxFileBytes: config.maxFileBytes };
      const made = await importArchive(archiveDeps, person, request.body.uploadId, answerLocale(request));
      forgetLists();
      return reply.code(201).header('location', `/api/resources/${made.id}`).send(made);
    },
  );

  app.get(
    '/api/resources/:id/remixes',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'What a resource was made from, and what was made from it',
        params: idParams,
        response: { 200: remixTree, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send(await getRemixTree(db, await sessions.find(request), request.params.id)),
  );

  app.post(
    '/api/resources/:id/views',
    {
      config: { access: 'anyone', changesNoPage: true },
      schema: {
        tags: ['resources'],
        summary: 'Somebody has looked at a resource',
        description: 'Sent by its page. Counts once per person and day; its owner does not count.',
        params: idParams,
        body: viewInput,
        response: { 204: z.null(), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const person = await sessions.find(request);
      const resource = await getResource(db, person, id);
      if (resource.state === 'published' && person?.id !== resource.owner.id) {
        const day = koreanDay(currentTime());
        const key = personKey(secret, person ? person.id : `${day} ${addressKey(request.ip)}`);
        await countView(db, id, { personKey: key, day, source: request.body.source });
      }
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/resources/:id/statistics',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'How my resource fares',
        description: 'Looks and downloads of the last 30, 90 or 365 days, for its owner.',
        params: idParams,
        querystring: statisticsQuery,
        response: { 200: statistics, 401: errorSchema, 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(resourcesErrors.resource_not_found);
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      const today = koreanDay(currentTime());
      return reply
        .header('cache-control', 'no-store')
        .send(await getStatistics(db, id, request.query.days, today));
    },
  );
}
