import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { Job } from '#platform/server/jobs.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { rotateKeys, type Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { forgetArchive, sealedArchive } from './archive.ts';
import { eraseDue, erasePerson, forgetExports, makeExport } from './commands.ts';
import { sealedExportKey } from './export-file.ts';

export function rightsJobs(deps: {
  db: Db;
  storage: BlobStore;
  vault: Vault;
  rooms: readonly PersonalData[];
}) {
  const { db, rooms, storage, vault } = deps;
  const make: Job<{ id: string }> = ({ id }) => makeExport(deps, id, currentTime());
  const removeBlobs: Job<{ keys: string[] }> = async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  };
  const findDue: Job<unknown> = () => eraseDue(db, currentTime());
  const erase: Job<{ personId: string }> = ({ personId }) => erasePerson(deps, personId, currentTime());
  const eraseOutside: Job<{ personId: string }> = async ({ personId }) => {
    for (const room of rooms) await room.eraseOutside?.(personId);
  };
  const forget: Job<unknown> = async () => {
    await forgetExports(deps, currentTime());
    await forgetArchive(db, currentTime());
  };
  const sealOld: Job<unknown> = async () => {
    await rotateKeys(db, vault, {
      table: 'legal_archive',
      id: 'id',
      column: 'sealed',
      purpose: sealedArchive,
    });
    await rotateKeys(db, vault, {
      table: 'data_export',
      id: 'id',
      column: 'sealed_key',
      purpose: sealedExportKey,
    });
  };
  return {
    'rights.make_export': make,
    'rights.remove_blobs': removeBlobs,
    'rights.erase_due': findDue,
    'rights.erase': erase,
    'rights.erase_outside': eraseOutside,
    'rights.forget': forget,
    'rights.seal_anew': sealOld,
  };
}
