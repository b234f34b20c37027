import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { nameEntries } from '#platform/server/zip-entries.ts';
import type { BlobStore } from '#platform/server/storage.ts';

/** Limits of a bundle; real games need less, ZIP bombs more. */
const maxEntries = 3000;
const maxEntryBytes = 100 * 1024 * 1024;
const maxBytes = 500 * 1024 * 1024;
/** Maximum compression ratio above one megabyte; nothing legitimate compresses better. */
const maxRatio = 200;
const smallBytes = 1024 * 1024;

/** Files of a ZIP by their names relative to the folder of the topmost index.html, read from the stored ZIP. */
export type Bundle = { find(name: string): Entry | undefined; open(entry: Entry): Promise<Readable> };

/** Reads from the stored ZIP, so that nothing is unpacked to a disk; files are inflated as they are sent. */
class BlobReader extends RandomAccessReader {
  readonly #storage: BlobStore;
  readonly #key: string;

  constructor(storage: BlobStore, key: string) {
    super();
    this.#storage = storage;
    this.#key = key;
  }

  // yauzl defines the name.
  // oxlint-disable-next-line no-underscore-dangle
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#storage.read(this.#key, { start, end: end - 1 });
  }
}

/** Opens a bundle; null if it is no ZIP, has no index.html, or exceeds the limits. */
export async function readBundle(storage: BlobStore, key: string, size: number): Promise<Bundle | null> {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromRandomAccessReaderPromise(new BlobReader(storage, key), size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    if (zip.entryCount > maxEntries) return null;
    let bytes = 0;
    const listed: Entry[] = [];
    for await (const entry of zip.eachEntry()) listed.push(entry);
    for (const { name, entry } of nameEntries(listed)) {
      const { compressedSize, uncompressedSize, compressionMethod, generalPurposeBitFlag } = entry;
      if (name.endsWith('/')) continue;
      bytes += uncompressedSize;
      const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio;
      const isEncrypted = (generalPurposeBitFlag & 1) === 1;
      if (isBomb || isEncrypted || uncompressedSize > maxEntryBytes || bytes > maxBytes) return null;
      if (compressionMethod !== 0 && compressionMethod !== 8) return null;
      entries.set(name, entry);
    }
  } catch {
    // The ZIP is broken, or has names that lead out of it.
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
