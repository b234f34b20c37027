import { maxTotal } from '#platform/shared/amounts.ts';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { rightsOfError } from '#features/licensing/contract.ts';
import { messageInput } from '#features/conversations/contract.ts';
import { getMessage, writeBetween, type Talking } from '#features/conversations/server/public.ts';
import {
  addAttempt,
  beginAttempt,
  presentAttempt,
  type PaymentDeps,
} from '#features/payments/server/public.ts';
import { attempt, attemptInput, paymentsErrors } from '#features/payments/contract.ts';
import { handOver } from '#features/quotes/server/public.ts';
import { readOnePicture } from '#features/resources/server/public.ts';
import { sendKeptFile } from '#features/uploads/server/public.ts';
import { localizePath, type Locale } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import {
  findFirstAnswer,
  hashBody,
  idempotencyKey,
  once,
  requireIdempotencyKey,
} from '#platform/server/idempotency.ts';
import { databaseTime } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import { AppError, platformErrors, refused as refusedAt } from '#platform/shared/errors.ts';
import {
  alternatives,
  eventInput,
  orderDetail,
  orderInput,
  orderOffer,
  orderPhoto,
  ordersErrors,
  ordersQuery,
  orderSummary,
  refusedBecause,
  said,
} from '../contract.ts';
import { orderLimits } from '../rules.ts';
import { needsProof, personEvents } from '../states.ts';
import { findAlternatives } from './again.ts';
import { lockOrder, topicOf } from './locking.ts';
import { dispatchUserEvent } from './commands.ts';
import { addPhoto, withUploadedPhotos } from './photos.ts';
import { filesToCopy, placeOrder, presentOffer, type PlacingDeps } from './placing.ts';
import { findOrder, findOrderPhoto, getOrder, getTalk, listOrders } from './queries.ts';
import { staffRoutes } from './staff-routes.ts';

const tags = ['orders'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  413: errorSchema,
  415: errorSchema,
  422: errorSchema,
  429: errorSchema,
};

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
  const { db, rateLimits, sessions, storage } = deps;
  staffRoutes(app, deps);

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
      config: { access: 'person' },
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

  app.post(
    '/api/orders/:id/photos',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Add a photo, to be said something with',
        description: 'One picture as the part `image`: PNG, JPG or GIF, at most 5 MB.',
        consumes: ['multipart/form-data'],
        params: idParams,
        response: { 201: orderPhoto, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { side } = await findOrder(db, person, request.params.id);
      if (side === 'admin') throw new AppError(ordersErrors.order_not_found);
      const picture = await readOnePicture(request, storage, 'order-photos');
      await sessions.confirm(request);
      const photo = await addPhoto(deps, person.id, { orderId: request.params.id, side }, picture);
      return reply.code(201).header('cache-control', 'no-store').send(photo);
    },
  );

  app.get(
    '/api/orders/:id/photos/:photoId/:name',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A photo of an order, in one of its widths',
        params: z.object({ id: z.string(), photoId: z.string(), name: z.string() }),
        response: { 200: pictureAnswer, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, photoId, name } = request.params;
      const width = /^(\d{1,5})\.webp$/.exec(name)?.[1];
      const found = await findOrderPhoto(db, person, id, photoId, Number(width ?? 0));
      if (found === null) throw new AppError(ordersErrors.unknown_photo);
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      return sendPicture(request, reply, { db, storage }, { ...found, etag: `${photoId}-${width}` });
    },
  );

  app.get(
    '/api/orders/:id/files/:fileId',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A file of an order, as it was agreed upon',
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: fileAnswer(), 401: errorSchema, 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id, fileId } = request.params;
      await findOrder(db, person, id);
      const file = isUuid(fileId)
        ? await db
            .selectFrom('orderFile')
            .innerJoin('keptFile', 'keptFile.id', 'orderFile.keptFileId')
            .select([
              'orderFile.name',
              'keptFile.size',
              'keptFile.sha256',
              'keptFile.mediaType',
              'keptFile.blobKey',
            ])
            .where('orderFile.id', '=', fileId)
            .where('orderFile.orderId', '=', id)
            .executeTakeFirst()
        : undefined;
      if (!file) throw new AppError(ordersErrors.order_not_found);
      return sendKeptFile(request, reply, storage, file);
    },
  );

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

/** Unpaid orders of every kind are continued at a payment address. */
function payPageOf(origin: string, locale: Locale, orderId: string): string {
  return new URL(`${localizePath(`/payment/service/${orderId}`, locale)}?order=${orderId}`, origin).href;
}

function notNow(why: string, state: string): AppError {
  return new AppError(ordersErrors.invalid_transition, { more: () => ({ why, state }) });
}
