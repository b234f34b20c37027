import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { doToMany, getStaff, manyAnswer, recordExport, staffHeaders } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canManage } from '../access.ts';
import { servicesErrors, staffChange, staffManyInput, staffQuery, staffService } from '../contract.ts';
import { setStateByStaff } from './commands.ts';
import { exportForStaff, getForStaff, listForStaff, staffCsv } from './staff-table.ts';

const tags = ['services', 'admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

/** What staff do with services, whoever offers them. */
export function staffRoutes(app: App, deps: { db: Db; sessions: Sessions }): void {
  const { db } = deps;

  app.get(
    '/api/admin/services',
    {
      schema: {
        tags,
        summary: 'Services in every state; for admins',
        description:
          'The newest 500 that fit, in pages; another order is one of these. `X-Total-Is-Exact: false` says that there are more.',
        querystring: staffQuery,
        response: { 200: z.array(staffService), ...refused },
      },
    },
    async (request, reply) => {
      await getStaff(deps, request, canManage);
      const { items, ...found } = await listForStaff(db, request.query);
      return reply.headers(staffHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/admin/services.csv',
    {
      schema: {
        tags,
        summary: 'The same as a spreadsheet, up to 10,000; for admins, and written down',
        querystring: staffQuery.omit({ page: true, limit: true }),
        response: { 200: z.string().describe('CSV'), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManage);
      const rows = await exportForStaff(db, { ...request.query, page: 1, limit: 1 });
      await recordExport(
        db,
        actor,
        { table: 'service', asked: request.query, rows: rows.length },
        new Date(),
      );
      return sendCsv(reply, 'gongbang-services', staffCsv(rows, answerLocale(request)));
    },
  );

  app.patch(
    '/api/admin/services/:id',
    {
      schema: {
        tags,
        summary: 'Hide, restore or remove a service; for admins, with a reason',
        params: z.object({ id: z.string() }),
        body: staffChange,
        response: { 200: staffService, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManage);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(servicesErrors.service_not_found);
      await db.transaction().execute((trx) => setStateByStaff(trx, actor, id, request.body, new Date()));
      return reply.header('cache-control', 'no-store').send(await getForStaff(db, id));
    },
  );

  app.post(
    '/api/admin/services/many',
    {
      schema: {
        tags,
        summary: 'The same with up to 100 services; for admins, with a reason',
        description: 'Each is changed by itself. `auditId` is what `POST /api/admin/undo` undoes it by.',
        body: staffManyInput,
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canManage);
      const { ids, ...change } = request.body;
      const answer = await doToMany(db, ids, answerLocale(request), (trx, id) =>
        setStateByStaff(trx, actor, id, change, new Date()),
      );
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
