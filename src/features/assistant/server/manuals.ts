import { sql } from 'kysely';
import { getResource } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { isAppError } from '#platform/shared/errors.ts';
import type { DocumentProblem } from './document-worker.ts';
import { oneAtATime, readBytes, runReading } from './documents.ts';
import { insertPassages, manualsOf, noteManuals } from './guides.ts';

/* PDFs among the files of a resource: read by a job after publication, or when someone first builds from
   it. */

const maxTries = 2;
/** Lease of a reading: longer than any takes, so that an older one was abandoned. */
const givenUpMs = 5 * 60_000;

/** Queues the PDFs of a resource that was published or whose files have changed. */
export async function noteManualsOf(db: Db, resourceId: string): Promise<void> {
  try {
    const resource = await getResource(db, null, resourceId);
    await db.transaction().execute((trx) => noteManuals(trx, manualsOf(resource)));
  } catch (error) {
    // It is no longer public.
    if (!isAppError(error)) throw error;
  }
}

/** Reads the waiting manuals one at a time. */
export function createManualReading(deps: { db: Db; storage: BlobStore }): Job<unknown> {
  return oneAtATime(async () => {
    for (let next = await takeWaiting(deps.db); next; next = await takeWaiting(deps.db))
      await readManual(deps, next);
  });
}

type Waiting = { fileId: string; name: string; blobKey: string; size: number; tries: number };

/** Takes a manual that no other worker has, or whose lease has expired. */
async function takeWaiting(db: Db): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    update assistant_manual manual set tries = tries + 1, began_at = now(), state = 'reading'
    from resource_file file
    where file.id = manual.file_id and manual.file_id = (
      select file_id from assistant_manual
      where state = 'waiting' or (state = 'reading' and began_at < now() - make_interval(secs => ${givenUpMs / 1000}))
      order by file_id limit 1 for update skip locked)
    returning file.id as "fileId", file.name, file.blob_key as "blobKey", file.size, tries`.execute(db);
  return rows[0] ?? null;
}

async function readManual(
  { db, storage }: { db: Db; storage: BlobStore },
  { fileId, name, blobKey, size, tries }: Waiting,
): Promise<void> {
  const finish = (trx: Db, problem: DocumentProblem | null) =>
    trx
      .updateTable('assistantManual')
      .set({ state: problem === null ? 'ready' : 'refused', problem })
      .where('fileId', '=', fileId)
      .returning('fileId')
      .executeTakeFirst();
  if (tries > maxTries) {
    await finish(db, 'failed');
    return;
  }
  const read = await runReading(
    { files: [{ name, bytes: await readBytes(storage, blobKey, size) }], manual: fileId },
    async () => {},
  );
  await db.transaction().execute(async (trx) => {
    const isThere = await finish(trx, 'problem' in read ? read.problem : null);
    if (!isThere || 'problem' in read) return;
    await trx
      .deleteFrom('assistantPassage')
      .where('fileId', '=', fileId)
      .where('guideId', 'is', null)
      .execute();
    await insertPassages(trx, {}, read.passages);
  });
}
