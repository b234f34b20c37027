import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { rightsOfError } from '#features/licensing/contract.ts';
import { usualUse } from '#features/licensing/server/public.ts';
import { filesToCopy, type PlacingDeps } from '#features/orders/server/public.ts';
import { attempt, attemptInput, paymentsErrors } from '#features/payments/contract.ts';
import { beginAttempt, presentAttempt, type PaymentDeps } from '#features/payments/server/public.ts';
import { handOver } from '#features/quotes/server/public.ts';
import { localizePath } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Trx } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { findFirstAnswer, hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageOf, wholeQuery } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { refused as refusedAt } from '#platform/shared/errors.ts';
import {
  addedAgain,
  basket,
  basketQuery,
  basketSummary,
  boughtInput,
  itemInput,
  ownedInput,
  placedBasket,
  placingInput,
  replacementInput,
} from '../contract.ts';
import {
  addAgain,
  addBasketAttempt,
  addItem,
  placeBasket,
  removeItem,
  replaceOrder,
  setBought,
  setOwned,
} from './commands.ts';
import { findOpenBasket, getOpenBasket, getPlacedBasket, listBaskets, listItems } from './queries.ts';

const tags = ['baskets'];
const basketsQuery = wholeQuery.extend({
  orderId: z.uuid().optional().describe('Only the one that this order is a part of.'),
});
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};
const refusedByLicence = { ...refused, 409: z.union([errorSchema.extend(rightsOfError.shape), errorSchema]) };

export function basketsRoutes(
  app: App,
  deps: PlacingDeps & PaymentDeps & { rateLimits: RateLimits; sessions: Sessions },
): void {
  const { db, rateLimits, sessions, storage } = deps;

  app.get(
    '/api/user/basket',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I am putting together, with what each order would cost now',
        querystring: basketQuery,
        response: { 200: basket, 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOpenBasket(deps, person, request.query, answerLocale(request)));
    },
  );

  app.post(
    '/api/user/basket/items',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Put an order into my basket',
        body: itemInput,
        response: { 200: basket, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const locale = answerLocale(request);
      await addItem(deps, person, request.body, locale);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOpenBasket(deps, person, usualUse, locale));
    },
  );

  app.delete(
    '/api/user/basket/items/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take an order out of my basket; harmless if it is gone',
        params: idParams,
        response: { 200: basket, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await removeItem(db, person.id, request.params.id);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOpenBasket(deps, person, usualUse, answerLocale(request)));
    },
  );

  app.put(
    '/api/user/basket/bought',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'List what I buy elsewhere, from the bill of materials of a resource',
        body: boughtInput,
        response: { 200: basket, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await setBought(db, person, request.body);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOpenBasket(deps, person, usualUse, answerLocale(request)));
    },
  );

  app.post(
    '/api/user/basket/orders',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Order everything in my basket',
        description:
          'Needs `Idempotency-Key`. All orders are placed or none, each with an escrow of its own; one payment pays all.',
        body: placingInput,
        response: { 201: placedBasket, 413: errorSchema, ...refusedByLicence },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { body } = request;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('orders', person.id);
      const locale = answerLocale(request);
      const asked = {
        personId: person.id,
        call: 'POST /api/user/basket/orders',
        key,
        bodyHash: hashBody(body),
      };
      const first = await findFirstAnswer<string>(db, asked);
      const id = first ?? (await place());

      async function place(): Promise<string> {
        const open = await findOpenBasket(db, person.id);
        const sources: { itemId: string; resourceFileId: string }[] = [];
        for (const { id: itemId, quoteId, resourceFileIds } of open ? await listItems(db, open.id) : []) {
          const files =
            quoteId === null
              ? resourceFileIds.map((resourceFileId) => ({ resourceFileId }))
              : await filesToCopy(db, person.id, quoteId);
          sources.push(...files.map((file) => ({ itemId, ...file })));
        }
        return handOver({ db, storage }, person, sources, currentTime(), async (keepAll) => {
          let all: Awaited<ReturnType<typeof keepAll>> | undefined;
          const keep = async (trx: Trx, itemId: string) => {
            all ??= await keepAll(trx);
            return all.filter((_file, index) => sources[index]?.itemId === itemId);
          };
          return (await once(db, asked, (trx) => placeBasket(deps, trx, person, body, locale, keep))).answer;
        });
      }
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/baskets/${id}`)
        .send(await getPlacedBasket(db, person.id, id));
    },
  );

  app.get(
    '/api/user/baskets',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Baskets that I have ordered, the newest first',
        querystring: basketsQuery,
        response: { 200: z.array(basketSummary), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, headers } = pageOf(
        request.url,
        await listBaskets(db, person.id, request.query.orderId),
        request.query,
      );
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  app.get(
    '/api/baskets/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A basket that was ordered, for its buyer: its orders, sums and dates',
        params: idParams,
        response: { 200: placedBasket, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getPlacedBasket(db, person.id, request.params.id));
    },
  );

  app.post(
    '/api/baskets/:id/again',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Put the orders of a basket that ended unpaid into my basket again',
        params: idParams,
        response: { 200: addedAgain, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const leftOut = await addAgain(deps, person, request.params.id, answerLocale(request));
      return reply.header('cache-control', 'no-store').send({ leftOut });
    },
  );

  app.patch(
    '/api/baskets/:id/bought',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Tick off a part that is there already, in an open basket or an ordered one',
        params: idParams,
        body: ownedInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await setOwned(db, person.id, request.params.id, request.body);
      return reply.code(204).header('cache-control', 'no-store').send(null);
    },
  );

  app.post(
    '/api/baskets/replacements',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Let an order of another maker take the place of one that was declined or cancelled',
        body: replacementInput,
        response: { 200: placedBasket, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const id = await replaceOrder(db, person.id, request.body);
      return reply.header('cache-control', 'no-store').send(await getPlacedBasket(db, person.id, id));
    },
  );

  app.post(
    '/api/baskets/:id/payments',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Open an attempt to pay all orders of a basket at once',
        description: 'Needs `Idempotency-Key`. See `POST /api/orders/{id}/payments`.',
        params: idParams,
        body: attemptInput,
        response: { 201: attempt, 503: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id: basketId } = request.params;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('payments', person.id);
      const { provider, method } = request.body;
      if (provider !== undefined && provider !== deps.gateway.name) {
        throw refusedAt(paymentsErrors.provider_not_offered, 'provider');
      }
      const { answer: paymentId } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/baskets/{id}/payments',
          key,
          bodyHash: hashBody([basketId, request.body]),
        },
        (trx) => addBasketAttempt(deps, trx, { personId: person.id, basketId, method }),
      );
      const locale = answerLocale(request);
      const begun = await beginAttempt(deps, paymentId, person, {
        locale,
        prefix: localizePath('/', locale).replace(/\/$/, ''),
        depositHours: deps.terms.depositHours - 1,
      });
      // A payment window that is opened by a script belongs on a page of payments.
      const page = new URL(localizePath(`/payment/basket/${basketId}`, locale), deps.publicOrigin).href;
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await presentAttempt(db, paymentId, begun, page));
    },
  );
}
