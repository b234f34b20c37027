import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { avatarWidths, type Sessions } from '#features/accounts/server/public.ts';
import { ratesOfResources } from '#features/builds/server/public.ts';
import { resourceCard } from '#features/resources/contract.ts';
import { listPublishedBy } from '#features/resources/server/public.ts';
import { serviceCard } from '#features/services/contract.ts';
import { listServices } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { blobOfWidth, readPicture, removePicture, storeSquare } from '#platform/server/pictures.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { pageQuery, profile, profileInput, publicPerson } from '../contract.ts';
import { changeAvatar, changeProfile } from './commands.ts';
import { getPerson, getProfile, isShownAvatar } from './queries.ts';

const tags = ['people'];
const usernameParams = z.object({ username: z.string().max(100) });

export function peopleRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; storage: BlobStore; onNameChanged(): void },
): void {
  const { db, sessions, storage } = deps;

  app.get(
    '/api/people/:username',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A person or company, as everybody sees them',
        description:
          'A username that was given up less than 90 days ago answers its owner: `username` says the one of now.',
        params: usernameParams,
        response: { 200: publicPerson, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id: _id, ...person } = await getPerson(db, request.params.username);
      return reply.header('cache-control', 'no-cache').send(person);
    },
  );

  app.get(
    '/api/people/:username/resources',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What somebody publishes, newest first',
        params: usernameParams,
        querystring: pageQuery,
        response: { 200: z.array(resourceCard), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await getPerson(db, request.params.username);
      const { json, ...found } = await listPublishedBy(db, person.id, request.query, ratesOfResources);
      return reply
        .header('cache-control', 'no-cache')
        .headers(pageHeaders(request.url, found))
        .type('application/json; charset=utf-8')
        .serializer((body) => body as string)
        .send(json as never);
    },
  );

  app.get(
    '/api/people/:username/services',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What somebody offers, newest first',
        params: usernameParams,
        querystring: pageQuery,
        response: { 200: z.array(serviceCard), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await getPerson(db, request.params.username);
      const { services, ...found } = await listServices(db, {
        ownerId: person.id,
        sort: 'newest',
        ...request.query,
      });
      return reply
        .header('cache-control', 'no-cache')
        .headers(pageHeaders(request.url, found))
        .send(services);
    },
  );

  app.get(
    '/api/avatars/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: "A person's picture, as WebP, or AVIF where `Accept` names it",
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      if (!isUuid(id) || !(await isShownAvatar(db, id))) throw new AppError(platformErrors.not_found);
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendPicture(request, reply, deps, {
        ...blobOfWidth({ blobPrefix: `avatars/${id}`, widths: avatarWidths }, Number.parseInt(name, 10)),
        etag: `${id}-${name}`,
      });
    },
  );

  app.get(
    '/api/user/profile',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I say of myself',
        response: { 200: profile, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getProfile(db, id));
    },
  );

  app.patch(
    '/api/user',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change what I say of myself',
        body: profileInput,
        response: { 200: profile, 400: errorSchema, 401: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await changeProfile(db, id, request.body, currentTime());
      deps.onNameChanged();
      return reply.header('cache-control', 'no-store').send(await getProfile(db, id));
    },
  );

  void app.register((scope: App, _options: object, done: () => void) => {
    // The body is not read before the sender is authenticated.
    scope.addContentTypeParser(/^(?:image\/|application\/octet-stream)/, (_request, _body, parsed) =>
      parsed(null, undefined),
    );
    scope.put(
      '/api/user/avatar',
      {
        config: { access: 'person' },
        schema: {
          tags,
          summary: 'Put a picture of me in the place of the one before',
          description:
            'The body is the picture itself: PNG, JPG or GIF, at most 5 MB. What is kept is square.',
          consumes: ['image/png', 'image/jpeg', 'image/gif'],
          response: {
            200: profile,
            401: errorSchema,
            413: errorSchema,
            415: errorSchema,
            422: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const bytes = await readPicture(bytesOf(request), 'image');
        await sessions.confirm(request);
        const id = uuidv7();
        const blobPrefix = `avatars/${id}`;
        try {
          await storeSquare(storage, blobPrefix, bytes, { widths: avatarWidths, field: 'image' });
        } catch (error) {
          await removePicture(storage, { blobPrefix, widths: avatarWidths });
          throw error;
        }
        await changeAvatar(db, person.id, id, currentTime());
        return reply.header('cache-control', 'no-store').send(await getProfile(db, person.id));
      },
    );
    done();
  });

  app.delete(
    '/api/user/avatar',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Show no picture of me', response: { 200: profile, 401: errorSchema } },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await changeAvatar(db, id, null, currentTime());
      return reply.header('cache-control', 'no-store').send(await getProfile(db, id));
    },
  );
}

/** An incomplete body is a client error. */
async function* bytesOf(request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    // Keep the connection open when the loop ends early, because the response needs it.
    yield* request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!request.raw.readableAborted) throw error;
    throw new AppError(platformErrors.invalid_input);
  }
}
