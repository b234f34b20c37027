import type { Db } from '#platform/server/db.ts';
import type { ArchiveRecord, Leaver } from '#platform/server/personal-data.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { keptUntil } from '../rules.ts';

/** Purpose under which the vault seals the archive. */
export const sealedArchive = 'legal archive';

/** Archives what the law requires to be kept, sealed with the data key and not searchable by person. */
export async function archive(
  trx: Db,
  vault: Vault,
  leaver: Leaver,
  records: readonly ArchiveRecord[],
  now: Date,
): Promise<void> {
  const rows = records
    .map(({ kind, at, record }) => ({
      kind,
      sealed: vault.seal(sealedArchive, JSON.stringify({ person: leaver, at, record })),
      archivedAt: now,
      keptUntil: keptUntil(kind, at),
    }))
    .filter((row) => row.keptUntil > now);
  if (rows.length > 0) await trx.insertInto('legalArchive').values(rows).execute();
}

export async function forgetArchive(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('legalArchive').where('keptUntil', '<=', now).execute();
}
