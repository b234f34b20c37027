import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { handOver } from '#features/quotes/server/public.ts';
import { sendKeptFile } from '#features/uploads/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { findFirstAnswer, hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canCancelTenders } from '../access.ts';
import {
  bidInput,
  cancelInput,
  chooseInput,
  ownTendersQuery,
  staffCancelInput,
  tenderCard,
  tenderChange,
  tenderDetail,
  tenderInput,
  tendersQuery,
  versionInput,
} from '../contract.ts';
import { placeBid, withdrawBid } from './bidding.ts';
import {
  cancelAsStaff,
  cancelTender,
  changeTender,
  chooseBid,
  createTender,
  publishTender,
  removeTender,
} from './commands.ts';
import { getTender, getTenderFile, listOwnTenders, listTenders } from './queries.ts';

const tags = ['tenders'];
const idParams = z.object({ id: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema, 409: errorSchema };
const refusedFiles = { ...refused, 413: errorSchema, 429: errorSchema };

export function tendersRoutes(
  app: App,
  runtime: {
    config: Config;
    db: Db;
    secret: string;
    vault: Vault;
    rateLimits: RateLimits;
    sessions: Sessions;
    storage: BlobStore;
  },
): void {
  const { config, db, secret, vault, rateLimits, sessions, storage } = runtime;
  const deps = {
    db,
    vault,
    terms: config.tenderTerms,
    feePercent: config.feePercent,
    feeBearer: config.feeBearer,
    orderDays: config.quoteOrderDays,
  };

  app.get(
    '/api/tenders',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Jobs that are put out to sealed bids',
        description: 'With `lat` and `long` each says how far away it is.',
        querystring: tendersQuery,
        response: { 200: z.array(tenderCard), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      if (request.query.search && (await sessions.find(request)) === null)
        await rateLimits.take('guestSearch', request.ip);
      const { items, ...found } = await listTenders(db, request.query, deps);
      return reply.header('cache-control', 'no-cache').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/user/tenders',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I have posted, or have bid on, the newest first',
        querystring: ownTendersQuery,
        response: { 200: z.array(tenderCard), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listOwnTenders(db, person.id, request.query, deps);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/tenders/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A tender: what is wanted, and of its bids what this person may know by now',
        params: idParams,
        response: { 200: tenderDetail, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const viewer = await sessions.find(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, viewer, request.params.id, answerLocale(request)));
    },
  );

  app.post(
    '/api/tenders',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Begin a draft',
        description: 'Takes `Idempotency-Key`. Files of resources are copied, at most 500 MB together.',
        body: tenderInput,
        response: { 201: tenderDetail, ...refusedFiles },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { body } = request;
      const asked = {
        personId: person.id,
        call: 'POST /api/tenders',
        key: idempotencyKey(request),
        bodyHash: hashBody(body),
      };
      const first = await findFirstAnswer<string>(db, asked);
      if (first === undefined) await rateLimits.take('tenders', person.id);
      const id =
        first ??
        (await handOver(runtime, person, body.files, currentTime(), async (keep) => {
          const made = await once(db, asked, (trx) => createTender(trx, person, body, { keep, secret }));
          return made.answer;
        }));
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/tenders/${id}`)
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.put(
    '/api/tenders/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Write a draft anew: its customer',
        params: idParams,
        body: tenderChange,
        response: { 200: tenderDetail, ...refusedFiles },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      // Check first, so that no bytes are copied in vain.
      if (!(await getTender(deps, person, id, answerLocale(request))).isMine)
        throw new AppError(platformErrors.forbidden);
      await handOver(runtime, person, body.files, currentTime(), (keep) =>
        db.transaction().execute((trx) => changeTender(trx, vault, person, id, body, { keep, secret })),
      );
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.delete(
    '/api/tenders/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take a draft away: its customer',
        params: idParams,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await db.transaction().execute((trx) => removeTender(trx, vault, person, request.params.id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/tenders/:id/publish',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Put a draft out to bids: its customer',
        params: idParams,
        body: versionInput,
        response: { 200: tenderDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => publishTender(trx, deps, person, id, request.body.version));
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.post(
    '/api/tenders/:id/cancel',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Want none of it any more: its customer; once the bids have been opened, with a reason',
        params: idParams,
        body: cancelInput,
        response: { 200: tenderDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => cancelTender(trx, vault, person, id, request.body));
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.post(
    '/api/tenders/:id/bids',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Bid, or bid anew: nobody else reads it before the close',
        description:
          'Takes `Idempotency-Key`. What is bid is sealed; its commitment, the SHA-256 of a salt and the bid, is in the public `record` at once.',
        params: idParams,
        body: bidInput,
        response: { 201: tenderDetail, ...refusedFiles },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const asked = {
        personId: person.id,
        call: 'POST /api/tenders/{id}/bids',
        key: idempotencyKey(request),
        // Keyed: a plain hash of so small a range of prices would reveal the price.
        bodyHash: createHmac('sha256', secret)
          .update(hashBody([id, request.body]))
          .digest('hex'),
      };
      if ((await findFirstAnswer<true>(db, asked)) === undefined) {
        await rateLimits.take('tenderBids', person.id);
        // The stored response contains nothing of the bid.
        await once<true>(db, asked, async (trx) => {
          await placeBid(trx, deps, person, id, request.body);
          return true;
        });
      }
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.delete(
    '/api/tenders/:id/bids',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take one’s own bid back, until the close',
        params: idParams,
        response: { 200: tenderDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => withdrawBid(trx, deps, person, id));
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.post(
    '/api/tenders/:id/choose',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Choose a bid and say why: its customer',
        description: 'Takes `Idempotency-Key`. The bid becomes the `quote`, which is ordered as any other.',
        params: idParams,
        body: chooseInput,
        response: { 200: tenderDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const asked = {
        personId: person.id,
        call: 'POST /api/tenders/{id}/choose',
        key: idempotencyKey(request),
        bodyHash: hashBody([id, request.body]),
      };
      await once<true>(db, asked, async (trx) => {
        await chooseBid(trx, deps, person, id, request.body);
        return true;
      });
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.post(
    '/api/admin/tenders/:id/cancel',
    {
      config: { access: canCancelTenders },
      schema: {
        tags: ['admin'],
        summary: 'Cancel a tender for a reason that everybody reads',
        params: idParams,
        body: staffCancelInput,
        response: { 200: tenderDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => cancelAsStaff(trx, vault, person, id, request.body.reason));
      return reply
        .header('cache-control', 'no-store')
        .send(await getTender(deps, person, id, answerLocale(request)));
    },
  );

  app.get(
    '/api/tenders/:id/files/:fileId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A file of a tender, for its customer and for whoever offers an active service of its kind',
        description: 'Understands `Range`, `If-None-Match` and `If-Range`.',
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: fileAnswer(), 401: errorSchema, 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, fileId } = request.params;
      return sendKeptFile(request, reply, storage, await getTenderFile(deps, person, id, fileId));
    },
  );
}
