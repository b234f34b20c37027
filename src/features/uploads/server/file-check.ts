import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { BlobStore } from '#platform/server/storage.ts';
import { runThread, threadFile } from '#platform/server/threads.ts';
import { refused, type ErrorKind } from '#platform/shared/errors.ts';
import { looksLikeText } from '#platform/shared/models/stl.ts';
import { maxPicturePixels } from '#platform/shared/pictures.ts';
import { safeFileName } from '#platform/shared/file-name.ts';
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

/** Number of bytes that the content check needs. */
export const headBytes = 4100;

/** Maximum size of an SVG, which is parsed completely. */
const svgBytes = 5 * 1024 * 1024;

/** Number of bytes with a picture's width and height. */
const pictureHeadBytes = 256 * 1024;

/** Maximum distance of a ZIP's end record from its end: the record and the longest comment. */
const zipEndBytes = 22 + 65_535;

/** Returns the name under which a file is stored, or throws why it is refused. */
export function assertFileName(sent: string, field: string): string {
  if (!isPlainFileName(sent)) throw refused(fileErrors.file_name, field);
  const name = safeFileName(sent);
  if (mediaTypeOf(name) === null) throw refused(fileErrors.file_type, field);
  if (hasDeceivingExtension(name)) throw refused(fileErrors.file_double_extension, field);
  return name;
}

/** Checks the first bytes; {@link assertHarmless} checks the whole file. */
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
 * Checks the whole file: throws what is wrong with it, at its field, or `overloaded` if there was no time. Memory
 * stays bounded for any content.
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

/** Refuses a file of two formats at once, which other programs may open as something else. */
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

/** A binary STL declares its number of triangles, 50 bytes each; all others are text. */
function assertStl(head: Buffer, size: number): void {
  const isBinary = size >= 84 && size === 84 + 50 * head.readUInt32LE(80);
  const isWritten = contentFits('a.obj', head, null) && looksLikeText(head);
  if (!isBinary && !isWritten) throw new Unsafe(fileErrors.stl_header);
}

async function assertSvg(source: ByteSource, ownerId: string): Promise<void> {
  if (source.size > svgBytes) throw new Unsafe(fileErrors.svg_complex);
  const task: SvgTask = { bytes: new Uint8Array(await bytesOf(source, 0, svgBytes)) };
  const verdict = await runThread<SvgVerdict>(svgWorker, task, {
    key: ownerId,
    maxMs: slowMs,
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
  // If the beginning has no size, such as with a long profile before a photo, it is not checked.
  const found = await sharp(head, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (found && found.width * found.height > maxPicturePixels) throw new Unsafe(fileErrors.file_pixels);
}
