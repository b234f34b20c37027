import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { rotateKeys, type Vault } from '#platform/server/sealed.ts';
import { cancelAbandonedTender } from './commands.ts';
import { bringUpToDate, listAbandoned, listDue, sealedBid } from './opening.ts';

/** Days for which files are kept after a tender has ended without an order. */
const keptDays = 90;

export function tendersJobs({ db, vault }: { db: Db; vault: Vault }) {
  const processDeadlines: Job<unknown> = async () => {
    const failures: unknown[] = [];
    // A failure to open one tender must not keep the others from closing.
    for (const id of await listDue(db))
      await bringUpToDate(db, vault, id).catch((error: unknown) => failures.push(error));
    for (const id of await listAbandoned(db)) {
      const cancelling = db.transaction().execute((trx) => cancelAbandonedTender(trx, vault, id));
      await cancelling.catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'tenders could not be brought up to date');
  };
  /** Deletes the references; the sweep of kept files deletes bytes without references. */
  const forgetFiles: Job<unknown> = async () => {
    await sql`delete from tender_file f using tender t where t.id = f.tender_id
      and t.ended_at < now() - ${keptDays} * interval '1 day'`.execute(db);
  };
  const sealOld: Job<unknown> = () =>
    rotateKeys(db, vault, { table: 'tender_bid', id: 'id', column: 'sealed', purpose: sealedBid });
  return {
    'tenders.mind_deadlines': processDeadlines,
    'tenders.forget_files': forgetFiles,
    'tenders.seal_anew': sealOld,
  };
}
