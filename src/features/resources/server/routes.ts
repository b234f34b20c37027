import { createHmac } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { locales } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { pageLinks } from '#platform/server/page-links.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import {
  createInput,
  downloadCheck,
  editInput,
  listQuery,
  resourceCard,
  resourceDetail,
  resourceFields,
  resourcesErrors,
  type ListQuery,
} from '../contract.ts';
import { redirectsOutside } from '../rules.ts';
import { countDownload, createResource, editResource, removeResource } from './commands.ts';
import { discard, readIncoming } from './incoming.ts';
import { listResources, type ResourceList } from './listing.ts';
import { drawCard } from './card-image.ts';
import { findPicture, getDownloadSource, getResource, listOwnResources } from './queries.ts';
import { sendBlob } from '#platform/server/send-blob.ts';

export type ResourcesDeps = {
  config: Config;
  db: Db;
  rateLimits: RateLimits;
  secret: string;
  sessions: Sessions;
  storage: BlobStore;
};

/** Cached lists kept at once; the least recently made ones go first. */
const mostCachedLists = 500;

/** When a list was made: until when it may be answered, and what had been written before it. */
type CachedList = Omit<ResourceList, 'json'> & { body: Buffer; until: number; generation: number };

const idParams = z.object({ id: z.string() });

export async function resourcesRoutes(app: App, deps: ResourcesDeps): Promise<void> {
  const { config, db, rateLimits, sessions, storage } = deps;
  // A list is made of places that may be cached themselves: each may be half as old as the whole may be.
  const lifetimeMs = config.listCacheMs / 2;
  const lists = new CoalescingCache<CachedList>({ lifetimeMs, most: mostCachedLists });
  const windows = new CoalescingCache<number[]>({ lifetimeMs, most: mostCachedLists });

  /** After a write, whoever wrote sees it at once. */
  function forgetLists(): void {
    lists.clear();
    windows.clear();
    app.fastAnswers.clear();
  }

  await app.register(fastifyMultipart, {
    // Paths in a file name must be seen to be refused.
    preservePath: true,
    limits: { fileSize: config.maxFileBytes + 1, files: 30, fields: 60, fieldSize: 512 * 1024, parts: 90 },
    throwFileSizeLimit: false,
  } as Parameters<typeof app.register>[1]);

  /** A search by a guest that is not in the cache counts against that guest's address. */
  async function list(request: FastifyRequest, query: ListQuery): Promise<CachedList> {
    const search = query.search || undefined;
    const key = JSON.stringify([
      search?.toLowerCase(),
      query.type,
      query.tag,
      query.sort,
      query.page,
      query.limit,
    ]);
    const cached = lists.peek(key);
    if (cached) return cached;
    if (search !== undefined && (await sessions.find(request)) === null) {
      await rateLimits.take('guestSearch', request.ip);
    }
    return lists.get(key, async () => {
      const made = { until: Date.now() + lifetimeMs, generation: app.fastAnswers.generation };
      const { json, ...found } = await listResources(
        db,
        {
          sort: query.sort,
          page: query.page,
          limit: query.limit,
          ...(search !== undefined && { search }),
          ...(query.type !== undefined && { category: query.type }),
          ...(query.tag !== undefined && query.tag !== '' && { tag: query.tag }),
        },
        windows,
      );
      return { ...found, body: Buffer.from(json), ...made };
    });
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    found: CachedList,
  ): Promise<FastifyReply> {
    const { body, headers } = await app.fastAnswers.keep(request.raw, {
      body: found.body,
      until: found.until,
      generation: found.generation,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        'x-total-count': String(found.total),
        'x-page': String(found.page),
        link: pageLinks(request.url, found),
        ...(!found.totalIsExact && { 'x-total-is-exact': 'false' }),
      },
    });
    return reply.headers(headers).send(body);
  }

  const listResponses = { 200: z.array(resourceCard), 400: errorSchema, 429: errorSchema };

  app.get(
    '/api/resources',
    {
      schema: {
        tags: ['resources'],
        summary: 'List published resources, newest first',
        description:
          'An invalid `page` counts as 1; one past the end answers the last page, and `X-Page` says which. ' +
          'With `search`, `X-Total-Is-Exact: false` says that there are more than `X-Total-Count`.',
        querystring: listQuery,
        response: listResponses,
      },
    },
    async (request, reply) => sendList(request, reply, await list(request, request.query)),
  );

  app.get(
    '/api/resources/type/:type',
    {
      schema: {
        tags: ['resources'],
        summary: 'List published resources of one type',
        params: z.object({ type: z.string() }),
        querystring: listQuery.omit({ type: true }),
        response: listResponses,
      },
    },
    async (request, reply) =>
      sendList(request, reply, await list(request, { ...request.query, type: request.params.type })),
  );

  app.get(
    '/api/resources/:id',
    {
      schema: {
        tags: ['resources'],
        summary: 'One resource',
        params: idParams,
        response: { 200: resourceDetail, 404: errorSchema },
      },
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send(await getResource(db, await sessions.find(request), request.params.id)),
  );

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
    'JSON, or multipart form data with the same field names (`tags` comma separated, `details` and `translations` ' +
    'as JSON text) and the parts `downloadFile` and `image`.';

  app.post(
    '/api/resources',
    {
      config: { documentedBody: resourceFields },
      schema: {
        tags: ['resources'],
        summary: 'Publish a resource, or keep a draft',
        description: `${bodyDescription} Takes \`Idempotency-Key\`.`,
        consumes: ['application/json', 'multipart/form-data'],
        response: { 201: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await rateLimits.take('resources', person.id);
      const incoming = await readIncoming(request, storage, config);
      let result: { answer: z.output<typeof resourceDetail>; repeated: boolean };
      try {
        const content = parseInput(createInput, incoming.fields);
        result = await once(
          db,
          {
            personId: person.id,
            call: 'POST /api/resources',
            key: idempotencyKey(request),
            bodyHash: hashBody([
              incoming.fields,
              incoming.files.map((file) => [file.name, file.sha256]),
              incoming.pictureHashes,
            ]),
          },
          async (trx) =>
            getResource(trx, person, await createResource(trx, person, content, incoming, new Date())),
        );
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, incoming);
        throw error;
      }
      if (result.repeated) await discard(storage, incoming);
      forgetLists();
      const created = result.answer;
      return reply.code(201).header('location', `/api/resources/${created.id}`).send(created);
    },
  );

  app.patch(
    '/api/resources/:id',
    {
      config: { documentedBody: resourceFields.partial() },
      schema: {
        tags: ['resources'],
        summary: 'Change a resource',
        description: `${bodyDescription} A new \`downloadFile\` makes a new version, a new \`image\` replaces the pictures.`,
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Nobody's bytes are taken in before it is known that they may change this.
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      const incoming = await readIncoming(request, storage, config);
      try {
        const edit = parseInput(editInput, numericVersion(incoming.fields));
        await db.transaction().execute((trx) => editResource(trx, person, id, edit, incoming, new Date()));
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, incoming);
        throw error;
      }
      forgetLists();
      return reply.send(await getResource(db, person, id));
    },
  );

  app.delete(
    '/api/resources/:id',
    {
      schema: {
        tags: ['resources'],
        summary: 'Remove a resource',
        params: idParams,
        response: { 204: z.null(), ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(resourcesErrors.resource_not_found);
      await db.transaction().execute((trx) => removeResource(trx, person, id, new Date()));
      forgetLists();
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/resources/:id/download-check',
    {
      schema: {
        tags: ['resources'],
        summary: 'What a download leads to',
        params: idParams,
        response: { 200: downloadCheck, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const source = await getDownloadSource(db, await sessions.find(request), request.params.id, undefined);
      const hasFile = source.file !== null;
      return reply.header('cache-control', 'no-store').send({
        success: hasFile || source.downloadUrl !== null,
        useRedirect: redirectsOutside({ ...source, hasFile }),
        downloadUrl: source.downloadUrl,
      });
    },
  );

  app.get(
    '/api/resources/:id/download',
    {
      schema: {
        tags: ['resources'],
        summary: "A resource's file",
        description:
          'Understands `Range`, `If-None-Match` and `If-Range`. Counts one download per person and day.',
        params: idParams,
        querystring: z.object({ file: z.string().optional() }),
        response: { 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const { file, id } = await getDownloadSource(db, actor, request.params.id, request.query.file);
      if (!file) throw new AppError(resourcesErrors.no_file);
      reply
        .header('content-disposition', contentDisposition(file.name))
        .header('cache-control', 'private, no-cache')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      const startsAnew = !request.headers.range || request.headers.range === 'bytes=0-';
      if (request.method === 'GET' && startsAnew && !request.headers['if-none-match']) {
        if (await countDownload(db, id, personKey(request, actor?.id), today())) forgetLists();
      }
      return sendBlob(request, reply, storage, {
        key: file.blobKey,
        size: file.size,
        etag: file.sha256,
        mediaType: file.mediaType,
      });
    },
  );

  app.get(
    '/api/images/:id/:name',
    {
      schema: {
        tags: ['resources'],
        summary: 'A picture, as WebP',
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const picture = await findPicture(db, await sessions.find(request), id, Number.parseInt(name, 10));
      const size = picture && (await storage.size(picture.blobKey));
      if (!picture || size === null) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendBlob(request, reply, storage, {
        key: picture.blobKey,
        size,
        etag: `${id}-${name}`,
        mediaType: 'image/webp',
      });
    },
  );

  // Drawn once for a while: sharing a page makes several networks fetch it at the same time.
  const cards = new CoalescingCache<Buffer>({ lifetimeMs: 10 * 60_000, most: 100 });
  app.get(
    '/api/resources/:id/card.jpg',
    {
      schema: {
        tags: ['resources'],
        summary: 'The picture that social networks show for a resource',
        params: idParams,
        querystring: z.object({ language: z.enum(locales).default('ko') }),
        response: { 200: z.any(), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      // As everybody sees it: networks have no session, and drafts no card.
      const resource = await getResource(db, null, request.params.id);
      const card = await cards.get(`${resource.id} ${resource.version} ${language}`, () =>
        drawCard(storage, resource, language),
      );
      return reply.header('cache-control', 'public, max-age=86400').type('image/jpeg').send(card);
    },
  );

  app.get(
    '/api/user/resources',
    { schema: { tags: ['resources'], summary: 'My own resources, drafts included' } },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnResources(db, person.id);
      return reply.header('cache-control', 'no-store').header('x-total-count', own.length).send(own);
    },
  );

  /** Who downloads, without keeping who: an account's id, or a day's keyed hash of an address. */
  function personKey(request: FastifyRequest, personId: string | undefined): string {
    const seed = personId ?? `${today()} ${request.ip}`;
    return createHmac('sha256', deps.secret).update(seed).digest('base64url').slice(0, 22);
  }
}

/**
 * Whether it is sure that no row was written. A connection lost between COMMIT and its answer leaves that open: then
 * the bytes stay, and the nightly sweep takes them if no row points at them.
 */
function wroteNothing(error: unknown): boolean {
  return isAppError(error) || /^(22|23|40)/.test((error as { code?: string }).code ?? '');
}

/** The Korean calendar day: the product's days are Korea's. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date());
}

/** Form fields are text; `version` is the one number among them. */
function numericVersion(fields: Record<string, unknown>): Record<string, unknown> {
  const { version } = fields;
  return typeof version === 'string' && /^\d{1,9}$/.test(version)
    ? { ...fields, version: Number(version) }
    : fields;
}
