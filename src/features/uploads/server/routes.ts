import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { asOwnFault } from '#platform/server/own-faults.ts';
import { AppError, isAppError, platformErrors, type ErrorKind } from '#platform/shared/errors.ts';
import { uploadInfo, uploadsErrors } from '../contract.ts';
import {
  checksumAlgorithms,
  parseByteCount,
  parseChecksum,
  parseMetadata,
  tusExtensions,
  tusVersion,
} from '../rules.ts';
import { createUpload, finishUpload, receiveBytes, removeUpload, type UploadsDeps } from './commands.ts';
import { findUpload, listUploads, presentUpload, refusalOf, type Upload } from './queries.ts';

export type UploadsRouteDeps = Omit<UploadsDeps, 'limits'> & {
  config: Pick<Config, 'uploads' | 'maxFileBytes'>;
  sessions: Sessions;
};

export function uploadLimits(config: Pick<Config, 'uploads' | 'maxFileBytes'>): UploadsDeps['limits'] {
  return { ...config.uploads, fileBytes: config.maxFileBytes };
}

const bytesType = 'application/offset+octet-stream';
const idParams = z.object({ id: z.string() });
const now = () => currentTime();

/** Routes of resumable uploads, https://tus.io/protocols/resumable-upload, and JSON about them. */
export function uploadsRoutes(app: App, { config, sessions, ...rest }: UploadsRouteDeps): void {
  const deps: UploadsDeps = { ...rest, limits: uploadLimits(config) };
  const { db } = deps;

  // The body is not parsed, because the handler reads it in pieces.
  app.addContentTypeParser(bytesType, (_request, _payload, done) => done(null));

  /** Authenticates the caller and checks the protocol version. */
  async function begin(request: FastifyRequest, reply: FastifyReply) {
    const person = await sessions.get(request);
    reply.header('tus-resumable', tusVersion).header('cache-control', 'no-store');
    if (request.headers['tus-resumable'] === tusVersion) return person;
    reply.header('tus-version', tusVersion);
    throw new AppError(uploadsErrors.tus_version);
  }

  async function getUpload(ownerId: string, id: string): Promise<Upload> {
    const upload = isUuid(id) ? await findUpload(db, ownerId, id, now()) : undefined;
    if (!upload) throw new AppError(uploadsErrors.upload_not_found);
    return upload;
  }

  async function takeBytes(
    request: FastifyRequest,
    reply: FastifyReply,
    upload: Upload,
    offset: number,
  ): Promise<void> {
    const declared = parseByteCount(request.headers['content-length']);
    if (offset + (declared ?? 0) > upload.size) throw new AppError(uploadsErrors.upload_too_long);
    const checksum = readChecksum(request);
    let taken: Awaited<ReturnType<typeof receiveBytes>>;
    try {
      taken = await receiveBytes(deps, upload, { offset, bytes: request.raw, checksum, now });
    } catch (error) {
      // A broken connection is no error, and nobody is left to answer.
      if (!isAppError(error) && !asOwnFault(error) && request.raw.destroyed)
        throw new AppError(platformErrors.invalid_input);
      throw error;
    }
    if (taken.received === upload.size) await finishUpload(deps, upload.id);
    reply.header('upload-offset', taken.received).header('upload-expires', taken.expiresAt.toUTCString());
  }

  async function patch(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const person = await begin(request, reply);
    if (!isBytes(request)) throw new AppError(platformErrors.unsupported_media_type);
    const offset = parseByteCount(header(request, 'upload-offset'));
    if (offset === null) throw wrongHeader('Upload-Offset');
    const upload = await getUpload(person.id, request.params.id);
    const refusal = refusalOf(upload);
    if (refusal) throw new AppError(refusal);
    if (upload.received !== offset) throw new AppError(uploadsErrors.upload_offset);
    await takeBytes(request, reply, upload, offset);
    return reply.code(204).send(null);
  }

  async function remove(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const person = await begin(request, reply);
    const { id } = await getUpload(person.id, request.params.id);
    await removeUpload(deps, id);
    return reply.code(204).send(null);
  }

  app.options('/api/uploads', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'tus-resumable': tusVersion,
        'tus-version': tusVersion,
        'tus-extension': tusExtensions,
        'tus-max-size': String(deps.limits.fileBytes),
        'tus-checksum-algorithm': checksumAlgorithms.join(','),
      })
      .code(204)
      .send(null),
  );

  app.post(
    '/api/uploads',
    {
      config: { access: 'person' },
      schema: {
        tags: ['uploads'],
        summary: 'Begin a resumable upload',
        description:
          'The tus protocol 1.0.0: `Tus-Resumable`, `Upload-Length` and `Upload-Metadata` with `filename`, and `sha256` ' +
          '(hexadecimal) where it is known. `Location` says where the bytes go. `OPTIONS` tells extensions and limits. ' +
          'With the content type `application/offset+octet-stream` it takes the first bytes already.',
        response: {
          201: z.null(),
          400: errorSchema,
          401: errorSchema,
          412: errorSchema,
          413: errorSchema,
          415: errorSchema,
          429: errorSchema,
          503: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const person = await begin(request, reply);
      const size = parseByteCount(header(request, 'upload-length'));
      if (size === null) throw wrongHeader('Upload-Length');
      const metadata = header(request, 'upload-metadata') ?? '';
      const pairs = parseMetadata(metadata);
      const name = pairs?.get('filename') ?? pairs?.get('name') ?? '';
      const sha256 = pairs?.get('sha256')?.toLowerCase() || null;
      if (!pairs || name === '' || (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)))
        throw wrongHeader('Upload-Metadata');
      const upload = await createUpload(deps, person, { name, size, sha256, metadata }, now());
      reply
        .header('location', `/api/uploads/${upload.id}`)
        .header('upload-expires', upload.expiresAt.toUTCString());
      if (isBytes(request)) await takeBytes(request, reply, upload, 0);
      return reply.code(201).send(null);
    },
  );

  const tusResponses = { 400: errorSchema, 401: errorSchema, 404: errorSchema, 412: errorSchema };

  // Registered before GET, which would otherwise handle HEAD.
  app.head(
    '/api/uploads/:id',
    {
      config: { access: 'person' },
      schema: { hide: true, params: idParams },
    },
    async (request, reply) => {
      const person = await begin(request, reply);
      let upload = await getUpload(person.id, request.params.id);
      if (upload.state === 'receiving' && upload.received === upload.size) {
        await finishUpload(deps, upload.id);
        upload = await getUpload(person.id, upload.id);
      }
      const refusal = refusalOf(upload);
      if (refusal) throw new AppError(refusal);
      return reply
        .header('upload-offset', upload.received)
        .header('upload-length', upload.size)
        .header('upload-metadata', upload.metadata)
        .header('upload-expires', upload.expiresAt.toUTCString())
        .send(null);
    },
  );

  app.get(
    '/api/uploads/:id',
    {
      config: { access: 'person' },
      schema: {
        tags: ['uploads'],
        summary: 'How an upload of mine stands',
        description: '`HEAD` answers the same in the headers of the tus protocol.',
        params: idParams,
        response: { 200: uploadInfo, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const upload = await getUpload(person.id, request.params.id);
      return reply.header('cache-control', 'no-store').send(presentUpload(upload, answerLocale(request)));
    },
  );

  app.patch(
    '/api/uploads/:id',
    {
      config: { access: 'person', ownLimit: {}, changesNoPage: true },
      schema: {
        tags: ['uploads'],
        summary: 'Send bytes of an upload',
        description:
          'The tus protocol: `application/offset+octet-stream` from `Upload-Offset`, with `Upload-Checksum` if wanted. ' +
          'The last bytes are answered when the whole file has been looked at. Where there is no time for that, the answer ' +
          'is 503 with `Retry-After`: the bytes are kept, and `HEAD` has them looked at again.',
        params: idParams,
        response: {
          204: z.null(),
          ...tusResponses,
          409: errorSchema,
          413: errorSchema,
          415: errorSchema,
          423: errorSchema,
          460: errorSchema,
          503: errorSchema,
        },
      },
    },
    (request, reply) => patch(request, reply),
  );

  app.delete(
    '/api/uploads/:id',
    {
      config: { access: 'person', ownLimit: {} },
      schema: {
        tags: ['uploads'],
        summary: 'Give an upload up',
        params: idParams,
        response: { 204: z.null(), ...tusResponses },
      },
    },
    (request, reply) => remove(request, reply),
  );

  // For networks that allow only GET and POST.
  app.post(
    '/api/uploads/:id',
    {
      config: { access: 'person', ownLimit: {} },
      schema: { hide: true, params: idParams },
    },
    async (request, reply) => {
      const method = header(request, 'x-http-method-override')?.toUpperCase();
      if (method === 'PATCH') return patch(request, reply);
      if (method === 'DELETE') return remove(request, reply);
      throw new AppError(platformErrors.method_not_allowed);
    },
  );

  app.get(
    '/api/uploads',
    {
      config: { access: 'person' },
      schema: {
        tags: ['uploads'],
        summary: 'My uploads that are not attached to anything yet',
        response: { 200: z.array(uploadInfo), 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const uploads = await listUploads(db, person.id, now());
      return reply
        .header('cache-control', 'no-store')
        .send(uploads.map((upload) => presentUpload(upload, answerLocale(request))));
    },
  );
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function isBytes(request: FastifyRequest): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === bytesType;
}

function readChecksum(request: FastifyRequest) {
  const text = header(request, 'upload-checksum');
  if (text === undefined) return null;
  const checksum = parseChecksum(text);
  if (checksum === 'unknown_algorithm') throw atHeader(uploadsErrors.checksum_algorithm, 'Upload-Checksum');
  if (checksum === null) throw wrongHeader('Upload-Checksum');
  return checksum;
}

function atHeader(kind: ErrorKind, name: string): AppError {
  return new AppError(kind, { fields: { [name]: kind.words } });
}

function wrongHeader(name: string): AppError {
  return new AppError(platformErrors.invalid_input, {
    fields: { [name]: (locale) => m['platform.field.format']({}, { locale }) },
  });
}
