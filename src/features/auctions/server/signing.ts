import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Signer } from '#platform/server/signing.ts';
import { signedText } from '../log.ts';
import { closedStates } from '../states.ts';

/**
 * Signs the closing row of a log and all later rows. Safe to run in several processes: each row is signed
 * once.
 */
export async function signLog(db: Db, signer: Signer, id: string): Promise<void> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`
    select seq, hash from auction_entry entry
    where auction_id = ${id} and seq >= (select min(seq) from auction_entry where auction_id = ${id} and kind = 'end')
      and not exists (select from auction_signature signed where signed.auction_id = entry.auction_id and signed.seq = entry.seq)
    order by seq`.execute(db);
  for (const { seq, hash } of rows) {
    const signature = signer.sign(signedText(id, seq, hash.toString('hex')));
    await sql`insert into auction_signature (auction_id, seq, key_id, signature, signed_at)
      values (${id}, ${seq}, ${signer.key}, ${signature}, clock_timestamp()) on conflict do nothing`.execute(
      db,
    );
  }
  // Include signatures of a process that died before it reached this line.
  await sql`update auction set signed_hash = log_hash where id = ${id} and exists (
    select from auction_signature where auction_id = ${id} and seq = auction.entry_count)`.execute(db);
}

/** Signs the rows that were added to closed logs. */
export async function signLogs({ db, signer }: { db: Db; signer: Signer }): Promise<void> {
  const states = sql.join(closedStates.map((state) => sql.lit(state)));
  const { rows } = await sql<{ id: string }>`select id from auction
    where log_version = 2 and state in (${states}) and signed_hash is distinct from log_hash order by id limit 100`.execute(
    db,
  );
  for (const { id } of rows) await signLog(db, signer, id);
}
