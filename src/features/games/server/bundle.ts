import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { BlobStore } from '#platform/server/storage.ts';

/** What a bundle may hold: honest games need less, bombs more. */
const mostEntries = 3000;
const mostEntryBytes = 100 * 1024 * 1024;
const mostBytes = 500 * 1024 * 1024;
/** Beyond this many times smaller, and beyond a megabyte, nothing was packed in good faith. */
const mostRatio = 200;
const smallBytes = 1024 * 1024;

/** A ZIP's files by their names relative to the folder of its topmost index.html, read where the ZIP lies. */
export type Bundle = { find(name: string): Entry | undefined; open(entry: Entry): Promise<Readable> };

/** Nothing is unpacked to a disk: the ZIP itself is the store, and what is asked for is inflated as it is sent. */
class BlobReader extends RandomAccessReader {
  readonly #storage: BlobStore;
  readonly #key: string;

  constructor(storage: BlobStore, key: string) {
    super();
    this.#storage = storage;
    this.#key = key;
  }

  // The name is yauzl's.
  // oxlint-disable-next-line no-underscore-dangle
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#storage.read(this.#key, { start, end: end - 1 });
  }
}

/** Null for what is no ZIP, holds no index.html, or holds more than a game would. */
export async function readBundle(storage: BlobStore, key: string, size: number): Promise<Bundle | null> {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromRandomAccessReaderPromise(new BlobReader(storage, key), size, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    });
    if (zip.entryCount > mostEntries) return null;
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize, compressionMethod, generalPurposeBitFlag } = entry;
      if (fileName.endsWith('/')) continue;
      bytes += uncompressedSize;
      const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * mostRatio;
      const isEncrypted = (generalPurposeBitFlag & 1) === 1;
      if (isBomb || isEncrypted || uncompressedSize > mostEntryBytes || bytes > mostBytes) return null;
      if (compressionMethod !== 0 && compressionMethod !== 8) return null;
      entries.set(fileName, entry);
    }
  } catch {
    // Broken, or with names that lead out of it.
    return null;
  }
  const index = [...entries.keys()]
    .filter((name) => posix.basename(name) === 'index.html')
    .toSorted((a, b) => a.split('/').length - b.split('/').length)[0];
  if (index === undefined) return null;
  const folder = index.slice(0, -'index.html'.length);
  return {
    find: (name) => entries.get(folder + name),
    open: (entry) => zip.openReadStreamPromise(entry),
  };
}
