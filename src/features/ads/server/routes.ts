import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { serveTable } from '#features/admin/server/public.ts';
import { createWordList } from '#features/community/server/public.ts';
import {
  discard,
  readIncoming,
  wroteNothing,
  type IncomingPicture,
} from '#features/resources/server/public.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
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
import { pictureFolder } from './jobs.ts';
import { addHouseBanner, askForBanner, changeHouseBanner, countAd, decideBanner } from './commands.ts';
import {
  bannerColumns,
  exportBanners,
  findBannerPicture,
  listAds,
  listBanners,
  listOwnBanners,
} from './queries.ts';

const tags = ['ads'];
const formTypes = ['application/json', 'multipart/form-data'];
const formDescription =
  'JSON, or a form with the same fields and `image`: PNG, JPEG or GIF of at most 5 MB, of which the first picture is kept. Takes `Idempotency-Key`.';
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
    storage: BlobStore;
    sessions: Sessions;
    rateLimits: RateLimits;
    settings: SettingsReader;
    /** Lifetime of cached lists. */
    cacheMs: number;
  },
): void {
  const { db, rateLimits, sessions, settings, storage } = deps;
  const words = createWordList(db);
  const shown = new CoalescingCache<Ad[]>({ lifetimeMs: deps.cacheMs, most: 3 });

  app.get(
    '/api/ads',
    {
      config: { access: 'anyone' },
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

  app.get(
    '/api/ad-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A banner’s picture, as WebP, or AVIF where `Accept` names it',
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const viewer = await sessions.find(request);
      const seenBy = viewer && { id: viewer.id, isStaff: canManageAds(viewer) };
      const picture = await findBannerPicture(db, seenBy, id, Number.parseInt(name, 10));
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header('cache-control', picture.isPublic ? 'public, max-age=86400' : 'private, no-store');
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );

  /** Parses a banner with its picture, runs `act`, and deletes the picture if nothing was written. */
  async function withForm<Schema extends z.ZodType>(
    request: FastifyRequest,
    personId: string,
    schema: Schema,
    act: (input: z.output<Schema>, picture: IncomingPicture | undefined, trx: Trx) => Promise<string>,
  ): Promise<string> {
    const incoming = await readIncoming(request, storage, {
      files: null,
      pictures: { most: 1, folder: pictureFolder, fields: ['image'] },
    });
    try {
      const input = parseInput(schema, incoming.fields);
      const { answer, repeated } = await once(
        db,
        {
          personId,
          call: `POST ${request.url}`,
          key: idempotencyKey(request),
          bodyHash: hashBody([incoming.fields, incoming.pictureHashes]),
        },
        (trx) => act(input, incoming.pictures[0], trx),
      );
      if (repeated) await discard(storage, incoming);
      return answer;
    } catch (error) {
      if (wroteNothing(error)) await discard(storage, incoming);
      throw error;
    }
  }

  for (const what of ['views', 'clicks'] as const) {
    app.post(
      `/api/ads/:id/${what}`,
      {
        config: { access: 'anyone', changesNoPage: true },
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
      config: { access: 'person', documentedBody: bannerInput },
      schema: {
        tags,
        summary: 'Ask for a banner that my sponsorship of the house brings; staff look at it first',
        params: idParams,
        description: formDescription,
        consumes: formTypes,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const id = await withForm(request, person.id, bannerInput, async (input, picture, trx) => {
        const { title, text } = input;
        await words.check({ title, text });
        return askForBanner(trx, person.id, request.params.id, input, picture);
      });
      return reply.code(201).send({ id });
    },
  );

  app.get(
    '/api/user/banners',
    {
      config: { access: 'person' },
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

  serveTable(app, deps, {
    list: 'ads',
    tags,
    rows: 'All banners, those that wait first',
    description: 'A search is a part of their words, their link or of whose they are, or an id.',
    may: canManageAds,
    query: staffQuery,
    row: staffBanner,
    find: (wanted) => listBanners(db, wanted),
    findAll: (wanted) => exportBanners(db, wanted),
    csv: { file: 'gongbang-banners', table: 'ad_banner', columns: bannerColumns },
  });

  app.post(
    '/api/admin/ads',
    {
      config: { access: canManageAds, documentedBody: houseInput },
      schema: {
        tags,
        summary: 'Make a banner of our own; for admins, with a reason',
        description: formDescription,
        consumes: formTypes,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const id = await withForm(request, actor.id, houseInput, (input, picture, trx) =>
        addHouseBanner(trx, actor, input, picture),
      );
      shown.clear();
      return reply.code(201).send({ id });
    },
  );

  app.put(
    '/api/admin/ads/:id',
    {
      config: { access: canManageAds },
      schema: {
        tags,
        summary:
          'Change the words, link, language and days of a banner of our own; for admins, with a reason',
        params: idParams,
        body: houseInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await db
        .transaction()
        .execute((trx) => changeHouseBanner(trx, request.params.id, { actor, change: request.body }));
      shown.clear();
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/ads/:id/decide',
    {
      config: { access: canManageAds },
      schema: {
        tags,
        summary: 'Accept, refuse or take down a banner; for admins, with a reason',
        params: idParams,
        body: decideInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await decideBanner(db, request.params.id, { actor, ...request.body });
      shown.clear();
      return reply.code(204).send(null);
    },
  );
}
