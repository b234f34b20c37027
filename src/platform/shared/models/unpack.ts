import { listZip, unpackEntry, ZipError } from '../zip.ts';
import { ModelError, modelLimits } from './mesh.ts';

const maxEntries = 2000;

/** Unpacks the files of a model's ZIP that are `wanted`, by their paths in lower case and without a leading slash. */
export function unpack(bytes: Uint8Array, wanted: (path: string) => boolean): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let unpacked = 0;
  try {
    for (const entry of listZip(bytes, maxEntries)) {
      const path = plainPath(entry.name);
      if (!wanted(path)) continue;
      unpacked += entry.size;
      if (unpacked > modelLimits.bytes) throw new ModelError('bomb');
      files.set(path, unpackEntry(bytes, entry));
    }
  } catch (error) {
    if (error instanceof ZipError) throw new ModelError(error.problem === 'bomb' ? 'bomb' : 'malformed');
    throw error;
  }
  return files;
}

export function plainPath(path: string): string {
  return path.replace(/^\/+/, '').toLowerCase();
}
