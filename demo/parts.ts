import type { Db, Trx } from '#platform/server/db.ts';

/** Parts of the demo that exist or have been started: an interrupted part is not started again. */
export async function findParts(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('demoPart').select('part').execute();
  return new Set(rows.map(({ part }) => part));
}

/** Records a part in the transaction that writes it; false if it exists already. */
export async function claimPart(trx: Trx | Db, part: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('demoPart')
    .values({ part })
    .onConflict((conflict) => conflict.doNothing())
    .returning('part')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Tells whether parts of the demo are still to be written: only an empty marketplace gets a demo. */
export async function isDemoDue(db: Db): Promise<boolean> {
  const parts = await findParts(db);
  return !parts.has('finished') && (parts.has('content') || (await isEmpty(db)));
}

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('resource').select('id').limit(1).executeTakeFirst()) === undefined;
}
