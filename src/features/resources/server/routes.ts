import type { IncomingHttpHeaders } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { takeUploads } from '#features/uploads/server/public.ts';
import type { SearchLog } from '#features/search/server/public.ts';
import { localeForAnswer, locales } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { multipartStreams } from '#platform/server/multipart-streams.ts';
import { hashBody, idempotencyKey, once } from '#platform/server/idempotency.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { addressKey, type RateLimits } from '#platform/server/rate-limits.ts';
import { pageHeaders, pageOf, wholeQuery } from '#platform/server/page-links.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { parseInput } from '#platform/shared/validation.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import {
  attachments,
  attachInput,
  createInput,
  downloadCheck,
  editInput,
  facets,
  listQuery,
  ownResource,
  resourceCard,
  resourceDetail,
  progress,
  resourceBody,
  resourcesErrors,
  stepPicture,
  tensorList,
  suggestion,
  suggestQuery,
  type Facets,
  type ListQuery,
  type Suggestion,
} from '../contract.ts';
import { maxPictures, maxSuggestions, redirectsOutside } from '../rules.ts';
import { createResource, editResource, keepProgress, removeResource } from './commands.ts';
import { addStepPicture } from './pictures.ts';
import { countDownload, noteTaken } from './counting.ts';
import { discard, readIncoming, readOnePicture, wroteNothing, type Incoming } from './incoming.ts';
import { zipName, zipOf } from './all-files.ts';
import { drawCard } from './card-image.ts';
import type { RatesOf } from './cards.ts';
import { listFacets, listResources, suggest, type Found, type ResourceList } from './listing.ts';
import { getProgress, getResource, getTensors, listOwnResources } from './queries.ts';
import { findPicture, findWholeVersion, getDownloadSource, personKey } from './downloads.ts';
import { embedRoutes } from './embed.ts';
import { managingRoutes } from './managing-routes.ts';
import { staffRoutes } from './staff-routes.ts';
import { readingRoutes } from './reading-routes.ts';
import { sendBlob, sendBytes } from '#platform/server/send-blob.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import { safeFileName } from '#platform/shared/file-name.ts';

export type ResourcesDeps = {
  config: Config;
  db: Db;
  rateLimits: RateLimits;
  secret: string;
  searchLog: SearchLog;
  sessions: Sessions;
  storage: BlobStore;
  scanner: VirusScanner | null;
  ratesOf: RatesOf;
};

/** Maximum number of cached lists; the least recently used ones are evicted first. */
const maxCachedLists = 500;

/** When a list was made, until when it can be served, and the last write before it. */
type CachedList = Omit<ResourceList, 'json'> & {
  body: Buffer;
  until: number;
  generation: number;
  ms: number;
};

const idParams = z.object({ id: z.string() });

/** Size limit of a resource's texts, parts, steps and code as JSON. */
const formLimitBytes = 1024 * 1024;

/** Returns a function that clears the caches, for other features that change what lists show. */
export async function resourcesRoutes(app: App, deps: ResourcesDeps): Promise<{ forgetLists(): void }> {
  const { config, db, rateLimits, ratesOf, scanner, searchLog, sessions, storage } = deps;
  const readOptions = (person: { id: string }) => ({
    files: { maxBytes: config.maxFileBytes, scanner, ownerId: person.id },
    pictures: { most: maxPictures, folder: 'images' },
  });
  // A list is made of positions that may be cached themselves: each cache gets half of the total lifetime.
  const lifetimeMs = config.listCacheMs / 2;
  const lists = new CoalescingCache<CachedList>({ lifetimeMs, most: maxCachedLists });
  const windows = new CoalescingCache<Found>({ lifetimeMs, most: maxCachedLists });
  const suggestions = new CoalescingCache<Suggestion[]>({
    lifetimeMs: config.listCacheMs,
    most: maxCachedLists,
  });
  const facetsByType = new CoalescingCache<Facets>({ lifetimeMs: config.listCacheMs, most: maxCachedLists });

  /** Clears the caches, so that writers see their own write at once. */
  function forgetLists(): void {
    lists.clear();
    windows.clear();
    suggestions.clear();
    facetsByType.clear();
    app.fastAnswers.clear();
  }

  await app.register(multipartStreams, {
    // Keep paths in file names, so that they can be refused.
    preservePath: true,
    limits: { fileSize: config.maxFileBytes + 1, files: 30, fields: 60, fieldSize: 512 * 1024, parts: 90 },
    throwFileSizeLimit: false,
  } as Parameters<typeof app.register>[1]);

  /**
   * A search or filtered list by a guest counts against the rate limit of their address if it is not cached.
   */
  async function list(request: FastifyRequest, query: ListQuery): Promise<CachedList> {
    const { search: _, ...rest } = query;
    // Keep the case: expansions depend on it (keyboard layout).
    const search = query.search || undefined;
    const key = JSON.stringify([search, rest]);
    const cached = lists.peek(key);
    if (cached) {
      const found = await cached;
      countSearch(request, search, found, { ms: 0, fromCache: true });
      return found;
    }
    const isSearched = search || query.tag || query.license || query.fileType;
    if (isSearched && (await sessions.find(request)) === null) {
      await rateLimits.take('guestSearch', request.ip);
    }
    let fromCache = true;
    const began = performance.now();
    const found = await lists.get(key, async () => {
      fromCache = false;
      const made = { until: Date.now() + lifetimeMs, generation: app.fastAnswers.generation };
      const { type, tag, license, fileType, sort, page, limit, exact } = query;
      const { json, ...answer } = await listResources(
        db,
        {
          sort,
          page,
          limit,
          exact,
          ...(search !== undefined && { search }),
          ...(type !== undefined && { category: type }),
          ...(tag && { tag }),
          ...(license && { license }),
          ...(fileType && { fileType }),
        },
        { cache: windows, ratesOf },
      );
      return { ...answer, body: Buffer.from(json), ...made, ms: performance.now() - began };
    });
    countSearch(request, search, found, { ms: performance.now() - began, fromCache });
    return found;
  }

  function countSearch(
    { headers }: { headers: IncomingHttpHeaders },
    term: string | undefined,
    { total, expansion }: CachedList,
    how: { ms: number; fromCache: boolean },
  ): void {
    if (term === undefined) return;
    const language = localeForAnswer(headers['accept-language']);
    const exactResults = expansion?.exactCount ?? total;
    searchLog.count({ kind: 'resources', term, language, results: total, exactResults, ...how });
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    found: CachedList,
    term: string | undefined,
  ): Promise<FastifyReply> {
    const { expansion } = found;
    const { body, headers } = await app.fastAnswers.keep(request.raw, {
      body: found.body,
      until: found.until,
      generation: found.generation,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        ...pageHeaders(request.url, found),
        ...(!found.totalIsExact && { 'x-total-is-exact': 'false' }),
        ...(term && { 'x-search-ms': found.ms.toFixed(1) }),
        ...(expansion && {
          'x-search-expanded': expansion.kinds.join(', '),
          'x-search-expanded-to': expansion.texts.map(encodeURIComponent).join(', '),
          'x-search-exact-count': String(expansion.exactCount),
        }),
      },
      ...(term && {
        onAnswer: (again) => countSearch(again, term, found, { ms: 0, fromCache: true }),
      }),
    });
    return reply.headers(headers).send(body);
  }

  const listResponses = { 200: z.array(resourceCard), 400: errorSchema, 429: errorSchema };

  app.get(
    '/api/resources',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'List published resources, newest first',
        description:
          'An invalid `page` counts as 1; one past the end answers the last page, and `X-Page` says which. ' +
          'With `search`, `X-Total-Is-Exact: false` says that there are more than `X-Total-Count`, and `X-Search-Ms` how ' +
          'long it took. A search that finds little is looked at again for what else it may mean: the results of that ' +
          'come after the others, `X-Search-Expanded` says which kinds, `X-Search-Expanded-To` to what (URL-encoded), ' +
          'and `X-Search-Exact-Count` how many results contain the words as typed. `exact=true` stays with those.',
        querystring: listQuery,
        response: listResponses,
      },
    },
    async (request, reply) =>
      sendList(request, reply, await list(request, request.query), request.query.search),
  );

  app.get(
    '/api/resources/type/:type',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'List published resources of one type',
        params: z.object({ type: z.string() }),
        querystring: listQuery.omit({ type: true }),
        response: listResponses,
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        await list(request, { ...request.query, type: request.params.type }),
        request.query.search,
      ),
  );

  app.get(
    '/api/resources/suggest',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'What the beginning of a search may become',
        description:
          'Terms to search for, then resources to go to. Understands first consonants (ㄷㄹ) and the wrong keyboard layout.',
        querystring: suggestQuery,
        response: { 200: z.array(suggestion), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const typed = request.query.q.trim();
      const locale = answerLocale(request);
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language');
      if (typed === '') return reply.send([]);
      const key = JSON.stringify([typed, locale]);
      if (!suggestions.peek(key) && (await sessions.find(request)) === null) {
        await rateLimits.take('guestSuggestions', request.ip);
      }
      return reply.send(await suggestions.get(key, () => suggest(db, typed, locale, maxSuggestions)));
    },
  );

  app.get(
    '/api/resources/facets',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'By which licences and kinds of files a list can be narrowed down',
        querystring: z.object({ type: z.string().max(60).optional() }),
        response: { 200: facets, 400: errorSchema },
      },
    },
    async (request, reply) => {
      const { type } = request.query;
      return reply
        .header('cache-control', 'no-cache')
        .send(await facetsByType.get(type ?? '', () => listFacets(db, type)));
    },
  );

  app.get(
    '/api/resources/:id',
    {
      config: { access: 'anyone' },
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

  app.get(
    '/api/resources/:id/files/:fileId/tensors',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: "The tensors of an AI model's file, as its header names them",
        params: z.object({ id: z.string(), fileId: z.string() }),
        response: { 200: tensorList, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, fileId } = request.params;
      const tensors = await getTensors(db, await sessions.find(request), id, fileId);
      return (reply as FastifyReply)
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' })
        .send(Buffer.from(tensors));
    },
  );

  app.get(
    '/api/resources/:id/progress',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Which steps of an assembly I have done',
        params: idParams,
        response: { 200: progress, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const done = await getProgress(db, person, request.params.id);
      return reply.header('cache-control', 'no-store').send({ done });
    },
  );

  app.put(
    '/api/resources/:id/progress',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Keep which steps of an assembly I have done',
        description: 'All of them at once, by their position from 0.',
        params: idParams,
        body: progress,
        response: { 200: progress, 400: errorSchema, 401: errorSchema, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await getProgress(db, person, id);
      await keepProgress(db, { personId: person.id, resourceId: id }, request.body.done, currentTime());
      return reply.header('cache-control', 'no-store').send({ done: await getProgress(db, person, id) });
    },
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
    'JSON, or multipart form data with the same field names (`tags` comma separated, `details`, or parts of it ' +
    'as `details.billOfMaterials` and so on, `assemblyInstructions` and `translations` as JSON text) and the parts `downloadFile` and `image`.';

  app.post(
    '/api/resources',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: resourceBody },
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
      const incoming = await readIncoming(request, storage, readOptions(person));
      let result: { answer: z.output<typeof resourceDetail>; repeated: boolean };
      try {
        await sessions.confirm(request);
        const content = parseInput(createInput, incoming.fields);
        const attached = parseInput(attachments, incoming.fields);
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
          async (trx) => {
            const now = currentTime();
            const stored = await withUploads(trx, person, incoming, attached, now);
            return getResource(trx, person, await createResource(trx, person, content, stored, now));
          },
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

  app.post(
    '/api/step-pictures',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Send a picture for a step',
        description:
          'Multipart form data with one part `image`: PNG, JPG or GIF, up to 5 MB. Name its `id` as `imageId` of a step ' +
          'within a day; a picture that no step shows is removed.',
        consumes: ['multipart/form-data'],
        response: { 201: stepPicture, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const picture = await readOnePicture(request, storage, 'images');
      try {
        await sessions.confirm(request);
        await addStepPicture(db, person, picture, currentTime());
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, { files: [], pictures: [picture] });
        throw error;
      }
      const { id, width, height, widths } = picture;
      return reply.code(201).header('cache-control', 'no-store').send({ id, width, height, widths });
    },
  );

  app.patch(
    '/api/resources/:id',
    {
      bodyLimit: formLimitBytes,
      config: { access: 'person', documentedBody: resourceBody.partial() },
      schema: {
        tags: ['resources'],
        summary: 'Change a resource',
        description:
          `${bodyDescription} Files that come, or \`keptFiles\` that leaves one out, make a new version of what was published; ` +
          'files that are not spoken of stay. A new `image` replaces the pictures, unless `imageOrder` says which stay. ' +
          'Of `details`, each key that is sent replaces what there was; the others stay. `assemblyInstructions` replaces all steps.',
        consumes: ['application/json', 'multipart/form-data'],
        params: idParams,
        response: { 200: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      // Check permission before reading the body.
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      const incoming = await readIncoming(request, storage, readOptions(person));
      try {
        await sessions.confirm(request);
        const edit = parseInput(editInput, numericVersion(incoming.fields));
        const attached = parseInput(attachments, incoming.fields);
        await db.transaction().execute(async (trx) => {
          const now = currentTime();
          const stored = await withUploads(trx, person, incoming, attached, now);
          await editResource(trx, person, id, edit, stored, now);
        });
      } catch (error) {
        if (wroteNothing(error)) await discard(storage, incoming);
        throw error;
      }
      forgetLists();
      return reply.send(await getResource(db, person, id));
    },
  );

  app.post(
    '/api/resources/:id/files',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Attach a finished upload: to a draft, or as a new version beside the files that stay',
        params: idParams,
        body: attachInput,
        response: { 201: resourceDetail, ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { uploadId, keptFiles, changelog } = request.body;
      const { can } = await getResource(db, person, id);
      if (!can.edit) throw new AppError(platformErrors.forbidden);
      await db.transaction().execute(async (trx) => {
        const now = currentTime();
        const stored = await withUploads(
          trx,
          person,
          { files: [], pictures: [] },
          { uploads: [uploadId], keptFiles },
          now,
        );
        await editResource(trx, person, id, { ...(changelog !== undefined && { changelog }) }, stored, now);
      });
      forgetLists();
      return reply.code(201).send(await getResource(db, person, id));
    },
  );

  app.delete(
    '/api/resources/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'Remove a resource of one’s own',
        params: idParams,
        response: { 204: z.null(), ...writeResponses },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      if (!isUuid(id)) throw new AppError(resourcesErrors.resource_not_found);
      await db.transaction().execute((trx) => removeResource(trx, person, id, currentTime()));
      forgetLists();
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/resources/:id/download-check',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'What a download leads to',
        params: idParams,
        response: { 200: downloadCheck, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const source = await getDownloadSource(db, await sessions.find(request), request.params.id, {});
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
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: "A resource's files",
        description:
          'The one that is named, or all of a version, the latest unless its number is given: where there are several, ' +
          'as a ZIP with a license.txt. ' +
          'Understands `Range` (a ZIP up to 64 MiB), `If-None-Match` and `If-Range`. Counts one download per person and day, none with ' +
          '`preview=true`.',
        params: idParams,
        querystring: z.object({
          file: z.string().optional(),
          version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
          /** `true` for views on the resource's page, which count as no download. */
          preview: z.enum(['true', 'false']).default('false'),
        }),
        response: { 200: fileAnswer(), 404: errorSchema, 416: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      const source = await getDownloadSource(db, actor, request.params.id, request.query);
      const { file, id } = source;
      if (!file) throw new AppError(resourcesErrors.no_file);
      const { version } = request.query;
      const whole = request.query.file === undefined ? await findWholeVersion(db, id, version) : null;
      const told = { locale: answerLocale(request), origin: config.publicOrigin };
      const zip =
        whole !== null && whole.files.length > 1
          ? { ...(await zipOf(storage, whole, told)), name: zipName(whole) }
          : null;
      reply
        .header('content-disposition', contentDisposition(zip?.name ?? safeFileName(file.name)))
        .header('cache-control', 'private, no-cache')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      const { range } = request.headers;
      const isRestart = !range || range === 'bytes=0-' || zip?.inParts === false;
      const isDownload = request.method === 'GET' && request.query.preview === 'false';
      if (isDownload && isRestart && !request.headers['if-none-match']) {
        if (
          await countDownload(
            db,
            id,
            personKey(deps.secret, actor?.id ?? `${koreanDay(currentTime())} ${addressKey(request.ip)}`),
            koreanDay(currentTime()),
          )
        )
          forgetLists();
        if (actor && actor.id !== source.ownerId && source.isPublic)
          await noteTaken(db, actor.id, { resourceId: id, version: file.version }, currentTime());
      }
      if (zip) return sendBytes(request, reply.header('vary', 'accept-language'), zip);
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
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'A picture, as WebP, or AVIF where `Accept` names it',
        params: z.object({ id: z.string(), name: z.string().regex(/^\d{1,5}\.webp$/) }),
        response: { 200: pictureAnswer, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params;
      const picture = await findPicture(db, await sessions.find(request), id, Number.parseInt(name, 10));
      if (!picture) throw new AppError(platformErrors.not_found);
      reply.header(
        'cache-control',
        picture.isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=60',
      );
      return sendPicture(request, reply, deps, { ...picture, etag: `${id}-${name}` });
    },
  );

  // Cached, because sharing a page makes several networks fetch it at the same time.
  const cards = new CoalescingCache<Buffer>({ lifetimeMs: 10 * 60_000, most: 100 });
  app.get(
    '/api/resources/:id/card.jpg',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['resources'],
        summary: 'The picture that social networks show for a resource',
        params: idParams,
        querystring: z.object({ language: z.enum(locales).default('ko') }),
        response: { 200: fileAnswer('image/jpeg'), 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      // Read it like a guest: networks have no session, and drafts have no image.
      const resource = await getResource(db, null, request.params.id);
      const card = await cards.get(`${resource.id} ${resource.version} ${language}`, () =>
        drawCard(storage, resource, language),
      );
      return reply.header('cache-control', 'public, max-age=86400').type('image/jpeg').send(card);
    },
  );

  await readingRoutes(app, { db, sessions, storage });

  app.get(
    '/api/user/resources',
    {
      config: { access: 'person' },
      schema: {
        tags: ['resources'],
        summary: 'My own resources, drafts included',
        querystring: wholeQuery,
        response: { 200: z.array(ownResource), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const own = await listOwnResources(db, person.id);
      const { items, headers } = pageOf(request.url, own, request.query);
      return reply.header('cache-control', 'no-store').headers(headers).send(items);
    },
  );

  managingRoutes(app, { ...deps, forgetLists });
  staffRoutes(app, { ...deps, forgetLists });
  embedRoutes(app, deps);

  return { forgetLists };
}

/** Merges the files of the request with finished uploads and the lists of files that stay. */
async function withUploads(
  trx: Trx,
  person: { id: string },
  { files, pictures }: Pick<Incoming, 'files' | 'pictures'>,
  { uploads, ...kept }: z.output<typeof attachments>,
  now: Date,
) {
  return { files: [...files, ...(await takeUploads(trx, person, uploads, now))], pictures, ...kept };
}

/** Form fields are text; `version` is the only number among them. */
function numericVersion(fields: Record<string, unknown>): Record<string, unknown> {
  const { version } = fields;
  return typeof version === 'string' && /^\d{1,9}$/.test(version)
    ? { ...fields, version: Number(version) }
    : fields;
}
