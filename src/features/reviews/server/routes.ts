import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import {
  answerInput,
  orderReviews,
  personReviewsQuery,
  review,
  reviewInput,
  reviewsQuery,
  reviewSummary,
} from '../contract.ts';
import { answerReview, editReview, writeReview } from './commands.ts';
import {
  findReviewPhoto,
  getOrderReviews,
  getReview,
  listPersonReviews,
  listServiceReviews,
  summarizePerson,
  summarizeService,
} from './queries.ts';

const tags = ['reviews'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export type ReviewsDeps = {
  db: Db;
  storage: BlobStore;
  rateLimits: RateLimits;
  sessions: Sessions;
  /** Throws not-found. Passed in, because the people room stands above this one and shows reviews. */
  getPerson(username: string): Promise<{ id: string }>;
};

export function reviewsRoutes(app: App, deps: ReviewsDeps): void {
  const { db, storage, rateLimits, sessions, getPerson } = deps;
  app.post(
    '/api/orders/:id/reviews',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say how an order was: once for each side',
        description:
          'Nobody reads it until the other side has written too, or 14 days have passed; until then it can be changed. ' +
          'Takes `Idempotency-Key`.',
        params: idParams,
        body: reviewInput,
        response: { 201: review, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('comments', person.id);
      const { id: orderId } = request.params;
      const { answer } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/orders/{id}/reviews',
          key: idempotencyKey(request),
          bodyHash: hashBody([orderId, request.body]),
        },
        (trx) => writeReview(trx, person, orderId, request.body),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getReview(db, person, answer));
    },
  );

  app.get(
    '/api/orders/:id/reviews',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I may know of an order’s reviews',
        params: idParams,
        response: { 200: orderReviews, 401: errorSchema, 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOrderReviews(db, person, request.params.id));
    },
  );

  app.put(
    '/api/reviews/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change what I wrote, as long as nobody can read it',
        params: idParams,
        body: reviewInput,
        response: { 200: review, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => editReview(trx, person, id, request.body));
      return reply.header('cache-control', 'no-store').send(await getReview(db, person, id));
    },
  );

  app.post(
    '/api/reviews/:id/answer',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Answer a review of me, once and for everybody to read',
        params: idParams,
        body: answerInput,
        response: { 200: review, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('comments', person.id);
      const { id } = request.params;
      await db.transaction().execute((trx) => answerReview(trx, person, id, request.body.text));
      return reply.header('cache-control', 'no-store').send(await getReview(db, person, id));
    },
  );

  app.get(
    '/api/services/:id/reviews',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What buyers say of a service, the newest first',
        params: idParams,
        querystring: reviewsQuery,
        response: { 200: z.array(review), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { items, ...found } = await listServiceReviews(db, actor, request.params.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/services/:id/reviews/summary',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How many reviews a service has, and what they give',
        params: idParams,
        response: { 200: reviewSummary, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await summarizeService(db, actor, request.params.id));
    },
  );

  app.get(
    '/api/people/:username/reviews',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What is said of somebody, as a provider or as a buyer, the newest first',
        params: z.object({ username: z.string() }),
        querystring: personReviewsQuery,
        response: { 200: z.array(review), 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { id } = await getPerson(request.params.username);
      const { items, ...found } = await listPersonReviews(db, actor, id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/people/:username/reviews/summary',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How many reviews somebody has as a provider and as a buyer, and what they give',
        params: z.object({ username: z.string() }),
        response: { 200: z.object({ provider: reviewSummary, buyer: reviewSummary }), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await getPerson(request.params.username);
      return reply.header('cache-control', 'no-store').send(await summarizePerson(db, id));
    },
  );

  app.get(
    '/api/reviews/:id/photos/:photoId/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A photo of a review, in one of its widths',
        params: z.object({ id: z.string(), photoId: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id: reviewId, photoId, name } = request.params;
      const width = Number.parseInt(name, 10);
      const actor = await sessions.find(request);
      const photo = await findReviewPhoto(db, actor, { reviewId, photoId, width });
      if (!photo) throw new AppError(platformErrors.not_found);
      // An hour only, because a moderator may hide it.
      reply.header('cache-control', photo.isPublic ? 'public, max-age=3600' : 'private, max-age=60');
      return sendPicture(request, reply, { db, storage }, { ...photo, etag: `${photoId}-${name}` });
    },
  );
}
