import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { messageInput } from '#features/conversations/contract.ts';
import { getMessage, writeBetween, type Talking } from '#features/conversations/server/public.ts';
import type { PaymentDeps } from '#features/payments/server/public.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { orderDetail, ordersQuery, orderSummary, said } from '../contract.ts';
import type { PlacingDeps } from './deals.ts';
import { getTalk, listOrders } from './queries.ts';
import { getOrder } from './presenting.ts';
import { staffRoutes } from './staff-routes.ts';
import { tags, idParams, refused } from './route-schemas.ts';
import { placingRoutes } from './placing-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { eventRoutes } from './event-routes.ts';

export type OrdersRoutesDeps = PlacingDeps &
  PaymentDeps &
  Talking & {
    sessions: Sessions;
    realtime: { wake(topic: string): void };
    /**
     * Called after each event of a completed order, which may be a verified build on a card. What jobs complete appears when
     * the cached lists expire.
     */
    onCompleted(): void;
  };

export function ordersRoutes(app: App, deps: OrdersRoutesDeps): void {
  const { db, sessions } = deps;

  staffRoutes(app, deps);
  placingRoutes(app, deps);

  app.get(
    '/api/orders/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'One order, for its two parties and for admins',
        params: idParams,
        response: { 200: orderDetail, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getOrder(deps, person, request.params.id, answerLocale(request)));
    },
  );

  app.get(
    '/api/user/orders',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My orders on both sides, the newest first',
        querystring: ordersQuery,
        response: { 200: z.array(orderSummary), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { orders, ...found } = await listOrders(db, person.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(orders);
    },
  );
  paymentRoutes(app, deps);

  app.post(
    '/api/orders/:id/messages',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Write to the other side of an order, in the conversation that the two have',
        params: idParams,
        body: messageInput,
        response: { 201: said, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const between = await getTalk(db, person, request.params.id);
      const { conversationId, messageId } = await writeBetween(deps, person, between, request.body);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ conversationId, message: await getMessage(db, person.id, messageId) });
    },
  );
  fileRoutes(app, deps);
  eventRoutes(app, deps);
}
