import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Talking } from '#features/conversations/server/public.ts';
import type { App } from '#platform/server/http.ts';
import { answerLocale } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import {
  grantInput,
  permissionInput,
  permissionRequest,
  permissionsQuery,
  refusalInput,
  rights,
  rightsQuery,
  share,
  shareInput,
} from '../contract.ts';
import { answerPermission, askPermission, setShare, withdrawPermission } from './commands.ts';
import {
  findShare,
  getLicenseText,
  getPermission,
  getRights,
  listPermissions,
  presentShare,
} from './queries.ts';

const tags = ['licensing'];
const idParams = z.object({ id: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema, 409: errorSchema };

export function licensingRoutes(app: App, deps: Talking & { sessions: Sessions }): void {
  const { db, sessions } = deps;

  app.get(
    '/api/resources/:id/rights',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Whether a thing can be made after this design, for a purpose',
        params: idParams,
        querystring: rightsQuery,
        response: { 200: rights, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getRights(db, person, request.params.id, request.query, answerLocale(request)));
    },
  );

  app.put(
    '/api/user/resources/:id/share',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask for a share of things made of a design of one’s own, or for none',
        params: idParams,
        body: shareInput,
        response: { 200: share, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const answer = await db.transaction().execute(async (trx) => {
        await setShare(trx, person, id, request.body);
        return presentShare(await findShare(trx, id));
      });
      return reply.header('cache-control', 'no-store').send(answer ?? { amount: null, percent: null });
    },
  );

  app.post(
    '/api/resources/:id/permissions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask the author for what the licence does not allow; opens a conversation',
        params: idParams,
        body: permissionInput,
        response: { 201: permissionRequest, ...refused, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const id = await askPermission(deps, person, request.params.id, request.body);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getPermission(db, person.id, id));
    },
  );

  app.get(
    '/api/user/permissions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Requests that I have received as an author, or have made, the newest first',
        querystring: permissionsQuery,
        response: { 200: z.array(permissionRequest), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listPermissions(db, person.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.post(
    '/api/permissions/:id/grant',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Allow it: as many pieces as were asked for, or another number; more of them later',
        params: idParams,
        body: grantInput,
        response: { 200: permissionRequest, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await answerPermission(db, person, id, { state: 'granted', ...request.body });
      return reply.header('cache-control', 'no-store').send(await getPermission(db, person.id, id));
    },
  );

  app.post(
    '/api/permissions/:id/refuse',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say no to a request',
        params: idParams,
        body: refusalInput,
        response: { 200: permissionRequest, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await answerPermission(db, person, id, { state: 'refused', ...request.body });
      return reply.header('cache-control', 'no-store').send(await getPermission(db, person.id, id));
    },
  );

  app.post(
    '/api/permissions/:id/withdraw',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a request back before it is answered',
        params: idParams,
        response: { 200: permissionRequest, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await withdrawPermission(db, person, id);
      return reply.header('cache-control', 'no-store').send(await getPermission(db, person.id, id));
    },
  );

  app.get(
    '/api/license-texts/:sha256',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'The text of a licence as it was when something was made under it',
        params: z.object({ sha256: z.string() }),
        response: { 200: z.object({ license: z.string(), text: z.string() }), 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(await getLicenseText(db, request.params.sha256)),
  );
}
