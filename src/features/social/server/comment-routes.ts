import { z } from 'zod';
import { currentTime } from '#platform/server/clock.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { comment, commentEdit, commentInput, commentsQuery, reply as replySchema } from '../contract.ts';
import {
  addComment,
  editComment,
  getComment,
  listComments,
  listStepComments,
  removeComment,
} from './comments.ts';
import type { SocialDeps } from './routes.ts';

const tags = ['social'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export function commentRoutes(app: App, deps: SocialDeps): void {
  const { db, rateLimits, sessions } = deps;

  app.get(
    '/api/resources/:id/comments',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Comments, newest first, each with its answers, oldest first',
        description:
          'A comment without an author is the place of one that was taken away, kept for the answers below it.',
        params: idParams,
        querystring: commentsQuery,
        response: { 200: z.array(comment), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { items, ...found } = await listComments(db, actor, request.params.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/resources/:id/step-comments',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What was said of steps of the guide, by step and oldest first',
        params: idParams,
        response: { 200: z.array(replySchema), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const found = await listStepComments(db, actor, request.params.id);
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  app.post(
    '/api/resources/:id/comments',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Comment on a resource, or answer a comment',
        description: 'Answers stand one level deep: an answer cannot be answered. Takes `Idempotency-Key`.',
        params: idParams,
        body: commentInput,
        response: { 201: replySchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('comments', person.id);
      const { id } = request.params;
      const { answer } = await once(
        db,
        {
          personId: person.id,
          call: `POST /api/resources/${id}/comments`,
          key: idempotencyKey(request),
          bodyHash: hashBody(request.body),
        },
        async (trx) =>
          getComment(trx, person, await addComment(trx, person, id, request.body, currentTime())),
      );
      deps.onCountChanged();
      return reply.code(201).header('cache-control', 'no-store').send(answer);
    },
  );

  app.patch(
    '/api/comments/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change what I wrote',
        params: idParams,
        body: commentEdit,
        response: { 200: replySchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await editComment(db, person, id, request.body.text, currentTime());
      return reply.header('cache-control', 'no-store').send(await getComment(db, person, id));
    },
  );

  app.delete(
    '/api/comments/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a comment away: its writer, the owner of the resource, or an admin',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await removeComment(db, person, request.params.id);
      deps.onCountChanged();
      return reply.code(204).send(null);
    },
  );
}
