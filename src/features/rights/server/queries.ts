import type { Db } from '#platform/server/db.ts';
import type { DataExport } from '../contract.ts';
import { exportState } from '../rules.ts';

/** Returns a person's latest export, if it is pending or available. */
export async function findExport(db: Db, personId: string, now: Date) {
  const row = await db
    .selectFrom('dataExport')
    .selectAll()
    .where('personId', '=', personId)
    .executeTakeFirst();
  const state = row && exportState(row, now);
  return row && state ? { ...row, state } : null;
}

export async function getExportState(db: Db, personId: string, now: Date): Promise<DataExport> {
  const found = await findExport(db, personId, now);
  return {
    state: found?.state ?? 'none',
    requestedAt: found?.requestedAt.toISOString() ?? null,
    expiresAt: found?.expiresAt?.toISOString() ?? null,
    size: found?.size ?? null,
  };
}
