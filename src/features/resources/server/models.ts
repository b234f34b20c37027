import { sql, type RawBuilder } from 'kysely';
import sharp from 'sharp';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { runThread, threadFile } from '#platform/server/threads.ts';
import type { Figures } from '#platform/shared/models/measure.ts';
import {
  mayHoldModel,
  modelFormatOf,
  modelLimits,
  type ModelFormat,
  type ModelProblem,
  type Unit,
} from '#platform/shared/models/mesh.ts';
import { lengthBytes, safetensorsHeaderLength } from '#platform/shared/safetensors.ts';
import { kerasConfigBytes } from '#platform/shared/keras.ts';
import { readOnnxHeader } from '#platform/shared/onnx.ts';
import {
  headerOf,
  TensorError,
  tensorFormatOf,
  tensorLimits,
  type HeaderAnswer,
  type TensorFormat,
} from '#platform/shared/tensors.ts';
import { blobSource, openZipContents, Unsafe } from '#features/uploads/server/public.ts';
import { modelToDraw, replaceDrawing } from './drawings.ts';
import { storeShown } from './incoming.ts';
import type { HeaderTask, ModelAnswer, ModelTask, StlAnswer, StlTask } from './model-worker.ts';
import { removePicture } from '#platform/server/pictures.ts';

const slowMs = 60_000;
const maxTries = 3;

/** Lease of a measurement: longer than any takes, so that an older one was abandoned. */
const givenUpMs = 5 * 60_000;

/** Twice the stored size, for antialiasing. */
const drawing = { width: 2560, height: 1920 };

const workerFile = threadFile(import.meta.url, 'model-worker');

export function runModel(
  format: ModelFormat,
  bytes: Uint8Array<ArrayBuffer>,
  options: { draw: boolean; key: string | null; slowMs?: number },
): Promise<ModelAnswer> {
  const task: ModelTask = { format, bytes, drawing: options.draw ? drawing : null };
  return runThread<ModelAnswer>(workerFile, task, {
    key: options.key,
    maxMs: options.slowMs ?? slowMs,
    late: { problem: 'too_slow' },
    failed: { problem: 'failed' },
    transfer: [bytes.buffer],
  });
}

/** Measures a stored file that is not attached yet; returns null if it is no model. */
export async function measureBlob(
  storage: BlobStore,
  file: { name: string; size: number; blobKey: string },
  options: { key: string | null; slowMs: number },
): Promise<{ figures: Figures } | { problem: ModelProblem } | null> {
  const format = modelFormatOf(file.name);
  if (format === null) return null;
  if (file.size > modelLimits.bytes) return { problem: 'too_large' };
  return runModel(format, await readBytes(storage, file, 0, file.size), { draw: false, ...options });
}

/** Returns a stored model as an STL in millimetres; null where it cannot be read. `unit` is for files that say none. */
export async function stlOfBlob(
  storage: BlobStore,
  file: { name: string; size: number; blobKey: string },
  options: { key: string; slowMs: number; unit: Unit },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const format = modelFormatOf(file.name);
  if (format === null || file.size > modelLimits.bytes) return null;
  const bytes = await readBytes(storage, file, 0, file.size);
  const task: StlTask = { format, bytes, unit: options.unit };
  const answer = await runThread<StlAnswer>(workerFile, task, {
    key: options.key,
    maxMs: options.slowMs,
    late: { problem: 'too_slow' },
    failed: { problem: 'failed' },
    transfer: [bytes.buffer],
  });
  return 'stl' in answer ? answer.stl : null;
}

type Waiting = {
  fileId: string;
  resourceId: string;
  name: string;
  size: number;
  blobKey: string;
  tries: number;
  /** Whether there are figures of an older version, which stay until there are newer ones. */
  hasFigures: boolean;
};

/** Measures the waiting models one at a time, even when called concurrently. */
export function createMeasuring(deps: { db: Db; storage: BlobStore }): Job<unknown> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        for (let next = await takeWaiting(deps.db); next; next = await takeWaiting(deps.db)) {
          await measureFile(deps, next);
        }
      }
    } finally {
      running = false;
    }
  };
}

/**
 * Takes a model that no other worker has: first what has no figures, then what has older ones. Gives up one that crashed
 * its process too often.
 */
async function takeWaiting(db: Db): Promise<Waiting | null> {
  return (
    (await takeOne(db, sql`figures is null and header is null and problem is null`)) ??
    (await takeOne(
      db,
      sql`figures is not null and problem is null and tries <= ${maxTries} and (not figures ? 'printability'
        or jsonb_typeof(figures -> 'inside') = 'object' and not (figures -> 'inside') ? 'outlines')`,
    ))
  );
}

async function takeOne(db: Db, condition: RawBuilder<unknown>): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    update resource_model m set tries = m.tries + 1, began_at = now()
    from resource_file f
    where f.id = m.file_id and m.file_id = (
      select file_id from resource_model
      where ${condition}
        and (began_at is null or began_at < now() - make_interval(secs => ${givenUpMs / 1000}))
      order by stored_at desc, file_id limit 1 for update skip locked)
    returning m.file_id, f.resource_id, f.name, f.size, f.blob_key, m.tries, m.figures is not null as has_figures`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function measureFile(deps: { db: Db; storage: BlobStore }, waiting: Waiting): Promise<void> {
  const { db } = deps;
  const tensorFormat = tensorFormatOf(waiting.name);
  if (tensorFormat !== null) return keepHeader(deps, waiting, tensorFormat);
  const holdsModel = mayHoldModel(waiting.name) && (await holdsGltf(deps.storage, waiting));
  if (mayHoldModel(waiting.name) && !holdsModel) {
    await db.deleteFrom('resourceModel').where('fileId', '=', waiting.fileId).execute();
    return;
  }
  const format = holdsModel ? 'gltf' : modelFormatOf(waiting.name);
  const answer =
    format === null || waiting.tries > maxTries
      ? ({ problem: 'failed' } as const)
      : Number(waiting.size) > modelLimits.bytes
        ? ({ problem: 'too_large' } as const)
        : await runModel(format, await readBytes(deps.storage, waiting, 0, Number(waiting.size)), {
            key: null,
            draw: !waiting.hasFigures && (await wantsDrawing(db, waiting)),
          });
  // Older figures are better than none.
  if ('problem' in answer && waiting.hasFigures) return;
  if ('figures' in answer && answer.pixels) await keepDrawing(deps, waiting, answer.pixels);
  await db
    .updateTable('resourceModel')
    .set('figures' in answer ? { figures: JSON.stringify(answer.figures) } : { problem: answer.problem })
    .where('fileId', '=', waiting.fileId)
    .execute();
}

/** Returns true for an archive that holds one glTF text, with the files that it consists of. */
async function holdsGltf(storage: BlobStore, waiting: Waiting): Promise<boolean> {
  try {
    const zip = await openZipContents(blobSource(storage, waiting.blobKey, Number(waiting.size)));
    zip.close();
    const names = zip.entries.map(({ name }) => name).filter((name) => !name.startsWith('__MACOSX/'));
    return names.filter((name) => /\.gltf$/i.test(name)).length === 1;
  } catch (error) {
    if (error instanceof Unsafe) return false;
    throw error;
  }
}

async function readBytes(
  storage: BlobStore,
  { blobKey }: Pick<Waiting, 'blobKey'>,
  start: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  if (length === 0) return bytes;
  let at = 0;
  for await (const chunk of storage.read(blobKey, {
    start,
    end: start + length - 1,
  }) as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function keepHeader(
  deps: { db: Db; storage: BlobStore },
  waiting: Waiting,
  format: TensorFormat,
): Promise<void> {
  const answer: HeaderAnswer =
    waiting.tries > maxTries ? { problem: 'failed' } : await readHeader(deps.storage, waiting, format);
  await deps.db
    .updateTable('resourceModel')
    .set(
      'header' in answer ? { header: answer.header, tensors: answer.tensors } : { problem: answer.problem },
    )
    .where('fileId', '=', waiting.fileId)
    .execute();
}

async function readHeader(storage: BlobStore, waiting: Waiting, format: TensorFormat): Promise<HeaderAnswer> {
  const fileSize = Number(waiting.size);
  if (format === 'onnx') return readOnnx(storage, waiting);
  if (format === 'keras') return readKeras(storage, waiting);
  let begin = 0;
  let length = Math.min(tensorLimits.headerBytes, fileSize);
  if (format === 'safetensors') {
    try {
      begin = lengthBytes;
      const start = await readBytes(storage, waiting, 0, Math.min(lengthBytes, fileSize));
      length = safetensorsHeaderLength(start, fileSize);
    } catch (error) {
      if (error instanceof TensorError) return { problem: error.problem };
      throw error;
    }
  }
  return parseHeader({ format, bytes: await readBytes(storage, waiting, begin, length), fileSize });
}

function parseHeader(task: HeaderTask): Promise<HeaderAnswer> {
  const failed: HeaderAnswer = { problem: 'failed' };
  return runThread(workerFile, task, {
    key: null,
    maxMs: slowMs,
    late: failed,
    failed,
    transfer: [task.bytes.buffer],
  });
}

/** Reads by places in the file, which may be larger than any memory; between them others are served. */
async function readOnnx(storage: BlobStore, waiting: Waiting): Promise<HeaderAnswer> {
  const fileSize = Number(waiting.size);
  const deadline = performance.now() + slowMs;
  try {
    const { tensors, metadata } = await readOnnxHeader((start, length) => {
      if (performance.now() > deadline) throw new TensorError('failed');
      return readBytes(storage, waiting, start, length);
    }, fileSize);
    return headerOf('onnx', tensors, metadata);
  } catch (error) {
    if (error instanceof TensorError) return { problem: error.problem };
    throw error;
  }
}

async function readKeras(storage: BlobStore, waiting: Waiting): Promise<HeaderAnswer> {
  const fileSize = Number(waiting.size);
  try {
    const zip = await openZipContents(blobSource(storage, waiting.blobKey, fileSize));
    try {
      const config = await zip.read('config.json', kerasConfigBytes);
      const about = await zip.read('metadata.json', kerasConfigBytes);
      if (!config) return { problem: 'malformed' };
      return await parseHeader({
        format: 'keras',
        bytes: new Uint8Array(config),
        about: about && new Uint8Array(about),
        fileSize,
      });
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof Unsafe) return { problem: 'malformed' };
    throw error;
  }
}

/** Returns true if the resource has no uploaded picture and this is the model to draw it from. */
async function wantsDrawing(db: Db, { fileId, resourceId }: Waiting): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select not exists (select from resource_image where resource_id = ${resourceId} and not drawn)
      and ${fileId} = coalesce((select id from (${modelToDraw(resourceId)}) as model), ${fileId}) as wanted`.execute(
    db,
  );
  return rows[0]?.wanted === true;
}

async function keepDrawing(
  { db, storage }: { db: Db; storage: BlobStore },
  { resourceId }: Waiting,
  pixels: Uint8ClampedArray<ArrayBuffer>,
): Promise<void> {
  const png = await sharp(Buffer.from(pixels.buffer), { raw: { ...drawing, channels: 3 } })
    .resize({ width: drawing.width / 2 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const id = uuidv7();
  const picture = { id, alt: '', ...(await storeShown(storage, `images/${id}`, png, 'image')) };
  const kept = await db
    .transaction()
    .execute((trx) => replaceDrawing(trx, resourceId, picture, currentTime()));
  if (!kept) await removePicture(storage, picture);
}
