import { maxTotal } from '#platform/shared/amounts.ts';
import { addAttempt, beginAttempt, presentAttempt } from '#features/payments/server/public.ts';
import { attempt, attemptInput, paymentsErrors } from '#features/payments/contract.ts';
import { localizePath, type Locale } from '#i18n/languages.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { databaseTime } from '#platform/server/db.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors, refused as refusedAt } from '#platform/shared/errors.ts';
import { ordersErrors } from '../contract.ts';
import { lockOrder } from './locking.ts';
import { findOrder } from './queries.ts';
import { tags, idParams, refused } from './route-schemas.ts';
import type { OrdersRoutesDeps } from './routes.ts';

export function paymentRoutes(app: App, deps: OrdersRoutesDeps): void {
  const { db, rateLimits, sessions } = deps;

  app.post(
    '/api/orders/:id/payments',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Open an attempt to pay, and learn how to get to the gateway',
        description:
          'Needs `Idempotency-Key`. An attempt that nobody came back from is gone on with; while the end of one is unknown, ' +
          'there is no second (`payment_pending`).',
        params: idParams,
        body: attemptInput,
        response: { 201: attempt, 503: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('payments', person.id);
      const { side } = await findOrder(db, person, id);
      if (request.body.provider !== undefined && request.body.provider !== deps.gateway.name) {
        throw refusedAt(paymentsErrors.provider_not_offered, 'provider');
      }
      if (side !== 'buyer') throw new AppError(platformErrors.forbidden);
      const { answer: paymentId } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/orders/{id}/payments',
          key,
          bodyHash: hashBody([id, request.body]),
        },
        async (trx) => {
          const held = await lockOrder(trx, id);
          if (!held) throw new AppError(ordersErrors.order_not_found);
          const { order } = held;
          if (order.state !== 'created' || order.isFree) throw notNow('not_now', order.state);
          // Order from before there were ceilings: it is ended, not paid.
          if (order.total > maxTotal) throw new AppError(ordersErrors.amount_too_large);
          return addAttempt(
            trx,
            deps,
            {
              subjectKind: 'order',
              subjectId: id,
              personId: person.id,
              amount: order.total,
              currency: order.currency,
              orderName: order.title,
              method: request.body.method,
              parts: [{ orderId: id, amount: order.total }],
            },
            await databaseTime(trx),
          );
        },
      );
      const locale = answerLocale(request);
      const begun = await beginAttempt(deps, paymentId, person, {
        locale,
        prefix: localizePath('/', locale).replace(/\/$/, ''),
        depositHours: deps.terms.depositHours - 1,
      });
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await presentAttempt(db, paymentId, begun, payPageOf(deps.publicOrigin, locale, id)));
    },
  );
}

/** Unpaid orders of every kind are continued at a payment address. */
function payPageOf(origin: string, locale: Locale, orderId: string): string {
  return new URL(`${localizePath(`/payment/service/${orderId}`, locale)}?order=${orderId}`, origin).href;
}

function notNow(why: string, state: string): AppError {
  return new AppError(ordersErrors.invalid_transition, { more: () => ({ why, state }) });
}
