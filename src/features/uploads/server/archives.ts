import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract as extractTar } from 'tar-stream';
import yauzl from 'yauzl';
import { nameEntries, type NamedEntry } from '#platform/server/zip-entries.ts';
import type { ErrorKind } from '#platform/shared/errors.ts';
import { fileErrors } from '../contract.ts';
import { extensionOf } from '../file-types.ts';

/** Bytes with random access. `end` is inclusive. */
export type ByteSource = { size: number; read(start: number, end: number): Readable };

/** Thrown for unsafe content; the caller adds the field. */
export class Unsafe extends Error {
  readonly kind: ErrorKind;
  constructor(kind: ErrorKind) {
    super(kind.code);
    this.kind = kind;
  }
}

const maxEntries = 10_000;
/** Maximum size of all names and comments, which may be 64 KB each and are held in memory together. */
const maxListedBytes = 8 * 1024 * 1024;
const maxInflatedBytes = 4 * 1024 * 1024 * 1024;
/**
 * Maximum compression ratio. Text reaches 10 : 1, the emptiest mesh 50 : 1; deflate can do no more than 1,032 : 1.
 */
const maxRatio = 100;
/** Size from which the ratio is checked. */
const ratioMattersBytes = 64 * 1024 * 1024;
/** Maximum size of a nested archive, which is held in memory while it is inspected. */
const maxNestedBytes = 32 * 1024 * 1024;
const longestTarName = 64 * 1024;

/** Limit of what one upload unpacks to, nested archives included. */
class Budget {
  private entries = 0;
  private listedBytes = 0;
  private bytes = 0;
  private readonly packedBytes: number;
  constructor(packedBytes: number) {
    this.packedBytes = packedBytes;
  }

  addEntry(listedBytes = 0): void {
    this.entries += 1;
    this.listedBytes += listedBytes;
    if (this.entries > maxEntries || this.listedBytes > maxListedBytes)
      throw new Unsafe(fileErrors.archive_entries);
  }
  addBytes(count: number): void {
    this.bytes += count;
    const tooEmpty = this.bytes > ratioMattersBytes && this.bytes > this.packedBytes * maxRatio;
    if (tooEmpty || this.bytes > maxInflatedBytes) throw new Unsafe(fileErrors.archive_bomb);
  }
}

/** Detects the kind of an archive by its first bytes. */
export function archiveKind(head: Uint8Array): 'zip' | 'gzip' | 'tar' | 'other' | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 300)).toString('latin1');
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'zip';
  if (text.startsWith('\x1F\x8B')) return 'gzip';
  if (text.slice(257, 262) === 'ustar') return 'tar';
  const closed = ['7z\xBC\xAF\x27\x1C', 'Rar!\x1A\x07', '\xFD7zXZ\0', 'BZh', '\x28\xB5\x2F\xFD'];
  return closed.some((signature) => text.startsWith(signature)) ? 'other' : null;
}

/**
 * Unpacks an archive without storing anything: throws {@link Unsafe} for bombs, paths that escape, too many entries,
 * archives nested three deep, and unreadable ones. Memory stays bounded.
 */
export async function inspectArchive(
  name: string,
  kind: 'zip' | 'gzip' | 'tar',
  source: ByteSource,
): Promise<void> {
  const budget = new Budget(source.size);
  if (kind === 'zip') return inspectZip(name, source, budget, 0);
  const packed = source.read(0, source.size - 1);
  const bytes = kind === 'gzip' ? packed.pipe(createGunzip()) : packed;
  packed.on('error', (error) => bytes.destroy(error));
  try {
    await inspectStream(bytes, budget);
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? new Unsafe(fileErrors.archive_broken) : error;
  } finally {
    bytes.destroy();
    packed.destroy();
  }
}

class SourceReader extends yauzl.RandomAccessReader {
  private readonly source: ByteSource;
  constructor(source: ByteSource) {
    super();
    this.source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return start === end ? Readable.from([]) : this.source.read(start, end - 1);
  }
}

function openZip(source: ByteSource): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(
      new SourceReader(source),
      source.size,
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
      (error, zip) => (error ? reject(error) : resolve(zip)),
    );
  });
}

/** yauzl identifies errors only by their messages. */
function zipError(error: unknown): unknown {
  if (error instanceof Unsafe) return error;
  const { message = '', code = '' } = error as { message?: string; code?: string };
  if (/relative path|absolute path|invalid characters in fileName/.test(message))
    return new Unsafe(fileErrors.archive_path);
  if (/too many bytes in the stream/.test(message)) return new Unsafe(fileErrors.archive_bomb);
  // An unavailable store is a server error.
  const isOurs = /^E[A-Z]+$/.test(code) || '$metadata' in (error as object);
  return isOurs ? error : new Unsafe(fileErrors.archive_broken);
}

async function inspectZip(name: string, source: ByteSource, budget: Budget, depth: number): Promise<void> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await openZip(source);
    const entries = await listEntries(zip, budget);
    assertApart(entries);
    const is3mf = extensionOf(name) === '3mf';
    if (is3mf && !entries.some((item) => item.name.toLowerCase().endsWith('.model')))
      throw new Unsafe(fileErrors.file_mismatch);
    for (const item of entries) await inspectEntry(zip, item, { is3mf, budget, depth });
  } catch (error) {
    throw zipError(error);
  } finally {
    zip?.close();
  }
}

/** Holds the list of the maximum number of files, so that it is read at once. */
const listBytes = 1024 * 1024;

export type ZipContents = {
  entries: { name: string; size: number }[];
  /** Returns the bytes of a file; null for an unknown name or a larger file. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  close(): void;
};

/** Opens a stored ZIP without unpacking it. Throws {@link Unsafe} for what inspecting it would refuse. */
export async function openZipContents(source: ByteSource): Promise<ZipContents> {
  let zip: yauzl.ZipFile | undefined;
  try {
    const opened = (zip = await openZip(await withList(source)));
    const found = new Map<string, yauzl.Entry>();
    for (const { name, entry } of await listEntries(zip, new Budget(source.size))) {
      if (!name.endsWith('/')) found.set(name, entry);
    }
    return {
      entries: Array.from(found, ([name, { uncompressedSize }]) => ({ name, size: uncompressedSize })),
      async read(name, maxBytes) {
        const entry = found.get(name);
        if (!entry || entry.uncompressedSize > maxBytes) return null;
        try {
          return await buffer(await opened.openReadStreamPromise(entry));
        } catch (error) {
          throw zipError(error);
        }
      },
      close: () => opened.close(),
    };
  } catch (error) {
    zip?.close();
    throw zipError(error);
  }
}

export type ArchiveEntry = { name: string; size: number };
/** Callback for an entry's bytes; null skips the entry. */
export type EntryVisit = (entry: ArchiveEntry) => ((bytes: Readable) => Promise<void>) | null;

/**
 * Visits the files of an archive in its own order, one at a time. The archive has to be inspected before, because
 * only names are checked here. Throws {@link Unsafe} for unreadable content.
 */
export async function walkArchive(
  kind: 'zip' | 'gzip' | 'tar',
  source: ByteSource,
  visit: EntryVisit,
): Promise<void> {
  if (kind === 'zip') return walkZip(source, visit);
  const packed = source.read(0, source.size - 1);
  const bytes = kind === 'gzip' ? packed.pipe(createGunzip()) : packed;
  packed.on('error', (error) => bytes.destroy(error));
  const tar = extractTar();
  bytes.on('error', (error) => tar.destroy(error));
  bytes.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header;
      const take = type === 'file' ? visit({ name: name.replace(/^\.\//, ''), size }) : null;
      // Drain what a visit leaves unread, or the next entry never comes.
      await take?.(Readable.from(entry as AsyncIterable<Buffer>));
      entry.resume();
    }
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? new Unsafe(fileErrors.archive_broken) : error;
  } finally {
    bytes.destroy();
    packed.destroy();
  }
}

async function walkZip(source: ByteSource, visit: EntryVisit): Promise<void> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await openZip(await withList(source));
    for (const { name, entry } of await listEntries(zip, new Budget(source.size))) {
      const take = name.endsWith('/') ? null : visit({ name, size: entry.uncompressedSize });
      await take?.(await zip.openReadStreamPromise(entry));
    }
  } catch (error) {
    throw zipError(error);
  } finally {
    zip?.close();
  }
}

async function withList(source: ByteSource): Promise<ByteSource> {
  const begin = Math.max(0, source.size - listBytes);
  const list = await buffer(source.read(begin, source.size - 1));
  return {
    size: source.size,
    read: (start, end) =>
      start < begin
        ? source.read(start, end)
        : Readable.from([list.subarray(start - begin, end - begin + 1)]),
  };
}

function listEntries(zip: yauzl.ZipFile, budget: Budget): Promise<NamedEntry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => {
      try {
        resolve(nameEntries(entries));
      } catch (error) {
        reject(error as Error);
      }
    });
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        budget.addEntry(entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength);
        if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Unsafe(fileErrors.archive_encrypted);
        if (![0, 8].includes(entry.compressionMethod)) throw new Unsafe(fileErrors.archive_broken);
        const unixType = (entry.externalFileAttributes >>> 16) & 0xf000;
        if (unixType === 0xa000) throw new Unsafe(fileErrors.archive_path);
        entries.push(entry);
        zip.readEntry();
      } catch (error) {
        reject(error as Error);
      }
    });
    zip.readEntry();
  });
}

/** Refuses entries that share bytes, with which a small file unpacks to any size with honest headers. */
function assertApart(entries: readonly NamedEntry[]): void {
  const inOrder = entries
    .map(({ entry }) => entry)
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1];
    const end = entry.relativeOffsetOfLocalHeader + 30 + entry.compressedSize;
    if (next && end > next.relativeOffsetOfLocalHeader) throw new Unsafe(fileErrors.archive_bomb);
  }
}

async function inspectEntry(
  zip: yauzl.ZipFile,
  { name, entry }: NamedEntry,
  { is3mf, budget, depth }: { is3mf: boolean; budget: Budget; depth: number },
): Promise<void> {
  if (name.endsWith('/')) return;
  const bytes = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
  const isXml = is3mf && /\.(model|rels|xml|config)$/i.test(name);
  let kind: ReturnType<typeof archiveKind> | undefined;
  const nested: Buffer[] = [];
  let seen = 0;
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      budget.addBytes(chunk.length);
      seen += chunk.length;
      if (kind === undefined) kind = archiveKind(chunk);
      if (kind !== null && kind !== 'zip') throw new Unsafe(fileErrors.archive_nested);
      if (kind === 'zip') {
        if (depth > 0 || seen > maxNestedBytes) throw new Unsafe(fileErrors.archive_nested);
        nested.push(chunk);
      }
      if (isXml) {
        // UTF-16 has a NUL byte next to each letter.
        const text = Buffer.from(Buffer.concat([tail, chunk]).filter((byte) => byte !== 0));
        if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
          throw new Unsafe(fileErrors.xml_entities);
        tail = text.subarray(-16);
      }
    }
  } finally {
    bytes.destroy();
  }
  if (kind === 'zip') {
    const whole = Buffer.concat(nested);
    const source = {
      size: whole.length,
      read: (start: number, end: number) => Readable.from([whole.subarray(start, end + 1)]),
    };
    await inspectZip(name, source, budget, depth + 1);
  }
}

/** Inspects a tar, or a single compressed file. */
async function inspectStream(bytes: Readable, budget: Budget): Promise<void> {
  const blocks = new Blocks(bytes, budget);
  const first = await blocks.take(512);
  const kind = archiveKind(first);
  if (kind !== null && kind !== 'tar') throw new Unsafe(fileErrors.archive_nested);
  if (kind === null) return blocks.skipRest();
  let longName: string | null = null;
  for (let header = first; header.length === 512; header = await blocks.take(512)) {
    if (header.every((byte) => byte === 0)) return blocks.skipRest();
    const size = tarNumber(header.subarray(124, 136));
    const type = String.fromCharCode(header[156] ?? 0);
    const padded = Math.ceil(size / 512) * 512;
    if (type === 'L' || type === 'K' || type === 'x' || type === 'g') {
      if (size > longestTarName) throw new Unsafe(fileErrors.archive_broken);
      const content = (await blocks.take(padded)).subarray(0, size).toString('utf8');
      if (type === 'L') longName = content.replace(/\0.*$/s, '');
      if (type === 'x') longName = /^\d+ path=(.*)$/m.exec(content)?.[1] ?? longName;
      continue;
    }
    // Links and devices refer to files outside of the archive.
    if (!['0', '\0', '5', '7'].includes(type)) throw new Unsafe(fileErrors.archive_path);
    budget.addEntry();
    assertInside(longName ?? `${textOf(header.subarray(345, 500))}/${textOf(header.subarray(0, 100))}`);
    longName = null;
    const head = await blocks.take(Math.min(padded, 512));
    if (size > 0 && archiveKind(head) !== null) throw new Unsafe(fileErrors.archive_nested);
    await blocks.skip(padded - head.length);
  }
  throw new Unsafe(fileErrors.archive_broken);
}

function textOf(field: Buffer): string {
  return field.toString('utf8').replace(/\0.*$/s, '');
}

function tarNumber(field: Buffer): number {
  const text = textOf(field).trim();
  if (!/^[0-7]*$/.test(text)) throw new Unsafe(fileErrors.archive_broken);
  return text === '' ? 0 : Number.parseInt(text, 8);
}

function assertInside(path: string): void {
  const plain = path.replace(/^\//, '').replaceAll('\\', '/');
  if (plain.startsWith('/') || /^[a-z]:/i.test(plain) || plain.split('/').includes('..'))
    throw new Unsafe(fileErrors.archive_path);
}

/** Reads a stream by numbers of bytes, within the budget. */
class Blocks {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private readonly budget: Budget;
  constructor(stream: Readable, budget: Budget) {
    this.budget = budget;
    this.chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** Returns the requested number of bytes, or fewer at the end. */
  async take(count: number): Promise<Buffer> {
    while (this.rest.length < count && (await this.more()));
    const taken = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(taken.length);
    return taken;
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      if (this.rest.length === 0 && !(await this.more())) throw new Unsafe(fileErrors.archive_broken);
      const skipped = Math.min(left, this.rest.length);
      this.rest = this.rest.subarray(skipped);
      left -= skipped;
    }
  }

  async skipRest(): Promise<void> {
    do this.rest = Buffer.alloc(0);
    while (await this.more());
  }

  private async more(): Promise<boolean> {
    const { done, value } = await this.chunks.next();
    if (done) return false;
    this.budget.addBytes(value.length);
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    return true;
  }
}
