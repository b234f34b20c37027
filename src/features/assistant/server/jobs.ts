import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { forgetOld } from './commands.ts';
import { createReading } from './documents.ts';
import { createManualReading, noteManualsOf } from './manuals.ts';

export function assistantJobs(deps: { db: Db; storage: BlobStore }) {
  const forget: Job<unknown> = () => forgetOld(deps.db, currentTime());
  const note: Job<string[]> = async (ids) => {
    for (const id of ids) await noteManualsOf(deps.db, id);
  };
  return {
    'assistant.forget': forget,
    'assistant.read_documents': createReading(deps),
    'assistant.read_manuals': createManualReading(deps),
    'resources.files_published': note,
  };
}
