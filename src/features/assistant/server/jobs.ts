import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { forgetOld } from './commands.ts';
import { createReading } from './documents.ts';

export function assistantJobs(deps: { db: Db; storage: BlobStore }) {
  const forget: Job<unknown> = () => forgetOld(deps.db, new Date());
  return { 'assistant.forget': forget, 'assistant.read_documents': createReading(deps) };
}
