import { findMeasuredFile, wroteNothing } from '#features/resources/server/public.ts';
import {
  copyFile,
  keepFile,
  keepUploads,
  type IncomingFile,
  type KeptRow,
} from '#features/uploads/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError, refused } from '#platform/shared/errors.ts';
import { quotesErrors, type FileInput } from '../contract.ts';
import { requestLimits } from '../negotiation.ts';

type Person = { id: string; isAdmin: boolean };

/**
 * Turns files that somebody hands over into kept files: finished uploads, and copies of files of resources that they
 * may see. Bytes are copied before `act`, whose transaction keeps all of them in order; copies that it does not keep
 * are removed. Other ids are looked up among kept files. Throws at the file's own field.
 */
export async function handOver<Answer>(
  { db, storage }: { db: Db; storage: BlobStore },
  person: Person,
  files: readonly Partial<FileInput>[],
  now: Date,
  act: (keep: (trx: Trx) => Promise<KeptRow[]>) => Promise<Answer>,
): Promise<Answer> {
  const copies = new Map<number, IncomingFile>();
  let isKept = false;
  const removeCopies = () => Promise.all([...copies.values()].map(({ blobKey }) => storage.remove(blobKey)));

  async function keep(trx: Trx): Promise<KeptRow[]> {
    const kept: KeptRow[] = [];
    for (const [index, { uploadId }] of files.entries()) {
      const copy = copies.get(index);
      if (copy) kept.push(await keepFile(trx, person, copy, now));
      else if (uploadId !== undefined)
        kept.push(...(await keepUpload(trx, person, uploadId, `files[${index}].uploadId`, now)));
    }
    isKept = true;
    return kept;
  }

  try {
    await copyAll();
    const answer = await act(keep);
    // A replayed response did not use these copies.
    if (!isKept) await removeCopies();
    return answer;
  } catch (error) {
    if (!isKept || wroteNothing(error)) await removeCopies();
    throw error;
  }

  async function copyAll(): Promise<void> {
    let bytes = 0;
    for (const [index, { resourceFileId }] of files.entries()) {
      if (resourceFileId === undefined) continue;
      const source = await getResourceFile(db, person, resourceFileId, `files[${index}].resourceFileId`);
      bytes += source.size;
      if (bytes > requestLimits.copiedBytes)
        throw refused(quotesErrors.files_too_large, `files[${index}].resourceFileId`);
      copies.set(index, await copyFile(storage, source, now));
    }
  }
}

async function keepUpload(trx: Trx, person: Person, id: string, field: string, now: Date) {
  try {
    return await keepUploads(trx, person, [id], now);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new AppError(error.kind, { fields: { [field]: error.kind.words } });
  }
}

async function getResourceFile(db: Db, person: Person, id: string, field: string) {
  const file = isUuid(id) ? await findMeasuredFile(db, person, id) : null;
  if (!file) throw refused(quotesErrors.file_not_found, field);
  return file;
}
