import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import {
  discard,
  getVisibleResource,
  readIncoming,
  wroteNothing,
  type Incoming,
} from '#features/resources/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import {
  machinesQuery,
  make,
  makeEdit,
  makeInput,
  makesQuery,
  makeSummary,
  recentMake,
} from '../contract.ts';
import {
  addMake,
  editMake,
  findMake,
  findMakePicture,
  getMake,
  listMakes,
  listRecentMakes,
  removeMake,
  suggestMachines,
  summarizeMakes,
} from './makes.ts';
import { canEditMake } from '../access.ts';
import type { SocialDeps } from './routes.ts';

const tags = ['social'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  413: errorSchema,
  415: errorSchema,
  422: errorSchema,
  429: errorSchema,
};
const bodyDescription =
  'JSON, or multipart form data with the same field names and a picture as the part `image`: PNG, JPG or GIF, at most 5 MB.';

export function makeRoutes(app: App, deps: SocialDeps): void {
  const { db, rateLimits, sessions, storage } = deps;

  /** Reads a form and runs a callback; removes its picture if nothing was written. */
  async function withForm<Result>(
    request: FastifyRequest,
    act: (incoming: Incoming) => Promise<{ result: Result; repeated: boolean }>,
  ): Promise<Result> {
    const incoming = await readIncoming(request, storage, {
      files: null,
      pictures: { most: 1, folder: 'make-images' },
    });
    let done: { result: Result; repeated: boolean };
    try {
      await sessions.confirm(request);
      done = await act(incoming);
    } catch (error) {
      if (wroteNothing(error)) await discard(storage, incoming);
      throw error;
    }
    if (done.repeated) await discard(storage, incoming);
    return done.result;
  }

  app.get(
    '/api/resources/:id/makes',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What people made from a resource, newest first',
        params: idParams,
        querystring: makesQuery,
        response: { 200: z.array(make), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { items, ...found } = await listMakes(db, actor, request.params.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/resources/:id/makes/summary',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How making it went, in all and on each machine',
        params: idParams,
        response: { 200: makeSummary, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await summarizeMakes(db, actor, request.params.id));
    },
  );

  app.get(
    '/api/machines',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Machines that people wrote, the most common first',
        querystring: machinesQuery,
        response: { 200: z.array(z.string()), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      // Rate limited, because it counts all makes.
      if ((await sessions.find(request)) === null) await rateLimits.take('guestSuggestions', request.ip);
      return reply.header('cache-control', 'no-cache').send(await suggestMachines(db, request.query.q));
    },
  );

  app.post(
    '/api/resources/:id/makes',
    {
      config: { access: 'person', documentedBody: makeInput },
      schema: {
        tags,
        summary: 'Tell of something made from a resource',
        description: `${bodyDescription} Takes \`Idempotency-Key\`.`,
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 201: make, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('comments', person.id);
      const { id } = request.params;
      // Check the visibility first, before any upload is read.
      await getVisibleResource(db, null, id);
      const made = await withForm(request, async ({ fields, pictures, pictureHashes }) => {
        const content = parseInput(makeInput, fields);
        const { answer, repeated } = await once(
          db,
          {
            personId: person.id,
            call: `POST /api/resources/${id}/makes`,
            key: idempotencyKey(request),
            bodyHash: hashBody([fields, pictureHashes]),
          },
          async (trx) =>
            getMake(trx, person, await addMake(trx, person, id, content, pictures[0], currentTime())),
        );
        return { result: answer, repeated };
      });
      deps.onCountChanged();
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );

  app.patch(
    '/api/makes/:id',
    {
      config: { access: 'person', documentedBody: makeEdit },
      schema: {
        tags,
        summary: 'Change what I told of a make',
        description: `${bodyDescription} A new picture takes the place of the one before.`,
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: make, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Check the rights first, before any upload is read.
      if (!canEditMake(person, await findMake(db, person, id))) throw new AppError(platformErrors.forbidden);
      await withForm(request, async ({ fields, pictures }) => {
        const change = parseInput(makeEdit, fields);
        await db
          .transaction()
          .execute((trx) => editMake(trx, person, id, change, pictures[0], currentTime()));
        return { result: null, repeated: false };
      });
      // A verified build, and whether it worked, is told on cards.
      deps.onCountChanged();
      return reply.header('cache-control', 'no-store').send(await getMake(db, person, id));
    },
  );

  app.delete(
    '/api/makes/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a make away: who told of it, or an admin',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await db.transaction().execute((trx) => removeMake(trx, person, request.params.id));
      deps.onCountChanged();
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/make-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A picture of a make, as WebP, or AVIF where `Accept` names it',
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const actor = await sessions.find(request);
      const picture = await findMakePicture(db, actor, id, Number.parseInt(name, 10));
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );
}

export function recentMakesRoute(app: App, { db }: SocialDeps): void {
  app.get(
    '/api/makes',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What was made lately, with pictures',
        response: { 200: z.array(recentMake) },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(await listRecentMakes(db)),
  );
}
