import { sql } from 'kysely';
import { measureBlob } from '#features/resources/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { currentTime } from '#platform/server/clock.ts';
import { expireOne, remindOne } from './expiring.ts';
import { tellOfService } from './wishes.ts';

/** Longer time limit, because nobody waits, and a busy machine does not make a file unreadable. */
const slowMs = 60_000;
/** Days for which bytes are kept after a quote has expired or was closed without an order. */
const keptDays = 90;

export function quotesJobs({ db, storage }: { db: Db; storage: BlobStore }) {
  const processNegotiations: Job<unknown> = async () => {
    // Expire first, so that nobody is reminded of a deadline that passed while no jobs ran.
    while (await expireOne(db));
    while (await remindOne(db));
  };
  const measureFiles: Job<{ requestId: string }> = ({ requestId }) => measure({ db, storage }, requestId);
  /** Deletes the references; the sweep of kept files deletes bytes without references. */
  const forgetFiles: Job<unknown> = async () => {
    const before = sql`now() - ${keptDays} * interval '1 day'`;
    await sql`delete from quote_file f using quote q where q.id = f.quote_id and q.expires_at < ${before}
      and not exists (select from quote_order o where o.quote_id = q.id)`.execute(db);
    await sql`delete from quote_request_file f using quote_request r where r.id = f.request_id
      and r.closed_at < ${before}
      and not exists (select from quote_thread t where t.request_id = r.id and t.ordered_at is not null)`.execute(
      db,
    );
  };
  const tellOfOffered: Job<{ id: string }> = ({ id }) =>
    db.transaction().execute((trx) => tellOfService(trx, id, currentTime()));
  return {
    'services.offered': tellOfOffered,
    'quotes.mind_negotiations': processNegotiations,
    'quotes.measure_files': measureFiles,
    'quotes.forget_files': forgetFiles,
  };
}

/** Measures what shops want to know of a 3D model before opening it. */
async function measure({ db, storage }: { db: Db; storage: BlobStore }, requestId: string): Promise<void> {
  const files = await db
    .selectFrom('quoteRequestFile as file')
    .innerJoin('keptFile as kept', 'kept.id', 'file.keptFileId')
    .select(['kept.id', 'kept.name', 'kept.size', 'kept.blobKey'])
    .where('file.requestId', '=', requestId)
    .where('file.figures', 'is', null)
    .where('file.problem', 'is', null)
    .execute();
  for (const file of files) {
    const measured = await measureBlob(storage, file, { key: null, slowMs });
    if (measured === null) continue;
    await db
      .updateTable('quoteRequestFile')
      .set(
        'figures' in measured ? { figures: JSON.stringify(measured.figures) } : { problem: measured.problem },
      )
      .where('requestId', '=', requestId)
      .where('keptFileId', '=', file.id)
      .execute();
  }
}
