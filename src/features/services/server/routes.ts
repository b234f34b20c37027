import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { assertAgreed, type Sessions } from '#features/accounts/server/public.ts';
import { discard, readIncoming, wroteNothing, type Incoming } from '#features/resources/server/public.ts';
import type { SearchLog } from '#features/search/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { errorSchema, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders, pageOf, wholeQuery } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { buyerFeeOf, feeTermsFor } from '#platform/shared/fee.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import {
  createInput,
  editInput,
  foundAddress,
  geocodeQuery,
  listQuery,
  managedService,
  managedWorkshop,
  mapSettings,
  nearbyQuery,
  ownService,
  serviceCard,
  serviceContact,
  serviceDetail,
  workshopInput,
} from '../contract.ts';
import { limits } from '../offering.ts';
import {
  askForContact,
  editService,
  offerService,
  putWorkshop,
  removeService,
  type ServicePicture,
} from './commands.ts';
import { geocode } from './geocoder.ts';
import {
  findServicePicture,
  getManagedService,
  getManagedWorkshop,
  getService,
  listOwnServices,
  listServices,
  tells,
  type ServiceRequest,
} from './queries.ts';
import { cardsIn, detailIn } from './localised.ts';
import { staffRoutes } from './staff-routes.ts';

/** Limit of a form with its places and the price lists of a workshop. */
const formLimitBytes = 512 * 1024;

/** Parses a service; throws `terms_changed` if it would be published under terms that its provider has to accept first. */
function parseUnderTerms<Schema extends z.ZodType<{ state?: string | undefined }>>(
  schema: Schema,
  fields: unknown,
  person: { mustAgreeAgain: boolean },
): z.output<Schema> {
  const content = parseInput(schema, fields);
  if (content.state === 'active') assertAgreed(person);
  return content;
}

export function servicesRoutes(
  app: App,
  deps: {
    config: Config;
    db: Db;
    rateLimits: RateLimits;
    sessions: Sessions;
    storage: BlobStore;
    vault: Vault;
    searchLog: SearchLog;
  },
): void {
  const { config, db, rateLimits, searchLog, sessions, storage, vault } = deps;
  const listResponses = { 200: z.array(serviceCard), 400: errorSchema, 429: errorSchema };

  async function answer(request: FastifyRequest, reply: FastifyReply, wanted: ServiceRequest) {
    if (wanted.search && (await sessions.find(request)) === null) {
      await rateLimits.take('guestSearch', request.ip);
    }
    const began = performance.now();
    const { services, ...found } = await listServices(db, wanted);
    if (wanted.search) {
      searchLog.count({
        kind: 'services',
        term: wanted.search,
        language: answerLocale(request),
        results: found.total,
        exactResults: services.filter((card) => tells(card, wanted.search ?? '')).length,
        ms: performance.now() - began,
        fromCache: false,
      });
    }
    reply.header('cache-control', 'no-cache').headers(pageHeaders(request.url, found));
    return reply.send(cardsIn(services, answerLocale(request)));
  }

  staffRoutes(app, deps);

  app.get(
    '/api/services',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: 'Active services, newest or cheapest first',
        querystring: listQuery,
        response: listResponses,
      },
    },
    async (request, reply) => answer(request, reply, request.query),
  );

  app.get(
    '/api/services/type/:type',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: 'Active services of one type',
        params: z.object({ type: z.string().max(60) }),
        querystring: listQuery.omit({ type: true }),
        response: listResponses,
      },
    },
    async (request, reply) => answer(request, reply, { ...request.query, type: request.params.type }),
  );

  app.get(
    '/api/services/nearby',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: 'Active services within `maxDistance` km of a point',
        description:
          '`distance` is in km, to 0.1, from the point to the nearest public place of the service. Where thousands are around, `X-Total-Count` is at least how many.',
        querystring: nearbyQuery,
        response: listResponses,
      },
    },
    async (request, reply) => {
      const { lat, long, maxDistance, ...rest } = request.query;
      return answer(request, reply, { ...rest, near: { point: { lat, long }, km: maxDistance } });
    },
  );

  app.get(
    '/api/map',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: 'What maps are drawn with',
        response: { 200: mapSettings },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send({ tiles: config.tiles }),
  );

  app.get(
    '/api/services/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: 'One service',
        params: z.object({ id: z.string() }),
        response: { 200: serviceDetail, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const found = getService(db, await sessions.find(request), request.params.id);
      const service = detailIn(await found, answerLocale(request));
      return reply
        .header('cache-control', 'no-cache')
        .send({ ...service, feePercent: buyerFeeOf(feeTermsFor(config, tradeOf(service.serviceType))) });
    },
  );

  app.get(
    '/api/service-images/:id/:name',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['services'],
        summary: "A service's picture, as WebP, or AVIF where `Accept` names it",
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const picture = await findServicePicture(
        db,
        await sessions.find(request),
        id,
        Number.parseInt(name, 10),
      );
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );

  app.get(
    '/api/user/services',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'My own services, drafts included',
        querystring: wholeQuery,
        response: { 200: z.array(ownService), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnServices(db, person.id);
      const { items, headers } = pageOf(request.url, own, request.query);
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  app.get(
    '/api/user/services/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'All of a service of mine, as it is and not as everybody sees it',
        params: idParams,
        response: { 200: managedService, 401: errorSchema, 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const service = await getManagedService(db, person, request.params.id);
      return reply.header('cache-control', 'no-store').send(service);
    },
  );

  app.get(
    '/api/user/services/:id/workshop',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'Machines, rate card and calendar of a service of mine',
        params: idParams,
        response: { 200: managedWorkshop, 401: errorSchema, 403: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const workshop = await getManagedWorkshop(deps, person, request.params.id, config);
      return reply.header('cache-control', 'no-store').send(workshop);
    },
  );

  app.put(
    '/api/user/services/:id/workshop',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'Replace machines, rate card and calendar',
        description:
          'All three as they are to be. Without a rate card the standard one holds. The same content again changes nothing.',
        params: idParams,
        body: workshopInput,
        response: { 200: managedWorkshop, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db
        .transaction()
        .execute((trx) => putWorkshop(trx, vault, person, id, request.body, currentTime()));
      return reply
        .header('cache-control', 'no-store')
        .send(await getManagedWorkshop(deps, person, id, config));
    },
  );

  app.post(
    '/api/services',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: createInput },
      schema: {
        tags: ['services'],
        summary: 'Offer a service, or keep a draft',
        description:
          `${bodyDescription} Takes \`Idempotency-Key\`. A paid one needs a verified phone and a bank account: ` +
          '`verification_needed` has `steps[] {step, message, path}`.',
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: managedService, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('services', person.id);
      const created = await withForm(request, async (incoming, pictures) => {
        const content = parseUnderTerms(createInput, incoming.fields, person);
        const { answer: result, repeated } = await once(
          db,
          {
            personId: person.id,
            call: 'POST /api/services',
            key: idempotencyKey(request),
            bodyHash: hashBody([incoming.fields, incoming.pictureFields, incoming.pictureHashes]),
          },
          async (trx) =>
            getManagedService(trx, person, await offerService(trx, person, content, pictures, currentTime())),
        );
        if (repeated) await discard(storage, incoming);
        return result;
      });
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/services/${created.id}`)
        .send(created);
    },
  );

  app.patch(
    '/api/services/:id',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: editInput },
      schema: {
        tags: ['services'],
        summary: 'Change a service, pause it, or show it again',
        description:
          `${bodyDescription} What is sent replaces what there was; new pictures replace the old ones of their kind ` +
          'unless `imageOrder` or `sampleImageOrder` says which stay.',
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: managedService, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Check the rights first, before any upload is read.
      await getManagedService(db, person, id);
      await withForm(request, async (incoming, pictures) => {
        const edit = parseUnderTerms(editInput, incoming.fields, person);
        await db.transaction().execute((trx) => editService(trx, person, id, edit, pictures, currentTime()));
      });
      return reply.header('cache-control', 'no-store').send(await getManagedService(db, person, id));
    },
  );

  app.delete(
    '/api/services/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'Remove a service of one’s own',
        params: idParams,
        response: { 204: z.null(), ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await db.transaction().execute((trx) => removeService(trx, person, request.params.id, currentTime()));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/services/:id/contact',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'How to reach a provider',
        description:
          'For people who are signed in, a few providers a day; the same one again does not count.',
        params: idParams,
        response: { 200: serviceContact, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const options = { perDay: config.contactsPerDay, now: currentTime() };
      const contact = await askForContact(db, person, request.params.id, options);
      return reply.header('cache-control', 'no-store').send(contact);
    },
  );

  app.get(
    '/api/geocode',
    {
      config: { access: 'person' },
      schema: {
        tags: ['services'],
        summary: 'Where an address is, likeliest first',
        querystring: geocodeQuery,
        response: {
          200: z.array(foundAddress),
          400: errorSchema,
          401: errorSchema,
          429: errorSchema,
          503: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('geocodes', person.id);
      const found = await geocode(config.geocoder, request.query.address, answerLocale(request));
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  /** Reads a form and runs a callback; removes its pictures if nothing was written. */
  async function withForm<Result>(
    request: FastifyRequest,
    act: (incoming: Incoming, pictures: ServicePicture[]) => Promise<Result>,
  ): Promise<Result> {
    const incoming = await readIncoming(request, storage, {
      files: null,
      pictures: {
        most: limits.photos + limits.samples,
        folder: 'service-images',
        fields: ['image', 'images', 'sampleImages'],
      },
    });
    try {
      await sessions.confirm(request);
      return await act(incoming, picturesOf(incoming));
    } catch (error) {
      if (wroteNothing(error)) await discard(storage, incoming);
      throw error;
    }
  }
}

const idParams = z.object({ id: z.string() });

const writeResponses = {
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

const bodyDescription =
  'JSON, or multipart form data with the same field names (lists comma separated or as JSON, `locations`, `rateCard` and `machines` as JSON) and ' +
  'pictures as the parts `image` or `images` and `sampleImages`: PNG, JPG or GIF, at most 5 MB each.';

function picturesOf({ pictures, pictureFields }: Incoming): ServicePicture[] {
  return pictures.map(({ id, alt, width, height, widths, blobPrefix }, index) => ({
    id,
    alt,
    width,
    height,
    widths,
    blobPrefix,
    kind: pictureFields[index] === 'sampleImages' ? 'sample' : 'photo',
  }));
}
