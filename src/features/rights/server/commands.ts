import { assertNotLastAdmin } from '#features/admin/server/public.ts';
import { endSessionsOf } from '#features/accounts/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { rightsErrors } from '../contract.ts';
import { addDays, exportDays, graceDays } from '../rules.ts';
import { archive } from './archive.ts';
import { newExportKey, writeExport } from './export-file.ts';
import { findExport } from './queries.ts';

/** Number of blob keys per job, which limits the payload. */
const keysOfAJob = 500;

/** Enqueued, because bytes are removed only after the rows are gone, and even if this process dies. */
async function removeBlobs(trx: Db, keys: readonly string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += keysOfAJob) {
    await enqueue(trx, 'rights.remove_blobs', { keys: keys.slice(first, first + keysOfAJob) });
  }
}

/** Requests an export, which replaces an earlier one; returns the pending one if there is one. */
export async function requestExport(
  deps: { db: Db; vault: Vault },
  personId: string,
  now: Date,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // The second of two concurrent requests waits and finds the first.
    await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
    if ((await findExport(trx, personId, now))?.state === 'preparing') return;
    const old = await trx
      .deleteFrom('dataExport')
      .where('personId', '=', personId)
      .returning('blobKey')
      .execute();
    await removeBlobs(
      trx,
      old.map(({ blobKey }) => blobKey),
    );
    const id = uuidv7(now.getTime());
    await trx
      .insertInto('dataExport')
      .values({
        id,
        personId,
        requestedAt: now,
        blobKey: `exports/${id}`,
        sealedKey: newExportKey(deps.vault),
      })
      .execute();
    await enqueue(trx, 'rights.make_export', { id });
    await enqueue(trx, 'accounts.alert', { personId, what: 'export_requested' });
  });
}

/** Makes the requested export, and notifies its owner. */
export async function makeExport(
  deps: { db: Db; storage: BlobStore; vault: Vault; rooms: readonly PersonalData[] },
  id: string,
  now: Date,
): Promise<void> {
  const { db, storage } = deps;
  const row = await db
    .selectFrom('dataExport')
    .select(['personId', 'blobKey', 'sealedKey'])
    .where('id', '=', id)
    .where('readyAt', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const size = await writeExport(deps, row.personId, row, now);
  const kept = await db.transaction().execute(async (trx) => {
    const ready = await trx
      .updateTable('dataExport')
      .set({ readyAt: now, expiresAt: addDays(now, exportDays), size })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (ready) await notify(trx, row.personId, { what: 'export_ready', path: '/my/privacy' }, now);
    return ready !== undefined;
  });
  // Another export was requested meanwhile, or the person has been erased.
  if (!kept) await storage.remove(row.blobKey);
}

/** Removes expired exports, and bytes left behind by a killed process. */
export async function forgetExports(deps: { db: Db; storage: BlobStore }, now: Date): Promise<void> {
  const { db, storage } = deps;
  const over = await db
    .selectFrom('dataExport')
    .select(['id', 'blobKey'])
    .where((where) =>
      where.or([where('expiresAt', '<=', now), where('requestedAt', '<', addDays(now, -exportDays - 1))]),
    )
    .execute();
  for (const { id, blobKey } of over) {
    await storage.remove(blobKey);
    await db.deleteFrom('dataExport').where('id', '=', id).execute();
  }
  for await (const { key, modifiedAt } of storage.list('exports')) {
    if (modifiedAt > addDays(now, -1)) continue;
    const row = await db.selectFrom('dataExport').select('id').where('blobKey', '=', key).executeTakeFirst();
    if (!row) await storage.remove(key);
  }
}

/**
 * Begins a withdrawal: hides public content, ends every session, and explains by mail how to take it back. Throws
 * `already_withdrawing`, `last_admin` or the obstacle of a room.
 */
export async function beginWithdrawal(
  deps: { db: Db; rooms: readonly PersonalData[] },
  personId: string,
  now: Date,
): Promise<Date> {
  const withdrawsAt = addDays(now, graceDays);
  await deps.db.transaction().execute(async (trx) => {
    await assertNotLastAdmin(trx, personId);
    for (const { assertMayLeave } of deps.rooms) await assertMayLeave?.(trx, personId);
    const begun = await trx
      .updateTable('person')
      .set({ withdrawsAt })
      .where('id', '=', personId)
      .where('withdrawsAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!begun) throw new AppError(rightsErrors.already_withdrawing);
    const concealed: Record<string, unknown> = {};
    for (const { room, conceal } of deps.rooms) {
      if (conceal) concealed[room] = await conceal(trx, personId);
    }
    await trx
      .insertInto('withdrawal')
      .values({ personId, requestedAt: now, concealed: JSON.stringify(concealed) })
      .execute();
    await endSessionsOf(trx, personId, { except: null });
    await enqueue(trx, 'accounts.alert', { personId, what: 'withdrawal_requested' });
  });
  return withdrawsAt;
}

/** Takes a withdrawal back and restores everything. Throws `not_withdrawing`. */
export async function takeBackWithdrawal(
  deps: { db: Db; rooms: readonly PersonalData[] },
  personId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const back = await trx
      .updateTable('person')
      .set({ withdrawsAt: null })
      .where('id', '=', personId)
      .where('withdrawsAt', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    const kept = await trx
      .deleteFrom('withdrawal')
      .where('personId', '=', personId)
      .returning('concealed')
      .executeTakeFirst();
    if (!back || !kept) throw new AppError(rightsErrors.not_withdrawing);
    for (const { room, reveal } of deps.rooms) {
      if (kept.concealed[room] !== undefined) await reveal?.(trx, personId, kept.concealed[room]);
    }
    await enqueue(trx, 'accounts.alert', { personId, what: 'withdrawal_taken_back' });
  });
}

/** Erases everybody whose grace period is over, in one job each, so that failures are isolated. */
export async function eraseDue(db: Db, now: Date): Promise<void> {
  const due = await db.selectFrom('person').select('id').where('withdrawsAt', '<=', now).execute();
  for (const { id } of due)
    await enqueue(db, 'rights.erase', { personId: id }, { key: `rights.erase ${id}` });
}

/** Erases a person from every room, archives what the law requires, and leaves a row without a name. */
export async function erasePerson(
  deps: { db: Db; vault: Vault; rooms: readonly PersonalData[] },
  personId: string,
  now: Date,
): Promise<void> {
  const { rooms, vault } = deps;
  await deps.db.transaction().execute(async (trx) => {
    const leaver = await trx
      .selectFrom('person')
      .select(['id', 'name', 'email', 'displayUsername as username'])
      .where('id', '=', personId)
      // They may have taken it back a moment ago.
      .where('withdrawsAt', '<=', now)
      .forUpdate()
      .executeTakeFirst();
    if (!leaver) return;
    for (const room of rooms) {
      await archive(trx, vault, leaver, (await room.archive?.(trx, leaver, now)) ?? [], now);
    }
    for (const room of rooms) await removeBlobs(trx, (await room.erase?.(trx, leaver, now)) ?? []);
    await enqueue(trx, 'rights.erase_outside', { personId });
  });
}
