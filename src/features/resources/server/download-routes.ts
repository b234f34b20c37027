import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import { locales } from '#i18n/languages.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { addressKey } from '#platform/server/rate-limits.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { downloadCheck, resourcesErrors } from '../contract.ts';
import { redirectsOutside } from '../rules.ts';
import { countDownload, noteTaken } from './counting.ts';
import { zipName, zipOf } from './all-files.ts';
import { drawCard } from './card-image.ts';
import { getResource } from './queries.ts';
import { findPicture, findWholeVersion, getDownloadSource, personKey } from './downloads.ts';
import { sendBlob, sendBytes } from '#platform/server/send-blob.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import type { ResourcesDeps } from './routes.ts';

const idParams = z.object({ id: z.string() });

/** Downloads, pictures and cards of a resource. */
export function downloadRoutes(app: App, deps: ResourcesDeps, forgetLists: () => void): void {
  const { config, db, sessions, storage } = deps;

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
}
