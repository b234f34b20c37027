import { z } from 'zod';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError } from '#platform/shared/errors.ts';
import { eventInput, orderDetail, ordersErrors, refusedBecause } from '../contract.ts';
import { needsProof, personEvents } from '../states.ts';
import { topicOf } from './locking.ts';
import { dispatchUserEvent } from './commands.ts';
import { withUploadedPhotos } from './photos.ts';
import { findOrder } from './queries.ts';
import { getOrder } from './presenting.ts';
import { tags, idParams, refused } from './route-schemas.ts';
import type { OrdersRoutesDeps } from './routes.ts';

export function eventRoutes(app: App, deps: OrdersRoutesDeps): void {
  const { db, sessions } = deps;

  for (const event of personEvents) {
    app.post(
      `/api/orders/:id/${event}`,
      {
        config: { access: 'person' },
        schema: {
          tags,
          summary: `Raise the event \`${event}\``,
          // Said once, because there are many of them.
          ...(event === 'accept' && {
            description:
              'As every event it takes `Idempotency-Key`, and needs it where money moves. Who may never raise it is answered 403, ' +
              'and what cannot be raised now `invalid_transition` with `why`; nothing is written then.',
          }),
          params: idParams,
          body: eventInput,
          response: {
            200: orderDetail,
            ...refused,
            409: z
              .union([errorSchema.extend(refusedBecause.shape), errorSchema])
              .meta({ title: 'OrderRefusal' }),
          },
        },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const { id } = request.params;
        const key = idempotencyKey(request);
        // Check the side first: pictures of strangers are not processed.
        const { side } = await findOrder(db, person, id);
        if (needsProof(event, side)) await sessions.getProven(request);
        await withUploadedPhotos(deps, person, request.body, (pictures) =>
          once(
            db,
            {
              personId: person.id,
              call: `POST /api/orders/{id}/${event}`,
              key,
              bodyHash: hashBody([id, request.body]),
            },
            (trx) =>
              dispatchUserEvent(deps, trx, person, id, event, request.body, {
                hasKey: key !== undefined,
                pictures,
              }),
          ),
        );
        deps.realtime.wake(topicOf(id));
        const order = await getOrder(deps, person, id, answerLocale(request));
        if (order.state === 'completed') deps.onCompleted();
        return reply.header('cache-control', 'no-store').send(order);
      },
    );
  }

  app.post(
    '/api/orders/:id/:event',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What is no event of orders is answered `unknown_event`',
        params: z.object({ id: z.string(), event: z.string() }),
        response: { 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, _reply) => {
      await sessions.get(request);
      throw new AppError(ordersErrors.unknown_event);
    },
  );
}
