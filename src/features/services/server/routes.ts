import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageLinks } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { listQuery, mapSettings, nearbyQuery, ownService, serviceCard, serviceDetail } from '../contract.ts';
import {
  findServicePicture,
  getService,
  listOwnServices,
  listServices,
  type ServiceRequest,
} from './queries.ts';

export function servicesRoutes(
  app: App,
  deps: { config: Config; db: Db; rateLimits: RateLimits; sessions: Sessions; storage: BlobStore },
): void {
  const { db, rateLimits, sessions } = deps;
  const listResponses = { 200: z.array(serviceCard), 400: errorSchema, 429: errorSchema };

  async function answer(request: FastifyRequest, reply: FastifyReply, wanted: ServiceRequest) {
    if (wanted.search && (await sessions.find(request)) === null) {
      await rateLimits.take('guestSearch', request.ip);
    }
    const { services, ...found } = await listServices(db, wanted);
    return reply
      .header('cache-control', 'no-cache')
      .header('x-total-count', found.total)
      .header('x-page', found.page)
      .header('link', pageLinks(request.url, found))
      .send(services);
  }

  app.get(
    '/api/services',
    {
      schema: {
        tags: ['services'],
        summary: 'Active services, newest or cheapest first',
        querystring: listQuery,
        response: listResponses,
      },
    },
    async (request, reply) => answer(request, reply, request.query),
  );

  app.get(
    '/api/services/type/:type',
    {
      schema: {
        tags: ['services'],
        summary: 'Active services of one type',
        params: z.object({ type: z.string().max(60) }),
        querystring: listQuery.omit({ type: true }),
        response: listResponses,
      },
    },
    async (request, reply) => answer(request, reply, { ...request.query, type: request.params.type }),
  );

  app.get(
    '/api/services/nearby',
    {
      schema: {
        tags: ['services'],
        summary: 'Active services within `maxDistance` km of a point',
        description:
          '`distance` is in km, to 0.1, from the point to the nearest public place of the service. Where thousands are around, `X-Total-Count` is at least how many.',
        querystring: nearbyQuery,
        response: listResponses,
      },
    },
    async (request, reply) => {
      const { lat, long, maxDistance, ...rest } = request.query;
      return answer(request, reply, { ...rest, near: { point: { lat, long }, km: maxDistance } });
    },
  );

  app.get(
    '/api/map',
    {
      schema: {
        tags: ['services'],
        summary: 'What maps are drawn with',
        response: { 200: mapSettings },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send({ tiles: deps.config.tiles }),
  );

  app.get(
    '/api/services/:id',
    {
      schema: {
        tags: ['services'],
        summary: 'One service',
        params: z.object({ id: z.string() }),
        response: { 200: serviceDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send(await getService(db, await sessions.find(request), request.params.id)),
  );

  app.get(
    '/api/service-images/:id/:name',
    {
      schema: {
        tags: ['services'],
        summary: "A service's picture, as WebP, or AVIF where `Accept` names it",
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const picture = await findServicePicture(
        db,
        await sessions.find(request),
        id,
        Number.parseInt(name, 10),
      );
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { name: picture.name, etag: `${id}-${name}` });
    },
  );

  app.get(
    '/api/user/services',
    {
      schema: {
        tags: ['services'],
        summary: 'My own services, drafts included',
        response: { 200: z.array(ownService), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnServices(db, person.id);
      return reply.header('cache-control', 'no-store').header('x-total-count', own.length).send(own);
    },
  );
}
