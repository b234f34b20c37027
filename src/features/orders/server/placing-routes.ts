import { z } from 'zod';
import { rightsOfError } from '#features/licensing/contract.ts';
import { handOver } from '#features/quotes/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { findFirstAnswer, hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { alternatives, orderDetail, orderInput, orderOffer } from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { findAlternatives } from './again.ts';
import { filesToCopy } from './deals.ts';
import { placeOrder } from './placing.ts';
import { presentOffer } from './offer.ts';
import { findOrder } from './queries.ts';
import { getOrder } from './presenting.ts';
import { tags, idParams, refused } from './route-schemas.ts';
import type { OrdersRoutesDeps } from './routes.ts';

export function placingRoutes(app: App, deps: OrdersRoutesDeps): void {
  const { db, rateLimits, sessions, storage } = deps;

  app.get(
    '/api/services/:id/offer',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What ordering this service costs, line by line, before there is an order',
        description:
          'With `quoteId` the price of that quote. `obstacle` says what keeps this person from ordering.',
        params: idParams,
        querystring: z.object({
          quoteId: z.uuid().optional(),
          replaces: orderInput.shape.replaces,
          quantity: z.coerce.number().int().min(1).max(orderLimits.quantity).default(1),
          purpose: orderInput.shape.purpose,
          withThanks: z.stringbool().default(false),
        }),
        response: { 200: orderOffer, 400: errorSchema, 404: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      const asked = { serviceId: request.params.id, ...request.query };
      return reply
        .header('cache-control', 'no-store')
        .send(await presentOffer(deps, person, asked, answerLocale(request)));
    },
  );

  app.post(
    '/api/orders',
    {
      config: { access: 'person', underTerms: true },
      schema: {
        tags,
        summary: 'Order a service',
        description: 'Needs `Idempotency-Key`. Its price, terms and files are kept as they are now.',
        body: orderInput,
        response: {
          201: orderDetail,
          ...refused,
          409: z.union([errorSchema.extend(rightsOfError.shape), errorSchema]),
        },
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
        call: 'POST /api/orders',
        key,
        bodyHash: hashBody(body),
      };
      // On a retry the quote is already ordered, so look for the first answer before checking it.
      const first = await findFirstAnswer<string>(db, asked);
      const id =
        first ??
        (await handOver(
          { db, storage },
          person,
          [...body.files, ...(await filesToCopy(db, person.id, body.quoteId))],
          currentTime(),
          async (keep) =>
            (await once(db, asked, (trx) => placeOrder(deps, trx, person, body, locale, keep))).answer,
        ));
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/orders/${id}`)
        .send(await getOrder(deps, person, id, locale));
    },
  );

  app.get(
    '/api/orders/:id/alternatives',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Who else could make an order that its provider did not take',
        description:
          'For its buyer, after a silence, a refusal or a cancellation of the provider. Offers are within the total and the day of the order.',
        params: idParams,
        response: { 200: alternatives, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await findOrder(db, person, request.params.id);
      await rateLimits.take('quotes', person.id);
      return reply
        .header('cache-control', 'no-store')
        .send(await findAlternatives(deps, person, request.params.id));
    },
  );
}
