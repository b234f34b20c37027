import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { newsInput } from '#features/notifications/contract.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { AppError } from '#platform/shared/errors.ts';
import { canChangePeople, canListPeople, canReadAudit, canTellNews } from '../access.ts';
import { adminErrors, adminPerson, auditEntry, pageQuery, personChange } from '../contract.ts';
import { changePerson, sendNews } from './commands.ts';
import { findPerson, listAudit, listPeople } from './queries.ts';
import { getStaff } from './staff.ts';

const tags = ['admin'];
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema };

export function adminRoutes(app: App, deps: { db: Db; sessions: Sessions }): void {
  const { db, sessions } = deps;

  function sendPage<Item>(
    request: FastifyRequest,
    reply: FastifyReply,
    found: { items: Item[]; total: number; page: number; pageCount: number },
  ) {
    return reply
      .header('cache-control', 'no-store')
      .headers(pageHeaders(request.url, found))
      .send(found.items);
  }

  app.get(
    '/api/admin/users',
    {
      schema: {
        tags,
        summary: 'People, newest first; for staff',
        querystring: pageQuery,
        response: { 200: z.array(adminPerson), ...refused },
      },
    },
    async (request, reply) => {
      await getStaff(deps, request, canListPeople);
      return sendPage(request, reply, await listPeople(db, request.query));
    },
  );

  app.patch(
    '/api/admin/users/:id',
    {
      schema: {
        tags,
        summary: 'Change a role, suspend or restore; for admins, with a reason and a proof',
        params: z.object({ id: z.string() }),
        body: personChange,
        response: { 200: adminPerson, 404: errorSchema, 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canChangePeople);
      await sessions.getProven(request);
      const person = await findPerson(db, request.params.id);
      if (!person) throw new AppError(adminErrors.person_not_found);
      await changePerson(db, actor, person.id, request.body, new Date());
      const changed = await findPerson(db, person.id);
      if (!changed) throw new AppError(adminErrors.person_not_found);
      return reply.header('cache-control', 'no-store').send(changed);
    },
  );

  app.post(
    '/api/admin/news',
    {
      schema: {
        tags,
        summary: 'Tell news to everybody who agreed to marketing; for admins, with a proof',
        body: newsInput,
        response: { 202: z.object({ told: z.number() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff(deps, request, canTellNews);
      await sessions.getProven(request);
      return reply.code(202).send({ told: await sendNews(db, actor, request.body, new Date()) });
    },
  );

  app.get(
    '/api/admin/audit',
    {
      schema: {
        tags,
        summary: 'What staff did, newest first; for admins',
        querystring: pageQuery,
        response: { 200: z.array(auditEntry), ...refused },
      },
    },
    async (request, reply) => {
      await getStaff(deps, request, canReadAudit);
      return sendPage(request, reply, await listAudit(db, request.query));
    },
  );
}
