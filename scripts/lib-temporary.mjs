import { existsSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Puts temporary files of this process and its children into memory, if the system has enough. The databases of test
 * files are thousands of small files that are created and deleted: on a disk a test server takes twice as long to
 * start. An existing `TMPDIR` is kept.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) >= neededBytes) process.env.TMPDIR = memory;
}
