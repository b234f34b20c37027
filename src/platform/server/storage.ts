import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where the bytes of files live. Keys are made by us: lower-case letters, digits, `-`, `.` and `/`. */
export type BlobStore = {
  /** Stores a stream, whole or not at all. */
  put(key: string, source: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /** Throws when there is none. `end` is inclusive, as in HTTP. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Null when there is none. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Every key below a prefix, for the sweep of what nobody refers to any more. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Throws when the store cannot be written. */
  check(): Promise<void>;
};

const keyPattern = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

export function folderBlobStore(folder: string): BlobStore {
  function pathOf(key: string): string {
    if (!keyPattern.test(key)) throw new Error(`not a blob key: ${key}`);
    return join(folder, key);
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
        // The rename itself must survive a power cut before a database row points at it.
        const parent = await open(dirname(path), 'r');
        await parent.sync().finally(() => parent.close());
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
    async *list(prefix) {
      const root = pathOf(prefix);
      const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const name of names.filter((each) => each.isFile())) {
        const path = join(name.parentPath, name.name);
        // Others add and remove meanwhile: what is gone by now is not there.
        const found = await stat(path).catch(() => null);
        if (found) yield { key: path.slice(folder.length + 1), modifiedAt: found.mtime };
      }
    },
    async check() {
      const probe = join(folder, 'unfinished', `check-${randomUUID()}`);
      await mkdir(dirname(probe), { recursive: true });
      const file = await open(probe, 'w');
      await file.close();
      await rm(probe, { force: true });
    },
  };
}
