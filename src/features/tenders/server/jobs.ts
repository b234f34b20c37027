import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import { sealAnew, type Vault } from '#platform/server/sealed.ts';
import { cancelAbandonedTender } from './commands.ts';
import { bringUpToDate, listAbandoned, listDue, sealedBid } from './opening.ts';

/** Files of tenders that came to nothing are kept this long after those have ended. */
const keptDays = 90;

export function tendersJobs({ db, vault }: { db: Db; vault: Vault }) {
  const mindDeadlines: Job<unknown> = async () => {
    const failures: unknown[] = [];
    // One that cannot be opened must not keep the others closed.
    for (const id of await listDue(db))
      await bringUpToDate(db, vault, id).catch((error: unknown) => failures.push(error));
    for (const id of await listAbandoned(db)) {
      const cancelling = db.transaction().execute((trx) => cancelAbandonedTender(trx, vault, id));
      await cancelling.catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'tenders could not be brought up to date');
  };
  /** The sweep of kept files takes the bytes when nothing else refers to them. */
  const forgetFiles: Job<unknown> = async () => {
    await sql`delete from tender_file f using tender t where t.id = f.tender_id
      and t.ended_at < now() - ${keptDays} * interval '1 day'`.execute(db);
  };
  const sealOld: Job<unknown> = () =>
    sealAnew(db, vault, { table: 'tender_bid', id: 'id', column: 'sealed', purpose: sealedBid });
  return {
    'tenders.mind_deadlines': mindDeadlines,
    'tenders.forget_files': forgetFiles,
    'tenders.seal_anew': sealOld,
  };
}
