import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { getStaff } from '#features/admin/server/public.ts';
import { createWordList } from '#features/community/server/public.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import { canManageAds } from '../access.ts';
import {
  ad,
  banner,
  bannerInput,
  decideInput,
  houseInput,
  slot,
  staffBanner,
  staffQuery,
  type Ad,
} from '../contract.ts';
import { addHouseBanner, askForBanner, countAd, decideBanner } from './commands.ts';
import { listAds, listBanners, listOwnBanners } from './queries.ts';

const tags = ['ads'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};

export function adsRoutes(
  app: App,
  deps: {
    db: Db;
    sessions: Sessions;
    rateLimits: RateLimits;
    settings: SettingsReader;
    /** How long a list is answered from memory. */
    cacheMs: number;
  },
): void {
  const { db, rateLimits, sessions, settings } = deps;
  const words = createWordList(db);
  const shown = new CoalescingCache<Ad[]>({ lifetimeMs: deps.cacheMs, most: 3 });

  app.get(
    '/api/ads',
    {
      schema: {
        tags,
        summary: 'What is shown in the slots of ads today; which one, and how often, each browser decides',
        response: { 200: z.array(ad) },
      },
    },
    async (request, reply) => {
      const { ads } = await settings.get();
      const locale = answerLocale(request);
      const found = ads === 'on' ? await shown.get(locale, () => listAds(db, locale)) : [];
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  for (const what of ['views', 'clicks'] as const) {
    app.post(
      `/api/ads/:id/${what}`,
      {
        schema: {
          tags,
          summary: `Count one of its ${what}, without by whom`,
          params: idParams,
          body: z.strictObject({ slot }),
          response: { 204: z.null(), 400: errorSchema, 429: errorSchema },
        },
      },
      async (request, reply) => {
        await rateLimits.take('vitals', request.ip);
        await countAd(db, request.params.id, request.body.slot, what);
        return reply.code(204).send(null);
      },
    );
  }

  app.post(
    '/api/sponsorships/:id/banner',
    {
      schema: {
        tags,
        summary: 'Ask for a banner that my sponsorship of the house brings; staff look at it first',
        params: idParams,
        body: bannerInput,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { title, text } = request.body;
      await words.check({ title, text });
      const id = await askForBanner(db, person.id, request.params.id, request.body);
      return reply.code(201).send({ id });
    },
  );

  app.get(
    '/api/user/banners',
    {
      schema: {
        tags,
        summary: 'My banners, and how often they were seen',
        response: { 200: z.array(banner), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await listOwnBanners(db, person.id));
    },
  );

  app.get(
    '/api/admin/ads',
    {
      schema: {
        tags,
        summary: 'All banners, those that wait first; for admins',
        querystring: staffQuery,
        response: { 200: z.array(staffBanner), ...refused },
      },
    },
    async (request, reply) => {
      await getStaff({ db, sessions }, request, canManageAds);
      const { items, ...found } = await listBanners(db, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.post(
    '/api/admin/ads',
    {
      schema: {
        tags,
        summary: 'Make a banner of our own; for admins, with a reason',
        body: houseInput,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff({ db, sessions }, request, canManageAds);
      const id = await addHouseBanner(db, actor, request.body);
      shown.clear();
      return reply.code(201).send({ id });
    },
  );

  app.post(
    '/api/admin/ads/:id/decide',
    {
      schema: {
        tags,
        summary: 'Accept, refuse or take down a banner; for admins, with a reason',
        params: idParams,
        body: decideInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await getStaff({ db, sessions }, request, canManageAds);
      await decideBanner(db, request.params.id, { actor, ...request.body });
      shown.clear();
      return reply.code(204).send(null);
    },
  );
}
