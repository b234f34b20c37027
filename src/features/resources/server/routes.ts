import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { SearchLog } from '#features/search/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { multipartStreams } from '#platform/server/multipart-streams.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { pageOf, wholeQuery } from '#platform/server/page-links.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { ownResource, resourceDetail, progress, tensorList } from '../contract.ts';
import { keepProgress } from './commands.ts';
import type { RatesOf } from './cards.ts';
import { getProgress, getResource, getTensors, listOwnResources } from './queries.ts';
import { embedRoutes } from './embed.ts';
import { managingRoutes } from './managing-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { createCachedLists } from './cached-lists.ts';
import { listRoutes } from './list-routes.ts';
import { writingRoutes, fileRoutes } from './writing-routes.ts';
import { downloadRoutes } from './download-routes.ts';

export type ResourcesDeps = {
  config: Config;
  db: Db;
  rateLimits: RateLimits;
  secret: string;
  searchLog: SearchLog;
  sessions: Sessions;
  storage: BlobStore;
  scanner: VirusScanner | null;
  ratesOf: RatesOf;
};

const idParams = z.object({ id: z.string() });

/** Returns a function that clears the caches, for other features that change what lists show. */
export async function resourcesRoutes(app: App, deps: ResourcesDeps): Promise<{ forgetLists(): void }> {
  const { config, db, sessions, storage } = deps;
  const lists = createCachedLists(app, deps);
  const { forgetLists } = lists;

  await app.register(multipartStreams, {
    // Keep paths in file names, so that they can be refused.
    preservePath: true,
    limits: { fileSize: config.maxFileBytes + 1, files: 30, fields: 60, fieldSize: 512 * 1024, parts: 90 },
    throwFileSizeLimit: false,
  } as Parameters<typeof app.register>[1]);
  listRoutes(app, deps, lists);
  contentRoutes(app, deps);
  writingRoutes(app, deps, forgetLists);
  fileRoutes(app, deps, forgetLists);
  downloadRoutes(app, deps, forgetLists);

  await readingRoutes(app, { db, sessions, storage });

  app.get(
    '/api/user/resources',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'My own resources, drafts included',
        querystring: wholeQuery,
        response: { 200: z.array(ownResource), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnResources(db, person.id);
      const { items, headers } = pageOf(request.url, own, request.query);
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  managingRoutes(app, { ...deps, forgetLists });
  staffRoutes(app, { ...deps, forgetLists });
  embedRoutes(app, deps);

  return { forgetLists };
}

/** Content of one resource, and how far readers are with it. */
function contentRoutes(app: App, deps: ResourcesDeps): void {
  const { db, sessions } = deps;

  app.get(
    '/api/resources/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'One resource',
        params: idParams,
        response: { 200: resourceDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send(await getResource(db, await sessions.find(request), request.params.id)),
  );

  app.get(
    '/api/resources/:id/files/:fileId/tensors',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: "The tensors of an AI model's file, as its header names them",
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: tensorList, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, fileId } = request.params;
      const tensors = await getTensors(db, await sessions.find(request), id, fileId);
      return (reply as FastifyReply)
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' })
        .send(Buffer.from(tensors));
    },
  );

  app.get(
    '/api/resources/:id/progress',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Which steps of an assembly I have done',
        params: idParams,
        response: { 200: progress, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const done = await getProgress(db, person, request.params.id);
      return reply.header('cache-control', 'no-store').send({ done });
    },
  );

  app.put(
    '/api/resources/:id/progress',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Keep which steps of an assembly I have done',
        description: 'All of them at once, by their position from 0.',
        params: idParams,
        body: progress,
        response: { 200: progress, 400: errorSchema, 401: errorSchema, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await getProgress(db, person, id);
      await keepProgress(db, { personId: person.id, resourceId: id }, request.body.done, currentTime());
      return reply.header('cache-control', 'no-store').send({ done: await getProgress(db, person, id) });
    },
  );
}
