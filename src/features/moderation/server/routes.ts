import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { logQuery, moderationLog, ownCase, ownWords, report, reportInput } from '../contract.ts';
import { reportKinds } from '../rules.ts';
import { reportThing, sayAsAuthor, takeDown, type Things } from './commands.ts';
import { getOwnCase, listOwnCases, readLog } from './queries.ts';
import { staffRoutes } from './staff-routes.ts';

const tags = ['moderation'];
const refused = { 400: errorSchema, 401: errorSchema, 404: errorSchema, 409: errorSchema };

export function moderationRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    rateLimits: RateLimits;
    things: Things;
    /** Called after something was hidden or shown again. */
    onPublicChanged(): void;
  },
): void {
  const { db, rateLimits, sessions, things } = deps;
  staffRoutes(app, deps);

  for (const kind of reportKinds) {
    const { url, find } = things[kind];
    const parameter = /:(\w+)/.exec(url)?.[1] ?? '';
    app.post(
      url,
      {
        config: { access: 'person' },
        schema: {
          tags,
          summary: `Report a ${kind} to the moderators`,
          description: 'One open report of the same thing per person; `other` needs words.',
          params: z.object({ [parameter]: z.string().max(100) }),
          body: reportInput,
          response: { 201: report, 429: errorSchema, ...refused },
        },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const thing = await find(db, person, (request.params as Record<string, string>)[parameter] ?? '');
        await rateLimits.take('reports', person.id);
        const made = await db
          .transaction()
          .execute((trx) => reportThing(trx, person, { kind, thing }, request.body));
        return reply.code(201).header('cache-control', 'no-store').send(made);
      },
    );
  }

  app.get(
    '/api/moderation-log',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What was decided about reports: nothing of whom or what they were about',
        querystring: logQuery,
        response: { 200: moderationLog, 400: errorSchema },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'public, max-age=30').send(await readLog(db, request.query)),
  );

  app.get(
    '/api/user/moderation',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Hearings and decisions about what is one’s own',
        response: { 200: z.array(ownCase), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await listOwnCases(db, person, things, currentTime()));
    },
  );

  const own = { params: z.object({ id: z.string() }), response: { 200: ownCase, ...refused } };
  const readOwn = (person: { id: string }, id: string) =>
    getOwnCase(db, person, things, { id, now: currentTime() });

  app.get(
    '/api/user/moderation/:id',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'One of them', ...own },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await readOwn(person, request.params.id));
    },
  );

  for (const [name, act, summary] of [
    ['answer', 'answer', 'Answer at a hearing, once'],
    ['objection', 'object', 'Object to something being hidden, once'],
  ] as const) {
    app.post(
      `/api/user/moderation/:id/${name}`,
      {
        config: { access: 'person' },
        schema: { tags, summary, body: ownWords, ...own },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const { id } = request.params;
        await sayAsAuthor(db, things, person, id, { act, text: request.body.text });
        return reply.header('cache-control', 'no-store').send(await readOwn(person, id));
      },
    );
  }

  app.post(
    '/api/user/moderation/:id/take-down',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Take down what one is heard about', ...own },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await takeDown(db, things, person, id);
      deps.onPublicChanged();
      return reply.header('cache-control', 'no-store').send(await readOwn(person, id));
    },
  );
}
