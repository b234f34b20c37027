import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { BlobStore } from '#platform/server/storage.ts';
import { runThread, threadFile } from '#platform/server/threads.ts';
import { refused, type ErrorKind } from '#platform/shared/errors.ts';
import { mostPicturePixels } from '#platform/shared/pictures.ts';
import { fileErrors } from '../contract.ts';
import {
  contentFits,
  extensionOf,
  hasDeceivingExtension,
  isPlainFileName,
  isText,
  mediaTypeOf,
} from '../file-types.ts';
import type { SvgVerdict } from './svg.ts';
import type { SvgTask } from './svg-worker.ts';
import { archiveKind, inspectArchive, Unsafe, type ByteSource } from './archives.ts';

/** As many bytes as the content check needs to see. */
export const headBytes = 4100;

/** Largest SVG that is read through for what it must not hold. */
const svgBytes = 5 * 1024 * 1024;

/** As much of a picture as tells its width and height. */
const pictureHeadBytes = 256 * 1024;

/** Where a ZIP's end may hide: its record and the longest comment behind it. */
const zipEndBytes = 22 + 65_535;

export function assertFileName(name: string, field: string): void {
  if (!isPlainFileName(name)) throw refused(fileErrors.file_name, field);
  if (mediaTypeOf(name) === null) throw refused(fileErrors.file_type, field);
  if (hasDeceivingExtension(name)) throw refused(fileErrors.file_double_extension, field);
}

/** What the first bytes tell; the whole is looked at by {@link assertHarmless}. */
export async function assertContent(name: string, start: Uint8Array, field: string): Promise<void> {
  if (start.length === 0) throw refused(fileErrors.file_empty, field);
  const head = start.subarray(0, headBytes);
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = await fileTypeFromBuffer(head);
  if (!contentFits(name, head, detected?.ext ?? null)) throw refused(fileErrors.file_mismatch, field);
}

export function blobSource(storage: BlobStore, key: string, size: number): ByteSource {
  return { size, read: (start: number, end: number): Readable => storage.read(key, { start, end }) };
}

/**
 * Looks at all of a file: throws what is wrong with it, at its field, or `overloaded` when there was no time to look.
 * Memory stays bounded whatever it holds.
 */
export async function assertHarmless(
  name: string,
  source: ByteSource,
  { ownerId, field }: { ownerId: string; field: string },
): Promise<void> {
  try {
    const head = await bytesOf(source, 0, headBytes);
    await assertContent(name, head, field);
    const extension = extensionOf(name);
    if (extension === 'stl') assertStl(head, source.size);
    const archive = archiveKind(head);
    if (archive === 'zip' || archive === 'gzip' || archive === 'tar')
      return await inspectArchive(name, archive, source);
    await assertOneFormat(name, head, source);
    if (extension === 'svg') await assertSvg(source, ownerId);
    if (['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(extension)) await assertPixels(source);
  } catch (error) {
    throw error instanceof Unsafe ? refused(error.kind, field) : error;
  }
}

function bytesOf(source: ByteSource, start: number, length: number): Promise<Buffer> {
  return source.size === 0
    ? Promise.resolve(Buffer.alloc(0))
    : buffer(source.read(start, Math.min(start + length, source.size) - 1));
}

/** A file that is two things at once is one thing to us and another to whoever opens it. */
async function assertOneFormat(name: string, head: Buffer, source: ByteSource): Promise<void> {
  const text = head.toString('latin1');
  if (!isText(name)) {
    const page = /<(script|html|svg|!doctype html|\?php)[\s>/]/i;
    const isAlsoPdf = extensionOf(name) !== 'pdf' && text.slice(0, 1024).includes('%PDF-');
    if (page.test(text) || isAlsoPdf) throw new Unsafe(fileErrors.file_polyglot);
  }
  const start = Math.max(0, source.size - zipEndBytes);
  const tail = await bytesOf(source, start, zipEndBytes);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end >= 0 && end + 22 <= tail.length) {
    const directory = start + end - tail.readUInt32LE(end + 12);
    if (directory >= 0 && (await bytesOf(source, directory, 4)).toString('latin1') === 'PK\x01\x02')
      throw new Unsafe(fileErrors.file_polyglot);
  }
}

/** A binary STL says how many triangles follow, 50 bytes each; the other kind is text. */
function assertStl(head: Buffer, size: number): void {
  const isBinary = size >= 84 && size === 84 + 50 * head.readUInt32LE(80);
  const isWritten = contentFits('a.obj', head, null) && /^\s*solid\b/.test(head.toString('latin1'));
  if (!isBinary && !isWritten) throw new Unsafe(fileErrors.stl_header);
}

async function assertSvg(source: ByteSource, ownerId: string): Promise<void> {
  if (source.size > svgBytes) throw new Unsafe(fileErrors.svg_complex);
  const task: SvgTask = { bytes: new Uint8Array(await bytesOf(source, 0, svgBytes)) };
  const verdict = await runThread<SvgVerdict>(svgWorker, task, {
    key: ownerId,
    mostMs: slowMs,
    transfer: [task.bytes.buffer],
  });
  if (verdict !== 'harmless') throw new Unsafe(svgRefusals[verdict]);
}
const svgRefusals: Record<Exclude<SvgVerdict, 'harmless'>, ErrorKind> = {
  harmful: fileErrors.svg_unsafe,
  broken: fileErrors.svg_broken,
  complex: fileErrors.svg_complex,
};
const svgWorker = threadFile(import.meta.url, 'svg-worker');
const slowMs = 10_000;

async function assertPixels(source: ByteSource): Promise<void> {
  const head = await bytesOf(source, 0, pictureHeadBytes);
  // What cannot be read from its beginning, like a photo behind a long profile, says nothing of its size.
  const found = await sharp(head, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (found && found.width * found.height > mostPicturePixels) throw new Unsafe(fileErrors.file_pixels);
}
