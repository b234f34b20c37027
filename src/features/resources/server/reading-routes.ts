import fastifyStatic from '@fastify/static';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { blobSource, openZipContents, Unsafe } from '#features/uploads/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { sendBlob } from '#platform/server/send-blob.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
import { archiveContents, resourcesErrors } from '../contract.ts';
import {
  findReadme,
  maxEntryBytes,
  maxListedEntries,
  pdfLibraryPath,
  viewOf,
  viewOfEntry,
} from '../viewing.ts';
import { isPdfLibraryPart, pdfLibraryFolder, pdfLibraryPolicy, pdfLibraryVersion } from './pdf-library.ts';
import type { Actor } from './commands.ts';
import { getDownloadSource, type DownloadSource } from './downloads.ts';

const tags = ['resources'];
const params = z.object({ id: z.string(), fileId: z.string() });

type SeenFile = NonNullable<DownloadSource['file']>;

/** Routes to view files on their resource's page. None of them counts as a download. */
export async function readingRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; storage: BlobStore },
): Promise<void> {
  const { db, sessions, storage } = deps;

  async function getFile(actor: Actor, id: string, fileId: string) {
    const { file, isPublic } = await getDownloadSource(db, actor, id, { file: fileId });
    const view = file && viewOf(file.name);
    if (!file) throw new AppError(resourcesErrors.no_file);
    if (!view) throw new AppError(resourcesErrors.not_viewable);
    return { file, isPublic, view };
  }

  async function lookInto<Result>(
    file: SeenFile,
    look: (zip: Awaited<ReturnType<typeof openZipContents>>) => Promise<Result> | Result,
  ): Promise<Result> {
    try {
      const zip = await openZipContents(blobSource(storage, file.blobKey, file.size));
      try {
        return await look(zip);
      } finally {
        zip.close();
      }
    } catch (error) {
      throw error instanceof Unsafe ? new AppError(resourcesErrors.archive_unreadable) : error;
    }
  }

  app.get(
    '/api/resources/:id/files/:fileId/view',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A file of a resource, to be looked at',
        description:
          'Understands `Range`, `If-None-Match` and `If-Range`. Only what a browser shows without running anything: PDF, ' +
          'pictures, sound, films, and every text as plain text. `entry` names a small text or picture inside a ZIP.',
        params,
        querystring: z.object({ entry: z.string().max(1000).optional() }),
        response: {
          200: fileAnswer(),
          404: errorSchema,
          415: errorSchema,
          416: errorSchema,
          422: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { id, fileId } = request.params;
      const { entry } = request.query;
      const { file, isPublic, view } = await getFile(await sessions.find(request), id, fileId);
      if (entry === undefined) {
        if (view.kind === 'archive') throw new AppError(resourcesErrors.not_viewable);
        headersToLook(reply, file.name, isPublic);
        return sendBlob(request, reply, storage, {
          key: file.blobKey,
          size: file.size,
          etag: file.sha256,
          mediaType: view.mediaType,
        });
      }
      if (view.kind !== 'archive') throw new AppError(resourcesErrors.no_file);
      const { bytes, mediaType } = await lookInto(file, async (zip) => {
        const found = zip.entries.find(({ name }) => name === entry);
        if (!found) throw new AppError(resourcesErrors.no_file);
        const seen = viewOfEntry(found.name, found.size);
        const read = seen && (await zip.read(entry, maxEntryBytes));
        if (!read) throw new AppError(resourcesErrors.not_viewable);
        return { bytes: read, mediaType: seen.mediaType };
      });
      headersToLook(reply, entry.slice(entry.lastIndexOf('/') + 1), isPublic);
      return reply.type(mediaType).send(bytes);
    },
  );

  app.get(
    '/api/resources/:id/files/:fileId/entries',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What a ZIP among the files of a resource holds',
        description: `The first ${maxListedEntries} of its files, and how many there are.`,
        params,
        response: { 200: archiveContents, 404: errorSchema, 415: errorSchema, 422: errorSchema },
      },
    },
    async (request, reply) => {
      const { id, fileId } = request.params;
      const { file, isPublic, view } = await getFile(await sessions.find(request), id, fileId);
      if (view.kind !== 'archive') throw new AppError(resourcesErrors.not_viewable);
      return reply.header('cache-control', cacheToLook(isPublic)).send(
        await lookInto(file, ({ entries }) => ({
          total: entries.length,
          entries: entries.slice(0, maxListedEntries),
          readme: findReadme(entries.map(({ name }) => name)),
        })),
      );
    },
  );

  await app.register(fastifyStatic, {
    root: pdfLibraryFolder,
    prefix: pdfLibraryPath(pdfLibraryVersion),
    decorateReply: false,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    allowedPath: isPdfLibraryPart,
    setHeaders(response) {
      response.header('cache-control', 'public, max-age=31536000, immutable');
      response.header('content-security-policy', pdfLibraryPolicy);
    },
  });
}

/** Headers that make the bytes harmless when their address is opened directly. */
function headersToLook(reply: FastifyReply, name: string, isPublic: boolean): void {
  reply
    .header('cache-control', cacheToLook(isPublic))
    .header('content-disposition', contentDisposition(safeFileName(name), { type: 'inline' }))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
}

/** A file is immutable, but its visibility is not. */
function cacheToLook(isPublic: boolean): string {
  return isPublic ? 'public, max-age=300' : 'private, no-cache';
}
