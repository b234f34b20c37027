import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Store for the bytes of files. Keys are made by us: lower-case letters, digits, `-`, `.` and `/`. */
export type BlobStore = {
  /** Stores a stream atomically. */
  put(key: string, source: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /** Throws if there is no such blob. `end` is inclusive, as in HTTP. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Null if there is no such blob. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Lists every key below a prefix, for the cleanup of unreferenced blobs. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Lists every key, for backups, without unfinished blobs. */
  listAll(): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Throws if the store cannot be written. */
  check(): Promise<void>;
  /**
   * Appends bytes and returns the new state, which the caller stores. A repeated call with the same `unfinished`
   * overwrites the bytes that the first call appended. Only one writer at a time.
   */
  append(unfinished: UnfinishedBlob, bytes: Uint8Array): Promise<UnfinishedBlob>;
  /** Turns it into an ordinary blob under its key; does nothing if it is one already. */
  finish(unfinished: UnfinishedBlob): Promise<void>;
  /** Deletes the bytes received so far. */
  abandon(unfinished: UnfinishedBlob): Promise<void>;
};

/** A blob that is uploaded in pieces. `parts` is the store's own state, which the caller stores. */
export type UnfinishedBlob = { key: string; size: number; parts: UnfinishedParts };
export type UnfinishedParts = { uploadId?: string; etags?: string[]; tail?: number };

/** Returns the key under which a folder stores the unfinished blob of `key`. */
export function unfinishedKey(key: string): string {
  return `unfinished/${key.replaceAll('/', '.')}`;
}

/** Minimum space for the store to count as writable. */
const probeBytes = 64 * 1024;

const keyPattern = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

export function assertBlobKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error(`not a blob key: ${key}`);
}

export function folderBlobStore(folder: string): BlobStore {
  function pathOf(key: string): string {
    assertBlobKey(key);
    return join(folder, key);
  }
  async function* listBelow(root: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const name of names.filter((each) => each.isFile())) {
      const path = join(name.parentPath, name.name);
      // Others add and remove files meanwhile: skip missing ones.
      const found = await stat(path).catch(() => null);
      if (found) yield { key: path.slice(folder.length + 1), modifiedAt: found.mtime };
    }
  }
  return {
    async put(key, source) {
      const path = pathOf(key);
      const unfinished = join(folder, 'unfinished', randomUUID());
      await mkdir(dirname(unfinished), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      const hash = createHash('sha256');
      let size = 0;
      try {
        const measure = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            hash.update(chunk);
            size += chunk.length;
            done(null, chunk);
          },
        });
        const sink = createWriteStream(unfinished, { flags: 'wx', flush: true });
        if (source instanceof Uint8Array) {
          measure.end(source);
          await pipeline(measure, sink);
        } else {
          await pipeline(source, measure, sink);
        }
        await rename(unfinished, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { size, sha256: hash.digest('hex') };
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    list: (prefix) => listBelow(pathOf(prefix)),
    async *listAll() {
      for await (const found of listBelow(folder)) if (!found.key.startsWith('unfinished/')) yield found;
    },
    async check() {
      const probe = join(folder, 'unfinished', `check-${randomUUID()}`);
      await mkdir(dirname(probe), { recursive: true });
      try {
        // A few bytes, because an empty file can be created on a full disk.
        await writeFile(probe, Buffer.alloc(probeBytes), { flush: true });
      } finally {
        await rm(probe, { force: true });
      }
    },
    async append({ key, size, parts }, bytes) {
      const path = pathOf(unfinishedKey(key));
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, size === 0 ? 'w' : 'r+');
      try {
        for (let written = 0; written < bytes.length;) {
          const more = await file.write(bytes, written, bytes.length - written, size + written);
          written += more.bytesWritten;
        }
        await file.datasync();
      } finally {
        await file.close();
      }
      return { key, size: size + bytes.length, parts };
    },
    async finish({ key, size }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      try {
        await truncate(pathOf(unfinishedKey(key)), size);
        await rename(pathOf(unfinishedKey(key)), path);
      } catch (error) {
        const isThere = (await stat(path).catch(() => null))?.size === size;
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !isThere) throw error;
      }
      await syncFolder(dirname(path));
    },
    async abandon({ key }) {
      await rm(pathOf(unfinishedKey(key)), { force: true });
    },
  };
}

/** Syncs the folder, because a rename must survive a power cut before a database row refers to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Tells whether an error means that the bytes do not exist, on a disk or in a bucket. */
export function isGone(error: unknown): boolean {
  const { code, name, $metadata } = error as {
    code?: string;
    name?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return (
    code === 'ENOENT' ||
    $metadata?.httpStatusCode === 404 ||
    ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(name ?? '')
  );
}
