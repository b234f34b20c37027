import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { createWordList } from '#features/community/server/public.ts';
import { attempt, attemptInput, paymentsErrors } from '#features/payments/contract.ts';
import { beginAttempt, presentAttempt, type PaymentDeps } from '#features/payments/server/public.ts';
import { discard, readIncoming, wroteNothing, type Incoming } from '#features/resources/server/public.ts';
import { serviceTypes } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors, refused as refusedAt } from '#platform/shared/errors.ts';
import type { FeeBearer } from '#platform/shared/fee.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import { parseInput } from '#platform/shared/validation.ts';
import type { WantedTerms } from '#platform/shared/wanted-terms.ts';
import { canRule } from '../access.ts';
import {
  answerInput,
  answersPage,
  answersQuery,
  demand,
  demandQuery,
  disputedQuery,
  eventsPage,
  eventsQuery,
  giveInput,
  objectionInput,
  ownPledge,
  ownWantedQuery,
  pledgeInput,
  proposals,
  proposalsQuery,
  rulingInput,
  wantedCard,
  wantedDetail,
  wantedInput,
  wantedQuery,
  wantedTerms,
} from '../contract.ts';
import { wantedLimits, type District } from '../rules.ts';
import { answerWanted, pledgeTo, postWanted, withdrawAnswer, withdrawWanted } from './commands.ts';
import { giveBounty, objectTo, rule } from './deciding.ts';
import { pictureFolder } from './jobs.ts';
import { openAttempt } from './pledges.ts';
import { findWantedPicture, getOwnPledge, getWanted, listAnswers, listEvents } from './queries.ts';
import { listDisputed, listOwnWanted, listWanted } from './cards.ts';
import { countDemand, presentDemand, proposeFor } from './proposing.ts';

const tags = ['wanted'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export function wantedRoutes(
  app: App,
  deps: PaymentDeps & {
    sessions: Sessions;
    rateLimits: RateLimits;
    storage: BlobStore;
    terms: WantedTerms;
    orderTerms: Terms;
    secret: string;
    feePercent: number;
    feeBearer: FeeBearer;
    cacheMs: number;
  },
): void {
  const { db, feePercent, rateLimits, secret, sessions, storage, terms } = deps;
  // Counted over all posts and wishes, so kept for a minute wherever lists are kept.
  const demands = new CoalescingCache<District[]>({
    lifetimeMs: deps.cacheMs === 0 ? 0 : 60_000,
    most: serviceTypes.length + 1,
  });
  const words = createWordList(db);

  /** Reads a form and runs a callback; removes its pictures if nothing was written. */
  async function withForm<Result>(
    request: FastifyRequest,
    act: (incoming: Incoming) => Promise<{ answer: Result; repeated: boolean }>,
  ): Promise<Result> {
    const incoming = await readIncoming(request, storage, {
      files: null,
      pictures: { most: wantedLimits.pictures, folder: pictureFolder, fields: ['images'] },
    });
    let done: { answer: Result; repeated: boolean };
    try {
      await sessions.confirm(request);
      done = await act(incoming);
    } catch (error) {
      if (wroteNothing(error)) await discard(storage, incoming);
      throw error;
    }
    if (done.repeated) await discard(storage, incoming);
    return done.answer;
  }

  app.get(
    '/api/wanted',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Things that people look for',
        description: 'With `lat` and `long` each says how far away it is.',
        querystring: wantedQuery,
        response: { 200: z.array(wantedCard), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      if (request.query.search && (await sessions.find(request)) === null)
        await rateLimits.take('guestSearch', request.ip);
      const { items, ...found } = await listWanted(db, request.query);
      return reply.header('cache-control', 'no-cache').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/user/wanted',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I have asked for, answered or pledged to, the newest first',
        querystring: ownWantedQuery,
        response: { 200: z.array(wantedCard), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listOwnWanted(db, person.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/wanted/proposals',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What is there already for a broken part of a device',
        querystring: proposalsQuery,
        response: { 200: proposals, 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      if ((await sessions.find(request)) === null) await rateLimits.take('guestSearch', request.ip);
      return reply.header('cache-control', 'no-cache').send(await proposeFor(db, request.query));
    },
  );

  app.get(
    '/api/wanted/demand',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Where people look for what nobody makes near them, by district from 3 people on',
        querystring: demandQuery,
        response: { 200: demand, 429: errorSchema },
      },
    },
    async (request, reply) => {
      if ((await sessions.find(request)) === null) await rateLimits.take('guestSearch', request.ip);
      const { query } = request;
      const districts = await demands.get(query.trade ?? '', () => countDemand(db, query));
      return reply.header('cache-control', 'no-cache').send(presentDemand(districts, answerLocale(request)));
    },
  );

  app.get(
    '/api/wanted/terms',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Times and limits of this place for posts and bounties',
        response: { 200: wantedTerms },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(wantedTerms.parse(terms)),
  );

  app.get(
    '/api/wanted/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A thing wanted, with its answers and what happened',
        params: idParams,
        response: { 200: wantedDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await getWanted(deps, await sessions.find(request), request.params.id)),
  );

  app.post(
    '/api/wanted',
    {
      config: { access: 'person', documentedBody: wantedInput, underTerms: true },
      schema: {
        tags,
        summary: 'Ask for a thing',
        description:
          'JSON, or multipart form data with the same field names (lists as JSON) and up to 4 pictures as `images`. Needs ' +
          '`Idempotency-Key`. With a bounty it becomes public once its pledge is paid.',
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: wantedDetail, 413: errorSchema, 415: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const key = requireIdempotencyKey(request);
      await rateLimits.take('wanted', person.id);
      const id = await withForm(request, async ({ fields, pictures, pictureHashes }) => {
        const input = parseInput(wantedInput, fields);
        await words.check({
          title: input.title,
          description: input.description,
          device: input.device,
        });
        return once(
          db,
          {
            personId: person.id,
            call: 'POST /api/wanted',
            key,
            bodyHash: hashBody([fields, pictureHashes]),
          },
          (trx) => postWanted(trx, person, { terms, feePercent, secret }, input, pictures),
        );
      });
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/wanted/${id}`)
        .send(await getWanted(deps, person, id));
    },
  );

  app.post(
    '/api/wanted/:id/withdraw',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Withdraw what I asked for while nobody has answered; pledges go back',
        params: idParams,
        response: { 200: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => withdrawWanted(trx, person, id));
      return reply.header('cache-control', 'no-store').send(await getWanted(deps, person, id));
    },
  );

  app.post(
    '/api/wanted/:id/pledges',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Add to a bounty',
        description: 'Needs `Idempotency-Key`. Paid with `POST /api/pledges/{id}/payments`.',
        params: idParams,
        body: pledgeInput,
        response: { 201: ownPledge, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { amount } = request.body;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('orders', person.id);
      const { answer: pledgeId } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/wanted/{id}/pledges',
          key,
          bodyHash: hashBody([id, request.body]),
        },
        (trx) => pledgeTo(trx, person, id, { amount, terms }),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getOwnPledge(db, person.id, pledgeId));
    },
  );

  app.get(
    '/api/pledges/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'One of my pledges',
        params: idParams,
        response: { 200: ownPledge, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOwnPledge(db, person.id, request.params.id));
    },
  );

  app.post(
    '/api/pledges/:id/payments',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Open an attempt to pay a pledge',
        description: 'Needs `Idempotency-Key`. As `POST /api/orders/{id}/payments`.',
        params: idParams,
        body: attemptInput,
        response: { 201: attempt, 503: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('payments', person.id);
      if (body.provider !== undefined && body.provider !== deps.gateway.name)
        throw refusedAt(paymentsErrors.provider_not_offered, 'provider');
      const locale = answerLocale(request);
      const { answer: paymentId } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/pledges/{id}/payments',
          key,
          bodyHash: hashBody([id, body]),
        },
        (trx) =>
          openAttempt(
            trx,
            deps,
            { id, personId: person.id },
            {
              orderName: (title) => m['wanted.order_name']({ title }, { locale }),
              method: body.method,
            },
          ),
      );
      const prefix = localizePath('/', locale).replace(/\/$/, '');
      const begun = await beginAttempt(deps, paymentId, person, {
        locale,
        prefix,
        depositHours: terms.payHours,
      });
      // A payment window that is opened by a script belongs on a page below /payment.
      const page = `${deps.publicOrigin}${prefix}/payment/wanted/${id}`;
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await presentAttempt(db, paymentId, begun, page));
    },
  );

  app.post(
    '/api/wanted/:id/answers',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Answer with a resource, an offer of my service, or words',
        description: 'Needs `Idempotency-Key`.',
        params: idParams,
        body: answerInput,
        response: { 201: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('comments', person.id);
      await words.check({ text: request.body.text });
      await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/wanted/{id}/answers',
          key,
          bodyHash: hashBody([id, request.body]),
        },
        (trx) => answerWanted(trx, person, id, request.body),
      );
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await getWanted(deps, person, id));
    },
  );

  app.get(
    '/api/wanted/:id/answers',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Further answers to a thing wanted',
        params: idParams,
        querystring: answersQuery,
        response: { 200: answersPage, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await listAnswers(deps, await sessions.find(request), request.params.id, request.query.after)),
  );

  app.get(
    '/api/wanted/:id/events',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What happened to a thing wanted before',
        params: idParams,
        querystring: eventsQuery,
        response: { 200: eventsPage, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send(await listEvents(db, await sessions.find(request), request.params.id, request.query.before)),
  );

  app.delete(
    '/api/wanted/:id/answers/:answerId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take an answer of mine back',
        params: z.object({ id: z.string(), answerId: z.uuid() }),
        response: { 200: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { params } = request;
      await db.transaction().execute((trx) => withdrawAnswer(trx, person, params));
      return reply.header('cache-control', 'no-store').send(await getWanted(deps, person, params.id));
    },
  );

  app.post(
    '/api/wanted/:id/give',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Accept one or more answers, and give the bounty for them: its asker',
        description: 'Needs `Idempotency-Key`.',
        params: idParams,
        body: giveInput,
        response: { 200: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      const key = requireIdempotencyKey(request);
      await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/wanted/{id}/give',
          key,
          bodyHash: hashBody([id, body]),
        },
        (trx) => giveBounty(trx, deps, person, id, body),
      );
      return reply.header('cache-control', 'no-store').send(await getWanted(deps, person, id));
    },
  );

  app.post(
    '/api/wanted/:id/objections',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Object that my answer was used and nothing given for it',
        params: idParams,
        body: objectionInput,
        response: { 200: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      await db.transaction().execute((trx) => objectTo(trx, person, id, body));
      return reply.header('cache-control', 'no-store').send(await getWanted(deps, person, id));
    },
  );

  app.get(
    '/api/admin/wanted',
    {
      config: { access: canRule },
      schema: {
        tags,
        summary: 'Things wanted whose objections wait for a ruling; for admins',
        querystring: disputedQuery,
        response: { 200: z.array(wantedCard), 400: errorSchema, 401: errorSchema, 403: errorSchema },
      },
    },
    async (request, reply) => {
      const { items, ...found } = await listDisputed(db, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.post(
    '/api/admin/wanted/:id/ruling',
    {
      config: { access: canRule },
      schema: {
        tags,
        summary: 'Rule on the objections; for admins, with a reason and a proof',
        description: 'A large bounty is moved once two admins have ruled the same.',
        params: idParams,
        body: rulingInput,
        response: { 200: wantedDetail, ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      const { id } = request.params;
      const { body } = request;
      await db.transaction().execute((trx) => rule(trx, deps, actor, id, body));
      return reply.header('cache-control', 'no-store').send(await getWanted(deps, actor, id));
    },
  );

  app.get(
    '/api/wanted-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A picture of a thing wanted, as WebP, or AVIF where `Accept` names it',
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const viewer = await sessions.find(request);
      const picture = await findWantedPicture(db, viewer, id, Number.parseInt(name, 10));
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );
}
