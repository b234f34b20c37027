import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { doToMany, getStaff, manyAnswer, recordExport, staffHeaders } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { canModerate } from '../access.ts';
import { casesQuery, dismissManyInput, resolveInput, staffCase } from '../contract.ts';
import { resolveCase, type Things } from './commands.ts';
import { exportForStaff, getForStaff, listForStaff, staffCsv } from './staff-table.ts';

const tags = ['moderation', 'admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

/** The desk at which moderators decide about what is reported. */
export function staffRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    things: Things;
    /** After something was hidden or shown again. */
    onPublicChanged(): void;
  },
): void {
  const { db, things } = deps;
  const getModerator = (request: FastifyRequest) => getStaff(deps, request, canModerate);

  app.get(
    '/api/admin/reports',
    {
      schema: {
        tags,
        summary: 'What people report, one case for each thing; for admins',
        description: 'Cases that wait for a moderator come first, the longest wait on top.',
        querystring: casesQuery,
        response: { 200: z.array(staffCase), ...refused },
      },
    },
    async (request, reply) => {
      const moderator = await getModerator(request);
      const { items, ...found } = await listForStaff(deps, moderator, request.query);
      return reply.headers(staffHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/admin/reports.csv',
    {
      schema: {
        tags,
        summary: 'The same as a spreadsheet, up to 10,000; for admins, and written down',
        querystring: casesQuery.omit({ page: true, limit: true }),
        response: { 200: z.string().describe('CSV'), ...refused },
      },
    },
    async (request, reply) => {
      const moderator = await getModerator(request);
      const rows = await exportForStaff(deps, moderator, { ...request.query, page: 1, limit: 1 });
      await recordExport(
        db,
        moderator,
        { table: 'moderation_case', asked: request.query, rows: rows.length },
        new Date(),
      );
      return sendCsv(reply, 'gongbang-reports', staffCsv(rows, answerLocale(request)));
    },
  );

  app.patch(
    '/api/admin/reports/:id',
    {
      schema: {
        tags,
        summary:
          'Dismiss a case, hear its author, hide what it is about, or decide about an objection; for admins',
        description:
          'What a rule does not call urgent is hidden only after its author was heard about that rule. An objection is decided by another admin than the one who hid it, where there is one.',
        params: z.object({ id: z.string() }),
        body: resolveInput,
        response: { 200: staffCase, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const moderator = await getModerator(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => resolveCase(trx, things, moderator, id, request.body));
      if (['hide', 'restore'].includes(request.body.resolution)) deps.onPublicChanged();
      return reply.header('cache-control', 'no-store').send(await getForStaff(deps, moderator, id));
    },
  );

  app.post(
    '/api/admin/reports/many',
    {
      schema: {
        tags,
        summary: 'Dismiss up to 100 cases; for admins, with a reason',
        description: 'Each by itself. `auditId` is what `POST /api/admin/undo` undoes it by.',
        body: dismissManyInput,
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const moderator = await getModerator(request);
      const { ids, reason } = request.body;
      const answer = await doToMany(db, ids, answerLocale(request), (trx, id) =>
        resolveCase(trx, things, moderator, id, { resolution: 'dismiss', reason }),
      );
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
