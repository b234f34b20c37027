import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { serveMany, serveTable } from '#features/admin/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { canModerate } from '../access.ts';
import { casesQuery, dismissManyInput, resolveInput, staffCase } from '../contract.ts';
import { resolveCase, type Things } from './commands.ts';
import { caseColumns, exportForStaff, getForStaff, listForStaff } from './staff-table.ts';

const tags = ['moderation', 'admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

/** Routes of the desk at which moderators decide about reports. */
export function staffRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    things: Things;
    /** Called after something was hidden or shown again. */
    onPublicChanged(): void;
  },
): void {
  const { db, things } = deps;

  serveTable(app, deps, {
    list: 'reports',
    tags,
    rows: 'What people report, one case for each thing',
    description: 'Cases that wait for a moderator come first, the longest wait on top.',
    may: canModerate,
    query: casesQuery,
    row: staffCase,
    find: (wanted, _locale, moderator) => listForStaff(deps, moderator, wanted),
    findAll: (wanted, _locale, moderator) => exportForStaff(deps, moderator, wanted),
    csv: { file: 'gongbang-reports', table: 'moderation_case', columns: caseColumns },
  });
  serveMany(app, deps, {
    list: 'reports',
    tags,
    summary: 'Dismiss cases',
    may: canModerate,
    change: dismissManyInput,
    act: (trx, moderator, id, { reason }) =>
      resolveCase(trx, things, moderator, id, { resolution: 'dismiss', reason }),
  });

  app.patch(
    '/api/admin/reports/:id',
    {
      config: { access: canModerate },
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
      const moderator = await deps.sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => resolveCase(trx, things, moderator, id, request.body));
      if (['hide', 'restore'].includes(request.body.resolution)) deps.onPublicChanged();
      return reply.header('cache-control', 'no-store').send(await getForStaff(deps, moderator, id));
    },
  );
}
