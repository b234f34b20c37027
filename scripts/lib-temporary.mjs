import { existsSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Has temporary files of this process and its children written to memory, where the system offers that and there is enough of it. The
 * databases of test files are thousands of small files that are made and removed again: on a disk a test server takes twice as
 * long to start. A `TMPDIR` that is set already stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory()) >= neededBytes) process.env.TMPDIR = memory;
}
