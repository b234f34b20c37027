import { createHash, randomUUID, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Trx, Db } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { isGone, type BlobStore, type UnfinishedBlob } from '#platform/server/storage.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { AppError, isAppError, platformErrors, refused, type ErrorKind } from '#platform/shared/errors.ts';
import { fileErrors, uploadsErrors } from '../contract.ts';
import { mediaTypeOf } from '../file-types.ts';
import { pieceBytes, type ChecksumAlgorithm } from '../rules.ts';
import { assertContent, assertFileName, assertHarmless, blobSource, headBytes } from './file-check.ts';
import { findUpload, type Upload } from './queries.ts';

export type UploadsDeps = {
  db: Db;
  storage: BlobStore;
  scanner: VirusScanner | null;
  limits: { fileBytes: number; uploads: number; uploadBytes: number; expiryMs: number };
};

/** File whose bytes are stored and whose row is not written yet. */
export type IncomingFile = {
  id: string;
  name: string;
  size: number;
  sha256: string;
  mediaType: string;
  blobKey: string;
  /** Resource from which the file was copied. */
  resourceId?: string;
};

export const blobKeyOf = (id: string) => `files/${id}`;

/** Form field at which errors of an upload are shown. */
const field = 'uploads';

/** Creates an upload. Throws why the name or size is refused, and `upload_quota`. */
export async function createUpload(
  { db, limits }: UploadsDeps,
  owner: { id: string },
  file: { name: string; size: number; sha256: string | null; metadata: string },
  now: Date,
): Promise<Upload> {
  const name = assertFileName(file.name, field);
  if (file.size === 0) throw refused(fileErrors.file_empty, field);
  if (file.size > limits.fileBytes) throw refused(fileErrors.file_too_large, field);
  return db.transaction().execute(async (trx) => {
    // Serialized per person, or concurrent calls could exceed the quota.
    await trx
      .selectFrom('person')
      .select('id')
      .where('id', '=', owner.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { count, bytes } = await trx
      .selectFrom('upload')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string>('size').as('bytes')])
      .where('ownerId', '=', owner.id)
      .where('expiresAt', '>', now)
      .where('state', '<>', 'refused')
      .executeTakeFirstOrThrow();
    if (count >= limits.uploads || Number(bytes ?? 0) + file.size > limits.uploadBytes)
      throw refused(uploadsErrors.upload_quota, field);
    return trx
      .insertInto('upload')
      .values({
        id: uuidv7(now.getTime()),
        ownerId: owner.id,
        name,
        mediaType: mediaTypeOf(name) ?? 'application/octet-stream',
        size: file.size,
        expectedSha256: file.sha256,
        metadata: file.metadata,
        createdAt: now,
        expiresAt: new Date(now.getTime() + limits.expiryMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * SHA-256 of the bytes so far, for uploads that this process receives. If another process has received the beginning,
 * the file is read from the store once at the end.
 */
const running = new Map<string, { hash: Hash; size: number }>();
const maxRunning = 1000;

function hashOn(id: string, offset: number, bytes: Uint8Array): void {
  let state = running.get(id);
  if (offset === 0) state = { hash: createHash('sha256'), size: 0 };
  if (!state || state.size !== offset) {
    running.delete(id);
    return;
  }
  state.hash.update(bytes);
  state.size += bytes.length;
  running.delete(id);
  running.set(id, state);
  const [oldest] = running.keys();
  if (running.size > maxRunning && oldest !== undefined) running.delete(oldest);
}

/** Makes this request the current writer; an earlier one cannot write any more. */
async function takeOver(db: Db, upload: Upload, offset: number): Promise<string> {
  const writer = randomUUID();
  const taken = await db
    .updateTable('upload')
    .set({ writer })
    .where('id', '=', upload.id)
    .where('received', '=', offset)
    .where('state', '=', 'receiving')
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw new AppError(uploadsErrors.upload_offset);
  return writer;
}

/**
 * Receives bytes after the first `offset`, in pieces. Each piece is written under the lock of the upload's row, so
 * that two processes never write at once; while waiting for the network between pieces, nothing is locked. Received
 * bytes are kept when the connection breaks, except with a checksum, where all or none count. Returns the stored
 * size.
 */
export async function receiveBytes(
  deps: UploadsDeps,
  upload: Upload,
  request: {
    offset: number;
    bytes: Readable;
    checksum: { algorithm: ChecksumAlgorithm; digest: string } | null;
    now(): Date;
  },
): Promise<{ received: number; expiresAt: Date }> {
  const { db, storage, limits } = deps;
  const { checksum } = request;
  const writer = await takeOver(db, upload, request.offset);
  const sum = checksum && createHash(checksum.algorithm);
  let blob: UnfinishedBlob = { key: blobKeyOf(upload.id), size: request.offset, parts: upload.parts };
  let expiresAt = upload.expiresAt;

  async function write(bytes: Uint8Array, isLast: boolean): Promise<void> {
    if (blob.size === 0 && bytes.length >= Math.min(upload.size, headBytes))
      await assertContentOrRefuse(deps, upload, bytes);
    await db.transaction().execute(async (trx) => {
      // The bytes are on the disk already; a power cut that loses this note costs one piece.
      await sql`set local synchronous_commit = off`.execute(trx);
      const row = await trx
        .selectFrom('upload')
        .select(['writer', 'parts'])
        .where('id', '=', upload.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw new AppError(uploadsErrors.upload_not_found);
      if (row.writer !== writer) throw new AppError(uploadsErrors.upload_elsewhere);
      if (bytes.length > 0) {
        const appending = storage.append(blob, bytes);
        // Runs while the disk writes.
        hashOn(upload.id, blob.size, bytes);
        blob = await appending;
      }
      if (sum && !isLast) return;
      if (sum && sum.digest('base64') !== checksum.digest)
        throw new AppError(uploadsErrors.checksum_mismatch);
      expiresAt = new Date(request.now().getTime() + limits.expiryMs);
      await trx
        .updateTable('upload')
        .set({ received: blob.size, parts: JSON.stringify(blob.parts), expiresAt })
        .where('id', '=', upload.id)
        .execute();
    });
  }

  // Two alternating buffers: one fills from the network while the other is written to the store.
  const left = upload.size - request.offset;
  const buffers = [takeBuffer(left), takeBuffer(left)] as const;
  let turn: 0 | 1 = 0;
  let filled = 0;
  let taken = 0;
  let isKept = false;
  let writing: Promise<void> = Promise.resolve();

  function take(chunk: Buffer): Promise<void> | undefined {
    taken += chunk.length;
    if (taken > left) throw new AppError(uploadsErrors.upload_too_long);
    sum?.update(chunk);
    const buffer = buffers[turn];
    const copied = chunk.copy(buffer, filled);
    filled += copied;
    return filled < buffer.length ? undefined : turnOver(chunk.subarray(copied));
  }
  async function turnOver(rest: Buffer): Promise<void> {
    await writing;
    const full = buffers[turn];
    writing = write(full, false);
    writing.catch(() => {});
    turn = turn === 0 ? 1 : 0;
    filled = rest.copy(buffers[turn]);
  }
  const last = () => buffers[turn].subarray(0, filled);

  try {
    await eachChunk(request.bytes, take);
    await writing;
    if (filled > 0 || sum) await write(last(), true);
    isKept = true;
  } catch (error) {
    // Bytes received before the connection broke are kept.
    await writing;
    if (!sum && !isAppError(error)) {
      await write(last(), true);
      isKept = true;
    }
    throw error;
  } finally {
    // The hash includes bytes that do not count.
    if (!isKept) running.delete(upload.id);
    for (const buffer of buffers) giveBuffer(buffer);
  }
  return { received: blob.size, expiresAt };
}

/** Pool of large buffers, which are expensive to collect. */
const spareBuffers: Buffer[] = [];
const maxSpareBuffers = 4;

function takeBuffer(atMost: number): Buffer {
  if (atMost < pieceBytes) return Buffer.allocUnsafeSlow(Math.max(atMost, 1));
  return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

function giveBuffer(buffer: Buffer): void {
  if (buffer.length === pieceBytes && spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
}

/**
 * Passes a stream's chunks one at a time, and waits for returned promises. Uses events, because an iterator joins
 * waiting chunks in new buffers, whose garbage costs more than the upload.
 */
function eachChunk(stream: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting: Promise<void> | undefined;
    const leave = () => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      stream.pause();
    };
    const fail = (cause: unknown) => {
      leave();
      // Reject only after the pending write has ended.
      Promise.resolve(waiting).then(() => reject(cause as Error), reject);
    };
    const onData = (chunk: Buffer) => {
      try {
        waiting = take(chunk);
        if (!waiting) return;
        stream.pause();
        waiting.then(() => stream.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      leave();
      resolve();
    };
    const onClose = () => fail(new Error('the connection broke'));
    // The listener stays, because the connection may break later.
    stream.on('error', fail).on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** Refuses content by its first bytes, so that the rest need not be sent. */
async function assertContentOrRefuse(deps: UploadsDeps, upload: Upload, bytes: Uint8Array): Promise<void> {
  try {
    await assertContent(upload.name, bytes, field);
  } catch (error) {
    if (isAppError(error)) await refuse(deps, upload, error.kind);
    throw error;
  }
}

/** Deletes a refused file, but keeps the reason for its sender. */
async function refuse({ db, storage }: UploadsDeps, upload: Upload, kind: ErrorKind): Promise<void> {
  const row = await db
    .updateTable('upload')
    .set({ state: 'refused', refusal: kind.code, writer: null })
    .where('id', '=', upload.id)
    .where('state', '<>', 'refused')
    .returning('parts')
    .executeTakeFirst();
  if (row) await removeBytes(storage, { ...upload, parts: row.parts });
}

async function removeBytes(
  storage: BlobStore,
  upload: Pick<Upload, 'id' | 'parts' | 'received'>,
): Promise<void> {
  running.delete(upload.id);
  await storage.abandon({ key: blobKeyOf(upload.id), size: upload.received, parts: upload.parts });
  await storage.remove(blobKeyOf(upload.id));
}

/** Uploads being inspected by this process; a second call waits for the same result. */
const finishing = new Map<string, Promise<void>>();

/**
 * Finishes an upload with all of its bytes: makes it a file, inspects it, and passes it to the virus scanner if there
 * is one. Idempotent, because a process may have been killed between the last byte and this. Throws `overloaded` if
 * there was no time for the inspection; the bytes stay for the next call.
 */
export function finishUpload(deps: UploadsDeps, id: string): Promise<void> {
  const under = finishing.get(id);
  if (under) return under;
  const look = lookAtUpload(deps, id).finally(() => finishing.delete(id));
  finishing.set(id, look);
  return look;
}

async function lookAtUpload(deps: UploadsDeps, id: string): Promise<void> {
  const upload = await makeFile(deps, id);
  if (!upload) return;
  const { db, storage, scanner } = deps;
  let sha256: string;
  try {
    // Outside of any transaction, because the inspection may take long and wait for its turn.
    sha256 = await sha256Of(storage, upload);
    if (upload.expectedSha256 !== null && upload.expectedSha256 !== sha256)
      throw refused(uploadsErrors.file_damaged, field);
    const source = blobSource(storage, blobKeyOf(id), upload.size);
    await assertHarmless(upload.name, source, { ownerId: upload.ownerId, field });
  } catch (error) {
    if (isAppError(error) && error.kind.code !== platformErrors.overloaded.code)
      await refuse(deps, upload, error.kind);
    if (isGone(error)) await assertNotGone(db, id);
    throw error;
  }
  await db.transaction().execute(async (trx) => {
    const finished = await trx
      .updateTable('upload')
      .set({ state: scanner ? 'quarantined' : 'finished', sha256, writer: null })
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .returning('id')
      .executeTakeFirst();
    if (finished && scanner) await enqueue(trx, 'uploads.scan', { id }, { key: `scan ${id}` });
  });
}

/**
 * An upload that was cancelled while it was being read has lost its bytes, which is no server error. Throws
 * `upload_not_found`.
 */
async function assertNotGone(db: Db, id: string): Promise<void> {
  const there = await db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst();
  if (!there) throw new AppError(uploadsErrors.upload_not_found);
}

/** Makes a complete upload a file; undefined if it is incomplete or was finished before. */
function makeFile({ db, storage }: UploadsDeps, id: string): Promise<Upload | undefined> {
  return db.transaction().execute(async (trx) => {
    const upload = await trx
      .selectFrom('upload')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (upload?.state !== 'receiving' || upload.received < upload.size) return undefined;
    await storage.finish({ key: blobKeyOf(id), size: upload.size, parts: upload.parts });
    return upload;
  });
}

async function sha256Of(storage: BlobStore, upload: Upload): Promise<string> {
  const state = running.get(upload.id);
  running.delete(upload.id);
  if (state?.size === upload.size) return state.hash.digest('hex');
  const hash = createHash('sha256');
  for await (const chunk of storage.read(blobKeyOf(upload.id)) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/** Scans a waiting upload. Throws if the scanner does not answer, so that the job is retried. */
export async function scanUpload(deps: UploadsDeps, id: string): Promise<void> {
  const { db, storage, scanner } = deps;
  const upload = await db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();
  if (upload?.state !== 'quarantined') return;
  const isClean = await scanner?.isClean(storage.read(blobKeyOf(id))).catch(async (error: unknown) => {
    const there = await db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst();
    // Cancelled meanwhile, with its bytes.
    if (there) throw error;
  });
  if (isClean === false) return refuse(deps, upload, fileErrors.file_infected);
  await db
    .updateTable('upload')
    .set({ state: 'finished' })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
}

/** Removes an upload with its bytes; with `expiredAt` only if it has expired by then. */
export async function removeUpload(
  { db, storage }: UploadsDeps,
  id: string,
  expiredAt?: Date,
): Promise<void> {
  const gone = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .$if(expiredAt !== undefined, (query) => query.where('expiresAt', '<=', expiredAt ?? new Date(0)))
    .returning(['id', 'parts', 'received'])
    .executeTakeFirst();
  if (gone) await removeBytes(storage, gone);
}

/** Removes expired uploads. */
export async function removeExpired(deps: UploadsDeps, now: Date): Promise<number> {
  const expired = await deps.db
    .selectFrom('upload')
    .select('id')
    .where('expiresAt', '<=', now)
    .limit(1000)
    .execute();
  for (const { id } of expired) await removeUpload(deps, id, now);
  return expired.length;
}

/** Returns the owner's finished upload. Throws at the form's field for any other. */
export async function getFinishedUpload(
  db: Db,
  owner: { id: string },
  id: string,
  now: Date,
): Promise<IncomingFile> {
  const upload = isUuid(id) ? await findUpload(db, owner.id, id, now) : undefined;
  if (upload?.state === 'receiving') throw refused(uploadsErrors.upload_unfinished, field);
  if (upload?.state === 'quarantined') throw refused(uploadsErrors.upload_quarantined, field);
  if (upload?.state !== 'finished' || upload.sha256 === null)
    throw refused(uploadsErrors.upload_not_found, field);
  const { name, size, sha256, mediaType } = upload;
  return { id, name, size, sha256, mediaType, blobKey: blobKeyOf(id) };
}

/**
 * Takes finished uploads over in the caller's transaction: after a rollback they can be attached again. Throws for
 * unknown ids, other people's uploads, and unfinished ones.
 */
export async function takeUploads(
  trx: Trx,
  owner: { id: string },
  ids: readonly string[],
  now: Date,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const id of ids) {
    await getFinishedUpload(trx, owner, id, now);
    const gone = await trx
      .deleteFrom('upload')
      .where('id', '=', id)
      .where('state', '=', 'finished')
      .returning(['name', 'size', 'sha256', 'mediaType'])
      .executeTakeFirst();
    if (!gone || gone.sha256 === null) throw refused(uploadsErrors.upload_not_found, field);
    files.push({ ...gone, sha256: gone.sha256, id, blobKey: blobKeyOf(id) });
  }
  return files;
}
