import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { getPrinter } from '#features/services/server/public.ts';
import type { Talking } from '#features/conversations/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { findFirstAnswer, hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import {
  cannotMake,
  loweringInput,
  kitInput,
  noPrice,
  partInput,
  printersAnswer,
  printersQuery,
  quote,
  quotesErrors,
  quotesQuery,
  unclearUnit,
  type PartInput,
  type Quote,
} from '../contract.ts';
import { maxPieces } from '../rules.ts';
import { addQuote, lowerQuote, measureParts } from './commands.ts';
import { listPrinterOffers } from './making.ts';
import { makingRoutes } from './making-routes.ts';
import { negotiationRoutes } from './negotiation-routes.ts';
import { getQuote, listQuotes } from './queries.ts';
import { sliceParts } from './slicing.ts';
import { buyerFeeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { isPricedByWeight, tradeOf } from '#platform/shared/trades.ts';

export function quotesRoutes(
  app: App,
  deps: Talking & { config: Config; sessions: Sessions; storage: BlobStore },
): void {
  const { config, db, rateLimits, sessions } = deps;
  negotiationRoutes(app, deps);
  makingRoutes(app, deps);

  app.get(
    '/api/services/printers',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['quotes'],
        summary: '3D printing services near a point, with all that an estimate needs',
        description:
          'The nearest first, and `serviceId` before them. What they would charge is worked out from this with the formula of `POST /api/services/{id}/quote`.',
        querystring: printersQuery,
        response: { 200: printersAnswer, 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      if (person === null) await rateLimits.take('guestSearch', request.ip);
      const { lat, long, maxDistance, area, limit, serviceId } = request.query;
      const wanted = { point: { lat, long }, limit, id: serviceId, readerId: person?.id ?? null };
      const maxDistanceKm = area === 'country' ? null : maxDistance;
      const printers = await listPrinterOffers(db, { ...wanted, maxDistanceKm });
      return reply
        .header('cache-control', 'private, no-cache')
        .send({ feePercent: buyerFeeOf(feeTermsFor(config, tradeOf('3d_printing'))), printers });
    },
  );

  const answers = {
    201: quote,
    400: errorSchema,
    401: errorSchema,
    404: errorSchema,
    409: z.union([
      errorSchema.extend(cannotMake.shape),
      errorSchema.extend(noPrice.shape),
      errorSchema.extend(unclearUnit.shape),
      errorSchema,
    ]),
    429: errorSchema,
    503: errorSchema,
  };
  const errorsInDetail =
    'Takes `Idempotency-Key`. `cannot_make` has `obstacles[]` and `tooLarge[]`, `no_price` has `reason`, and `unit_unclear` ' +
    'has `files[]` with the `sizes[]` of each: ask what they are meant in, and send it as their `unit`.';

  app.post(
    '/api/quotes',
    {
      config: { access: 'person' },
      schema: {
        tags: ['quotes'],
        summary: 'A price that binds the provider, for all parts of a thing together',
        description:
          'From the server’s own measurement of each file. What binds is `total`, by the most that all pieces weigh and take; ' +
          '`likely` is what is to be expected. Base fee, discount and minimum count once, and the pieces are packed on the ' +
          `provider’s plates. One order has all of it. ${errorsInDetail}`,
        body: kitInput,
        response: answers,
      },
    },
    async (request, reply) => {
      const { serviceId, parts } = request.body;
      const fieldOf = (part: number, field: string) => `parts[${part}].${field}`;
      return ask(request, reply, { call: 'POST /api/quotes', serviceId, parts, fieldOf });
    },
  );

  app.post(
    '/api/services/:id/quote',
    {
      config: { access: 'person' },
      schema: {
        tags: ['quotes'],
        summary: 'A price that binds the provider, for one file',
        description: `The same as \`POST /api/quotes\` with one part. ${errorsInDetail}`,
        params: idParams,
        body: partInput,
        response: answers,
      },
    },
    async (request, reply) =>
      ask(request, reply, {
        call: 'POST /api/services/{id}/quote',
        serviceId: request.params.id,
        parts: [request.body],
        fieldOf: (_part, field) => field,
      }),
  );

  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: {
      call: string;
      serviceId: string;
      parts: readonly PartInput[];
      fieldOf(part: number, field: string): string;
    },
  ) {
    const { call, serviceId, parts, fieldOf } = wanted;
    const person = await sessions.get(request);
    const asked = {
      personId: person.id,
      call,
      key: idempotencyKey(request),
      bodyHash: hashBody([serviceId, parts]),
    };
    const first = await findFirstAnswer<Quote>(db, asked);
    if (first) return reply.code(201).header('cache-control', 'no-store').send(first);
    if (parts.reduce((sum, { quantity }) => sum + quantity, 0) > maxPieces)
      throw refused(quotesErrors.too_many_pieces, fieldOf(0, 'quantity'));
    const printer = await findPrinter(db, serviceId, person);
    await rateLimits.take('quotes', person.id);
    const began = performance.now();
    const measured = await measureParts(deps, person, parts, {
      fieldOf,
      now: currentTime(),
      maxMs: maxAnswerMs,
    });
    const slices = await sliceParts(
      {
        storage: deps.storage,
        slicerPath: config.slicerPath,
        onFailure: (error) => request.log.warn({ err: error }, 'a model could not be sliced'),
      },
      { printer, parts: measured, personId: person.id, maxMs: maxAnswerMs - (performance.now() - began) },
    );
    const { answer } = await once(db, asked, async (trx) => {
      const options = {
        feePercent: buyerFeeOf(feeTermsFor(config, tradeOf(printer.serviceType))),
        days: config.quoteDays,
        slices,
        now: currentTime(),
      };
      // Measuring takes a while, so the provider's prices are read after it.
      const asks = await findPrinter(trx, serviceId, person);
      const made = await addQuote(trx, person, asks, measured, options);
      return getQuote(trx, person, made, answerLocale(request));
    });
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .header('location', `/api/quotes/${answer.id}`)
      .send(answer);
  }

  app.get(
    '/api/quotes/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['quotes'],
        summary: 'One quote, for whoever asked and for the provider',
        params: idParams,
        response: { 200: quote, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await getQuote(db, person, request.params.id, answerLocale(request)));
    },
  );

  app.post(
    '/api/quotes/:id/lower',
    {
      config: { access: 'person' },
      schema: {
        tags: ['quotes'],
        summary: 'Ask less for a quote of one’s own service that is not ordered yet; never more',
        params: idParams,
        body: loweringInput,
        response: { 200: quote, 400: errorSchema, 401: errorSchema, 404: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const answer = await db.transaction().execute(async (trx) => {
        await lowerQuote(trx, person, id, request.body.principal, currentTime());
        return getQuote(trx, person, id, answerLocale(request));
      });
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  app.get(
    '/api/user/quotes',
    {
      config: { access: 'person' },
      schema: {
        tags: ['quotes'],
        summary: 'Instant quotes that I have asked for, or that my services have made, the newest first',
        querystring: quotesQuery,
        response: { 200: z.array(quote), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { quotes, ...found } = await listQuotes(db, person.id, request.query, answerLocale(request));
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(quotes);
    },
  );
}

/** Before callers give up, with room to write the quote. */
const maxAnswerMs = 25_000;

async function findPrinter(db: Db, id: string, person: { id: string; isAdmin: boolean }) {
  const printer = await getPrinter(db, id, person);
  if (!isPricedByWeight(printer.serviceType)) throw new AppError(quotesErrors.not_a_printer);
  return printer;
}

const idParams = z.object({ id: z.string() });
