import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { doToMany, getStaff, manyAnswer, recordExport, staffHeaders } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canManageEngineers } from '../access.ts';
import { supportErrors, staffChange, staffManyInput, staffQuery, staffVolunteer } from '../contract.ts';
import { exportForStaff, listForStaff, staffCsv, suspendVolunteer } from './staff-table.ts';

const tags = ['support', 'admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

/** What staff do with who offers help for nothing. */
export function staffRoutes(app: App, deps: { db: Db; sessions: Sessions }): void {
  const { db } = deps;

  app.get(
    '/api/admin/engineers',
    {
      schema: {
        tags,
        summary: 'Volunteers; for admins',
        querystring: staffQuery,
        response: { 200: z.array(staffVolunteer), ...refused },
      },
    },
    async (request, reply) => {
      await getStaff(deps, request, canManageEngineers);
      const { items, ...found } = await listForStaff(db, request.query);
      return reply.headers(staffHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/admin/engineers.csv',
    {
      schema: {
        tags,
        summary: 'The same as a spreadsheet, up to 10,000; for admins, and written down',
        querystring: staffQuery.omit({ page: true, limit: true }),
        response: { 200: z.string().describe('CSV'), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManageEngineers);
      const rows = await exportForStaff(db, { ...request.query, page: 1, limit: 1 });
      await recordExport(
        db,
        actor,
        { table: 'volunteer', asked: request.query, rows: rows.length },
        new Date(),
      );
      return sendCsv(reply, 'gongbang-volunteers', staffCsv(rows, answerLocale(request)));
    },
  );

  app.patch(
    '/api/admin/engineers/:id',
    {
      schema: {
        tags,
        summary: 'Have a volunteer not help, or again; for admins, with a reason',
        params: z.object({ id: z.string() }),
        body: staffChange,
        response: { 200: staffVolunteer, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManageEngineers);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(supportErrors.not_a_volunteer);
      await db.transaction().execute((trx) => suspendVolunteer(trx, actor, id, request.body, new Date()));
      const found = await listForStaff(db, staffQuery.parse({ search: id }));
      const [volunteer] = found.items;
      if (!volunteer) throw new AppError(supportErrors.not_a_volunteer);
      return reply.header('cache-control', 'no-store').send(volunteer);
    },
  );

  app.post(
    '/api/admin/engineers/many',
    {
      schema: {
        tags,
        summary: 'The same with up to 100 volunteers; for admins, with a reason',
        description: 'Each is changed by itself. `auditId` is what `POST /api/admin/undo` undoes it by.',
        body: staffManyInput,
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManageEngineers);
      const { ids, ...change } = request.body;
      const answer = await doToMany(db, ids, answerLocale(request), (trx, id) =>
        suspendVolunteer(trx, actor, id, change, new Date()),
      );
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
