import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { messageInput } from '#features/conversations/contract.ts';
import { getMessage, writeBetween, type Talking } from '#features/conversations/server/public.ts';
import { sendKeptFile } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { App } from '#platform/server/http.ts';
import { findFirstAnswer, hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import {
  filesInput,
  newerThread,
  offerInput,
  requestCounts,
  requestDetail,
  requestInput,
  requestsQuery,
  requestSummary,
  said,
  thread,
  versionInput,
  type RequestDetail,
  type Thread,
} from '../contract.ts';
import type { ThreadAction } from '../negotiation.ts';
import { handOver } from './handed-over.ts';
import { actOnThread } from './negotiating.ts';
import { changeFiles, closeRequest, createRequest } from './requesting.ts';
import {
  countRequests,
  getRequest,
  getRequestFile,
  getTalkable,
  getThread,
  listRequests,
} from './requests.ts';

const tags = ['quotes'];
const idParams = z.object({ id: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema };
const refusedChange = { ...refused, 409: errorSchema, 413: errorSchema, 429: errorSchema };
const withNewer = { ...refused, 409: z.union([errorSchema.extend(newerThread.shape), errorSchema]) };

const actions: Record<ThreadAction, { summary: string; body: typeof versionInput | typeof offerInput }> = {
  offer: { summary: 'Name a price and a date: the provider', body: offerInput },
  counter: { summary: 'Answer an offer with another one: whoever it was made to', body: offerInput },
  accept: { summary: 'Agree to the last offer: whoever it was made to', body: versionInput },
  decline: { summary: 'Say no: whoever is waited for', body: versionInput },
  withdraw: { summary: 'Take back what one said last, or what was agreed upon', body: versionInput },
};

export function negotiationRoutes(
  app: App,
  deps: Talking & { config: Config; sessions: Sessions; storage: BlobStore },
): void {
  const { config, db, rateLimits, sessions, storage } = deps;
  const settings = {
    feePercent: config.feePercent,
    feeBearer: config.feeBearer,
    requestDays: config.quoteRequestDays,
    orderDays: config.quoteOrderDays,
  };

  app.post(
    '/api/quote-requests',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Ask up to ten providers for a quote',
        description: 'Takes `Idempotency-Key`. Files of resources are copied, at most 500 MB together.',
        body: requestInput,
        response: { 201: requestDetail, ...refusedChange },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { body } = request;
      const asked = {
        personId: person.id,
        call: 'POST /api/quote-requests',
        key: idempotencyKey(request),
        bodyHash: hashBody(body),
      };
      const first = await findFirstAnswer<RequestDetail>(db, asked);
      if (!first) await rateLimits.take('quoteRequests', person.id);
      const answer =
        first ??
        (await handOver(deps, person, body.files, currentTime(), async (keep) => {
          const made = await once(db, asked, async (trx) =>
            getRequest(trx, person.id, await createRequest(trx, person, body, keep, settings), settings),
          );
          return made.answer;
        }));
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/quote-requests/${answer.id}`)
        .send(answer);
    },
  );

  app.get(
    '/api/user/quote-requests',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I have asked for, or have been asked for, the newest first',
        querystring: requestsQuery,
        response: { 200: z.array(requestSummary), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listRequests(db, person.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/user/quote-requests/counts',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'How many requests are open on either side, and wait for me',
        response: { 200: requestCounts, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await countRequests(db, person.id));
    },
  );

  app.get(
    '/api/quote-requests/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A request: all of it for its customer, for a provider with their own negotiation alone',
        params: idParams,
        response: { 200: requestDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getRequest(db, person.id, request.params.id, settings));
    },
  );

  app.put(
    '/api/quote-requests/:id/files',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Hand over other files: what was offered for those before is void',
        params: idParams,
        body: filesInput,
        response: { 200: requestDetail, ...refusedChange },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      // Check first, so that no bytes are copied in vain.
      await getRequest(db, person.id, id, settings);
      await handOver(deps, person, body.files, currentTime(), (keep) =>
        db.transaction().execute((trx) => changeFiles(trx, person, id, body, keep, settings)),
      );
      return reply.header('cache-control', 'no-store').send(await getRequest(db, person.id, id, settings));
    },
  );

  app.post(
    '/api/quote-requests/:id/close',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Want none of it any more: its customer',
        params: idParams,
        response: { 200: requestDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => closeRequest(trx, person, id));
      return reply.header('cache-control', 'no-store').send(await getRequest(db, person.id, id, settings));
    },
  );

  for (const [action, { summary, body }] of Object.entries(actions) as [
    ThreadAction,
    (typeof actions)[ThreadAction],
  ][]) {
    app.post(
      `/api/quote-threads/:id/${action}`,
      {
        config: { access: 'person' },
        schema: {
          tags,
          summary,
          description: 'Takes `Idempotency-Key`. An answer of 409 has the `thread` as it stands now.',
          params: idParams,
          body,
          response: { 200: thread, ...withNewer },
        },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const { id } = request.params;
        const asked = {
          personId: person.id,
          call: `POST /api/quote-threads/{id}/${action}`,
          key: idempotencyKey(request),
          bodyHash: hashBody([id, request.body]),
        };
        const { answer } = await once<Thread>(db, asked, async (trx) => {
          await actOnThread(trx, person, id, action, request.body, settings);
          return getThread(trx, person.id, id);
        });
        return reply.header('cache-control', 'no-store').send(answer);
      },
    );
  }

  app.post(
    '/api/quote-threads/:id/messages',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask the other side something, or answer them: in the conversation about the service',
        params: idParams,
        body: messageInput,
        response: { 201: said, ...refusedChange },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const about = await getTalkable(db, person.id, request.params.id);
      const { conversationId, messageId } = await writeBetween(deps, person, about, request.body);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ conversationId, message: await getMessage(db, person.id, messageId) });
    },
  );

  app.get(
    '/api/quote-requests/:id/files/:fileId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A file of a request, for its customer and for providers who may still make it',
        description: 'Understands `Range`, `If-None-Match` and `If-Range`.',
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: fileAnswer(), 401: errorSchema, 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, fileId } = request.params;
      return sendKeptFile(request, reply, storage, await getRequestFile(db, person.id, id, fileId));
    },
  );
}
