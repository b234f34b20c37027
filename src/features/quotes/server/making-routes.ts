import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { buyerFeeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { making, makingQuery, nearWish, nearWishInput } from '../contract.ts';
import { openMaking } from './making.ts';
import { addWish, listWishes, removeWish } from './wishes.ts';

const tags = ['quotes'];
const idParams = z.object({ id: z.string() });

export function makingRoutes(
  app: App,
  {
    config,
    db,
    rateLimits,
    sessions,
  }: { config: Config; db: Db; rateLimits: RateLimits; sessions: Sessions },
): void {
  const kept = openMaking({ db, lifetimeMs: config.listCacheMs });

  app.get(
    '/api/resources/:id/making',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary:
          'How a resource can be made near a place, or anywhere in the country, and from which price on',
        description: 'From stored figures of its files; nothing is measured for the answer.',
        params: idParams,
        querystring: makingQuery,
        response: { 200: making, 400: errorSchema, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      const { lat, long } = request.query;
      const point = lat === undefined || long === undefined ? null : { lat, long };
      if (person === null && point) await rateLimits.take('guestSearch', request.ip);
      const answer = await kept.get(person, request.params.id, {
        point,
        feePercent: buyerFeeOf(feeTermsFor(config, tradeOf('3d_printing'))),
        now: currentTime(),
        locale: answerLocale(request),
      });
      return reply.header('cache-control', 'private, no-cache').send(answer);
    },
  );

  app.get(
    '/api/user/near-wishes',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I want to be told of when somebody near offers it',
        response: { 200: z.array(nearWish), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await listWishes(db, person.id));
    },
  );

  app.post(
    '/api/user/near-wishes',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Tell me when somebody within a radius offers a trade; the same wish twice is one',
        body: nearWishInput,
        response: {
          201: nearWish,
          400: errorSchema,
          401: errorSchema,
          404: errorSchema,
          409: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const answer = await db.transaction().execute(async (trx) => {
        const id = await addWish(trx, person, request.body, currentTime());
        return (await listWishes(trx, person.id)).find((each) => each.id === id)!;
      });
      return reply.code(201).header('cache-control', 'no-store').send(answer);
    },
  );

  app.delete(
    '/api/user/near-wishes/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Forget such a wish',
        params: idParams,
        response: { 204: z.null(), 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await removeWish(db, person, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
