import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { newsInput } from '#features/notifications/contract.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError } from '#platform/shared/errors.ts';
import { isStaff } from '#platform/shared/roles.ts';
import {
  canAct,
  canChangePeople,
  canExport,
  canListPeople,
  canReadAddresses,
  canManageJobs,
  canReadAudit,
  canTellNews,
} from '../access.ts';
import {
  actingInput,
  adminErrors,
  adminPerson,
  auditEntry,
  auditTableQuery,
  jobsManyInput,
  jobsQuery,
  manyAnswer,
  peopleChange,
  peopleQuery,
  personChange,
  staffJob,
  undoInput,
} from '../contract.ts';
import { startActing, stopActing } from './acting.ts';
import { changePerson, sendNews } from './commands.ts';
import { exportJobs, jobColumns, listJobs, retryJob } from './job-table.ts';
import {
  auditColumns,
  exportAudit,
  exportPeople,
  findPerson,
  listAudit,
  listPeople,
  peopleColumns,
  type TargetNames,
} from './queries.ts';
import { serveMany, serveTable } from './staff-routes.ts';
import { doToMany, doToOne, undoEntry, undoNeedsProof, type Undoable } from './undoing.ts';

const tags = ['admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

export function adminRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    /** Handlers that undo acts, by action. */
    undoable: Undoable;
    /** Lookup of the current names of targets. */
    names: TargetNames;
    /** Called when public content may have changed. */
    onPublicChanged(): void;
  },
): void {
  const { db, sessions, undoable } = deps;
  const known = { undoable, names: deps.names };

  serveTable(app, deps, {
    list: 'users',
    tags,
    rows: 'People',
    description:
      'A search is words that name, username or, for admins, e-mail address contain, or a whole address, or an id. Addresses are whole for admins alone.',
    may: canListPeople,
    mayExport: canExport,
    query: peopleQuery,
    row: adminPerson,
    find: (wanted, _locale, actor) => listPeople(db, wanted, { maySeeAddresses: canReadAddresses(actor) }),
    findAll: (wanted) => exportPeople(db, wanted),
    csv: { file: 'gongbang-people', table: 'person', columns: peopleColumns },
  });

  app.post(
    '/api/admin/users/many',
    {
      config: { access: canChangePeople },
      schema: {
        tags,
        summary: 'The same change of up to 100 people; for admins, with a reason and a proof',
        description: 'Each is changed by itself. `auditId` is what `POST /api/admin/undo` undoes it by.',
        body: peopleChange,
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      await sessions.getProven(request);
      const { ids, change } = request.body;
      const answer = await doToMany(db, request, ids, (trx, id) =>
        changePerson(trx, actor, id, change, currentTime()),
      );
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  app.patch(
    '/api/admin/users/:id',
    {
      config: { access: canChangePeople },
      schema: {
        tags,
        summary: 'Change a role, suspend or restore; for admins, with a reason and a proof',
        params: z.object({ id: z.string() }),
        body: personChange,
        response: { 200: adminPerson, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      await sessions.getProven(request);
      const person = await findPerson(db, request.params.id);
      if (!person) throw new AppError(adminErrors.person_not_found);
      await doToOne(db, (trx) => changePerson(trx, actor, person.id, request.body, currentTime()));
      const changed = await findPerson(db, person.id);
      if (!changed) throw new AppError(adminErrors.person_not_found);
      return reply.header('cache-control', 'no-store').send(changed);
    },
  );

  app.post(
    '/api/admin/news',
    {
      config: { access: canTellNews },
      schema: {
        tags,
        summary: 'Tell news to everybody who agreed to marketing; for admins, with a proof',
        description: 'Needs `Idempotency-Key`.',
        body: newsInput,
        response: { 202: z.object({ told: z.number() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      await sessions.getProven(request);
      const { body } = request;
      const { answer: told } = await once(
        db,
        {
          personId: actor.id,
          call: 'POST /api/admin/news',
          key: requireIdempotencyKey(request),
          bodyHash: hashBody(body),
        },
        (trx) => sendNews(trx, actor, body, currentTime()),
      );
      return reply.code(202).send({ told });
    },
  );

  serveTable(app, deps, {
    list: 'audit',
    tags,
    rows: 'What staff did',
    description:
      'For admins. A search is words of who, what and why, or the id of an entry or of what was acted upon.',
    may: canReadAudit,
    query: auditTableQuery,
    row: auditEntry,
    find: (wanted) => listAudit(db, wanted, known),
    findAll: (wanted) => exportAudit(db, wanted, known),
    csv: { file: 'gongbang-audit', table: 'audit_entry', columns: auditColumns },
  });

  app.post(
    '/api/admin/users/:id/acting',
    {
      config: { access: canAct },
      schema: {
        tags,
        summary: 'Look through somebody’s eyes for 15 minutes; for support, with a reason and a proof',
        description:
          'Until it ends, this session reads some of what that person can, writes nothing, and is nobody to everything else. ' +
          'The person is told. Nobody looks through the eyes of staff.',
        params: z.object({ id: z.string() }),
        body: actingInput,
        response: { 204: z.null(), 404: errorSchema, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      await deps.sessions.get(request);
      const session = await sessions.getProven(request);
      await db
        .transaction()
        .execute((trx) => startActing(trx, session, request.params.id, request.body.reason, currentTime()));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/admin/acting',
    {
      config: { access: 'person', whileActing: true },
      schema: {
        tags,
        summary: 'Back to one’s own eyes',
        response: { 204: z.null(), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const session = await sessions.getSession(request);
      await db.transaction().execute((trx) => stopActing(trx, session, currentTime()));
      return reply.code(204).send(null);
    },
  );

  const ofJobs = { list: 'jobs', tags, may: canManageJobs };
  serveTable(app, deps, {
    ...ofJobs,
    rows: 'Background jobs that are not done',
    query: jobsQuery,
    row: staffJob,
    find: (wanted, locale) => listJobs(db, wanted, locale),
    findAll: (wanted, locale) => exportJobs(db, wanted, locale),
    csv: { file: 'gongbang-jobs', table: 'job', columns: jobColumns },
  });
  serveMany(app, deps, {
    ...ofJobs,
    summary: 'Have jobs run now',
    change: jobsManyInput,
    act: (trx, actor, id, { reason }, now) => retryJob(trx, actor, { id, reason }, now),
  });

  app.post(
    '/api/admin/undo',
    {
      config: { access: isStaff },
      schema: {
        tags,
        summary: 'Undo what staff did; for whoever may do it, with a proof where it needed one',
        description:
          '`ids` are entries of the audit log that say `canUndo`. Nothing is undone where something else has happened since.',
        body: undoInput,
        response: { 200: manyAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await deps.sessions.get(request);
      const { ids, reason } = request.body;
      if (await undoNeedsProof(db, undoable, ids)) await sessions.getProven(request);
      const answer = await doToMany(db, request, ids, (trx, id) =>
        undoEntry(trx, undoable, actor, { id, reason }, currentTime()),
      );
      deps.onPublicChanged();
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
