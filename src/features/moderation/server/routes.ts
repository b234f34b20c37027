import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canModerate } from '../access.ts';
import { adminReport, report, reportInput, reportKinds, reportsQuery, resolveInput } from '../contract.ts';
import { reportThing, resolveReport, type Things } from './commands.ts';
import { getReport, listReports } from './queries.ts';

const tags = ['moderation'];

export function moderationRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    rateLimits: RateLimits;
    things: Things;
    /** After something was hidden. */
    onPublicChanged(): void;
  },
): void {
  const { db, rateLimits, sessions, things } = deps;

  for (const kind of reportKinds) {
    const { url, find } = things[kind];
    const parameter = /:(\w+)/.exec(url)?.[1] ?? '';
    app.post(
      url,
      {
        schema: {
          tags,
          summary: `Report a ${kind} to the moderators`,
          description: 'One open report of the same thing per person; `other` needs words.',
          params: z.object({ [parameter]: z.string().max(100) }),
          body: reportInput,
          response: {
            201: report,
            400: errorSchema,
            401: errorSchema,
            404: errorSchema,
            409: errorSchema,
            429: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const thing = await find(db, person, (request.params as Record<string, string>)[parameter] ?? '');
        await rateLimits.take('reports', person.id);
        const made = await reportThing(db, person, { kind, thing }, request.body, new Date());
        return reply.code(201).header('cache-control', 'no-store').send(made);
      },
    );
  }

  async function getModerator(request: FastifyRequest) {
    const user = await sessions.get(request);
    if (!canModerate(user)) throw new AppError(platformErrors.forbidden);
    return user;
  }

  app.get(
    '/api/admin/reports',
    {
      schema: {
        tags,
        summary: 'What people report, newest first; for admins',
        querystring: reportsQuery,
        response: { 200: z.array(adminReport), 400: errorSchema, 401: errorSchema, 403: errorSchema },
      },
    },
    async (request, reply) => {
      await getModerator(request);
      const { items, ...found } = await listReports(db, things, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.patch(
    '/api/admin/reports/:id',
    {
      schema: {
        tags,
        summary: 'Dismiss a report, or hide what it is about; for admins, with a reason',
        description: 'Hiding closes all open reports of the same thing.',
        params: z.object({ id: z.string() }),
        body: resolveInput,
        response: {
          200: adminReport,
          400: errorSchema,
          401: errorSchema,
          403: errorSchema,
          404: errorSchema,
          409: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const moderator = await getModerator(request);
      const { id } = request.params;
      await resolveReport(db, things, moderator, id, request.body, new Date());
      if (request.body.resolution === 'hide') deps.onPublicChanged();
      return reply.header('cache-control', 'no-store').send(await getReport(db, things, id));
    },
  );
}
