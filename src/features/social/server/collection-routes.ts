import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import {
  collection,
  collectionDetail,
  collectionEdit,
  collectionInput,
  collectionItem,
  itemInput,
  itemsQuery,
  ownCollection,
  ownCollectionsQuery,
} from '../contract.ts';
import {
  createCollection,
  editCollection,
  getCollection,
  listItems,
  listOwnCollections,
  listPublicCollections,
  putItem,
  removeCollection,
  removeItem,
} from './collections.ts';
import type { SocialDeps } from './routes.ts';

const tags = ['social'];
const idParams = z.object({ id: z.string() });
const itemParams = z.object({ id: z.string(), resourceId: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export function collectionRoutes(app: App, { db, getPerson, sessions }: SocialDeps): void {
  app.get(
    '/api/user/collections',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My collections, last changed first',
        description: 'With `resource`, `holds` says which of them that is in.',
        querystring: ownCollectionsQuery,
        response: { 200: z.array(ownCollection), 400: errorSchema, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnCollections(db, person, request.query.resource);
      return reply.header('cache-control', 'no-store').header('x-total-count', own.length).send(own);
    },
  );

  app.get(
    '/api/people/:username/collections',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What somebody collects for everybody to see',
        params: z.object({ username: z.string().max(100) }),
        response: { 200: z.array(collection), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await getPerson(request.params.username);
      const shown = await listPublicCollections(db, id);
      return reply.header('cache-control', 'no-cache').header('x-total-count', shown.length).send(shown);
    },
  );

  app.post(
    '/api/collections',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Make a collection',
        description: 'Takes `Idempotency-Key`.',
        body: collectionInput,
        response: { 201: collectionDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { answer } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/collections',
          key: idempotencyKey(request),
          bodyHash: hashBody(request.body),
        },
        async (trx) =>
          getCollection(trx, person, await createCollection(trx, person.id, request.body, currentTime())),
      );
      return reply
        .code(201)
        .header('location', `/api/collections/${answer.id}`)
        .header('cache-control', 'no-store')
        .send(answer);
    },
  );

  app.get(
    '/api/collections/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A collection',
        params: idParams,
        response: { 200: collectionDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await getCollection(db, await sessions.find(request), request.params.id)),
  );

  app.get(
    '/api/collections/:id/items',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What is in a collection, in its order',
        params: idParams,
        querystring: itemsQuery,
        response: { 200: z.array(collectionItem), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { items, ...found } = await listItems(db, actor, request.params.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.patch(
    '/api/collections/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change a collection',
        params: idParams,
        body: collectionEdit,
        response: { 200: collectionDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await editCollection(db, person, id, request.body, currentTime());
      return reply.header('cache-control', 'no-store').send(await getCollection(db, person, id));
    },
  );

  app.delete(
    '/api/collections/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a collection apart',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      await removeCollection(db, await sessions.get(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/api/collections/:id/items/:resourceId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Put a resource into a collection, or change its note or place there',
        params: itemParams,
        body: itemInput,
        response: { 200: collectionDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, resourceId } = request.params;
      const ids = { collectionId: id, resourceId };
      await db.transaction().execute((trx) => putItem(trx, person, ids, request.body, currentTime()));
      return reply.header('cache-control', 'no-store').send(await getCollection(db, person, id));
    },
  );

  app.delete(
    '/api/collections/:id/items/:resourceId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a resource out of a collection',
        params: itemParams,
        response: { 200: collectionDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, resourceId } = request.params;
      await removeItem(db, person, { collectionId: id, resourceId }, currentTime());
      return reply.header('cache-control', 'no-store').send(await getCollection(db, person, id));
    },
  );
}
