import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { uuidv7 } from '#platform/server/ids.ts';
import { asOwnFault } from '#platform/server/own-faults.ts';
import {
  drawPlaceholder,
  readPicture,
  removePicture,
  storePicture,
  type StoredPicture,
} from '#platform/server/pictures.ts';
import {
  assertFileName,
  assertHarmless,
  blobSource,
  mediaTypeOf,
  type IncomingFile,
} from '#features/uploads/server/public.ts';
import { fileErrors, uploadsErrors } from '#features/uploads/contract.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { assertClean } from '#platform/server/unclean-text.ts';
import { AppError, isAppError, platformErrors, refused } from '#platform/shared/errors.ts';
import { m } from '#i18n/generated/messages.js';
import { maxFiles } from '../rules.ts';

export type IncomingPicture = StoredPicture & { id: string; alt: string; placeholder: string | null };
export type Incoming = {
  fields: Record<string, unknown>;
  files: IncomingFile[];
  pictures: IncomingPicture[];
  /** Form field of each picture. */
  pictureFields: string[];
  pictureHashes: string[];
};

/** Form fields whose text is JSON. */
const jsonFields = new Set([
  'details',
  'translations',
  'uploads',
  'keptFiles',
  'needed',
  'locations',
  'imageOrder',
  'sampleImageOrder',
  'rateCard',
  'machines',
  'measures',
  'place',
  'capacity',
  'delivery',
]);

export async function storeFile(
  storage: BlobStore,
  source: { name: string; bytes: Readable },
  options: { maxBytes: number; field: string; scanner: VirusScanner | null; ownerId: string },
): Promise<IncomingFile> {
  const { field, maxBytes, scanner, ownerId } = options;
  const name = assertFileName(source.name, field);
  const id = uuidv7();
  const blobKey = `files/${id}`;
  let seen = 0;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of source.bytes as AsyncIterable<Buffer>) {
      seen += chunk.length;
      if (seen > maxBytes) throw refused(fileErrors.file_too_large, field);
      yield chunk;
    }
  }
  const { size, sha256 } = await storage.put(blobKey, Readable.from(watched()));
  try {
    await assertHarmless(name, blobSource(storage, blobKey, size), { ownerId, field });
    if (scanner && !(await isClean(scanner, storage.read(blobKey))))
      throw refused(fileErrors.file_infected, field);
  } catch (error) {
    await storage.remove(blobKey);
    throw error;
  }
  return { id, name, size, sha256, mediaType: mediaTypeOf(name) ?? 'application/octet-stream', blobKey };
}

/** A form cannot wait for the scanner: it is refused while the scanner does not answer. */
async function isClean(scanner: VirusScanner, bytes: Readable): Promise<boolean> {
  try {
    return await scanner.isClean(bytes);
  } catch {
    throw new AppError(uploadsErrors.scanner_unavailable, { retryAfterSeconds: 30 });
  }
}

/** Stores a picture of a resource with its placeholder. */
export async function storeShown(
  storage: BlobStore,
  blobPrefix: string,
  bytes: Uint8Array,
  field: string,
  isOurs = false,
) {
  const stored = await storePicture(storage, blobPrefix, bytes, field, isOurs);
  return { ...stored, placeholder: await drawPlaceholder(storage, stored) };
}

/** Deletes the blobs that a failed request has stored. */
export async function discard(
  storage: BlobStore,
  incoming: Pick<Incoming, 'files' | 'pictures'>,
): Promise<void> {
  await Promise.all([
    ...incoming.files.map((file) => storage.remove(file.blobKey)),
    ...incoming.pictures.map((picture) => removePicture(storage, picture)),
  ]);
}

/**
 * Returns true if certainly no row was written. A connection lost between COMMIT and its answer leaves that
 * open: the bytes then stay, and the nightly sweep deletes them if no row refers to them.
 */
export function wroteNothing(error: unknown): boolean {
  return isAppError(error) || /^(22|23|40)/.test((error as { code?: string }).code ?? '');
}

/** Accepted parts of a form: files or none, the number of pictures per field, and the folder for them. */
type ReadOptions = {
  files: { maxBytes: number; scanner: VirusScanner | null; ownerId: string } | null;
  pictures: { most: number; folder: string; fields?: readonly string[] };
};

/**
 * Reads a JSON body, or a form whose fields `downloadFile` and `image` carry bytes: docs/product.md, "States
 * of a resource".
 */
export async function readIncoming(
  request: FastifyRequest,
  storage: BlobStore,
  options: ReadOptions,
): Promise<Incoming> {
  if (!request.isMultipart()) {
    const { body } = request;
    if (body === null || typeof body !== 'object' || Array.isArray(body)) {
      throw new AppError(platformErrors.invalid_input, {
        fields: { body: (locale) => m['platform.field.type']({}, { locale }) },
      });
    }
    return { ...nothingYet(), fields: body as Record<string, unknown> };
  }
  const incoming = nothingYet();
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') readField(incoming, part.fieldname, part.value, part.valueTruncated);
      else await readFile(incoming, part, storage, options);
    }
    // JSON bodies were checked before; a form's fields are known only now.
    assertClean(incoming.fields);
  } catch (error) {
    await discard(storage, incoming);
    throw brokenForm(error);
  }
  return incoming;
}

function nothingYet(): Incoming {
  return { fields: {}, files: [], pictures: [], pictureFields: [], pictureHashes: [] };
}

function readField(incoming: Incoming, name: string, value: unknown, truncated: boolean): void {
  if (truncated) {
    throw new AppError(platformErrors.payload_too_large, {
      fields: { [name]: (locale) => m['platform.error.payload_too_large']({}, { locale }) },
    });
  }
  if (typeof value === 'string' && value.includes('\uFFFD')) {
    // The form parser writes U+FFFD where the bytes were not UTF-8.
    throw new AppError(platformErrors.invalid_encoding, {
      fields: { [name]: (locale) => m['platform.error.invalid_encoding']({}, { locale }) },
    });
  }
  const [, detail] = /^details\.(billOfMaterials|printSettings|aiModel|software)$/.exec(name) ?? [];
  if (detail !== undefined && typeof value === 'string') {
    incoming.fields['details'] = { ...Object(incoming.fields['details']), [detail]: parseJson(name, value) };
    return;
  }
  const isJson = jsonFields.has(name) || (name === 'assemblyInstructions' && isList(value));
  incoming.fields[name] = isJson && typeof value === 'string' ? parseJson(name, value) : value;
}

/** Steps may also be text with numbered lines, such as "[주의] 먼저 읽기", which looks like JSON. */
function isList(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\[\s*[\]{]/.test(value);
}

function parseJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new AppError(platformErrors.invalid_input, {
      fields: { [name]: (locale) => m['platform.error.invalid_json']({}, { locale }) },
    });
  }
}

async function readFile(
  incoming: Incoming,
  part: MultipartFile,
  storage: BlobStore,
  { files, pictures }: ReadOptions,
): Promise<void> {
  // Browsers send an empty file without a name for an empty file input.
  if (part.filename === '' || part.filename === undefined) {
    part.file.resume();
    return;
  }
  if ((pictures.fields ?? ['image']).includes(part.fieldname)) {
    if (incoming.pictures.length >= pictures.most)
      throw refused(platformErrors.payload_too_large, part.fieldname);
    await readPicturePart(incoming, part, storage, pictures.folder);
  } else if (part.fieldname === 'downloadFile' && files) {
    if (incoming.files.length >= maxFiles) throw refused(platformErrors.payload_too_large, 'downloadFile');
    incoming.files.push(
      await storeFile(
        storage,
        { name: part.filename, bytes: part.file },
        { ...files, field: 'downloadFile' },
      ),
    );
  } else {
    throw unknownField(part.fieldname);
  }
}

async function readPicturePart(
  incoming: Incoming,
  part: MultipartFile,
  storage: BlobStore,
  folder: string,
): Promise<void> {
  const field = part.fieldname;
  const bytes = await readPicture(part.file as AsyncIterable<Buffer>, field);
  incoming.pictureHashes.push(createHash('sha256').update(bytes).digest('hex'));
  const id = uuidv7();
  incoming.pictureFields.push(field);
  incoming.pictures.push({ id, alt: '', ...(await storeShown(storage, `${folder}/${id}`, bytes, field)) });
}

function unknownField(name: string): AppError {
  return new AppError(platformErrors.invalid_input, {
    fields: { [name]: (locale) => m['platform.field.unknown']({}, { locale }) },
  });
}

/** Reads the only picture of a form into a folder. Throws `invalid_input` if there is none. */
export async function readOnePicture(
  request: FastifyRequest,
  storage: BlobStore,
  folder: string,
): Promise<IncomingPicture> {
  if (!request.isMultipart()) throw new AppError(platformErrors.unsupported_media_type);
  const incoming = nothingYet();
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') throw unknownField(part.fieldname);
      if (part.fieldname !== 'image' || incoming.pictures.length > 0) throw unknownField(part.fieldname);
      await readPicturePart(incoming, part, storage, folder);
    }
    const [picture] = incoming.pictures;
    if (!picture) {
      throw new AppError(platformErrors.invalid_input, {
        fields: { image: (locale) => m['platform.field.required']({}, { locale }) },
      });
    }
    return picture;
  } catch (error) {
    await discard(storage, incoming);
    throw brokenForm(error);
  }
}

/** Maps a truncated or malformed form to a client error. */
function brokenForm(error: unknown): unknown {
  if (isAppError(error) || asOwnFault(error)) return error;
  const { code, message } = error as { code?: string; message?: string };
  const sendersFault =
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    /multipart|boundary|unexpected end|part terminated early|aborted/i.test(message ?? '');
  return sendersFault ? notAForm() : error;
}

function notAForm(): AppError {
  return new AppError(platformErrors.invalid_input, {
    fields: { body: (locale) => m['platform.error.broken_form']({}, { locale }) },
  });
}

/** Errors of the parser itself are about the request: a boundary that is too long, a part without a name. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const isLimit = String((error as { code?: string }).code).startsWith('FST_');
    throw isLimit ? error : notAForm();
  }
}
