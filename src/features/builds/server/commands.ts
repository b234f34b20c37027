import { findDesign } from '#features/resources/server/public.ts';
import type { Trx } from '#platform/server/db.ts';
import { uuidv7 } from '#platform/server/ids.ts';

export type NewBuild = {
  /** The order or the make by which it is known. */
  source: { kind: 'order' | 'make'; id: string };
  /** Null for a thing that was made from a file of the buyer's own. */
  resourceId: string | null;
  fileHashes: readonly string[];
  makerId: string;
  /** The person who it was made for; null for one's own. */
  forId: string | null;
  serviceId?: string | null;
  machine?: { id: string | null; name: string } | null;
  material: string;
  settings: string;
  worked: boolean;
  builtAt: Date;
};

/**
 * Notes a verified build; of the same source and resource again, the last word counts. Rooms call it once there are photos:
 * an order when it is completed, and a make that names its file.
 */
export async function recordBuild(trx: Trx, build: NewBuild): Promise<void> {
  const { source, resourceId, makerId, forId, serviceId = null, machine = null, builtAt } = build;
  const design = resourceId === null ? null : await findDesign(trx, null, resourceId, { isKnown: true });
  if (resourceId !== null && !design) return;
  const row = {
    fileHashes: [...build.fileHashes],
    makerId,
    forId,
    ownerId: design?.ownerId ?? null,
    serviceId,
    machineId: machine?.id ?? null,
    machine: machine?.name ?? '',
    material: build.material,
    settings: build.settings,
    worked: build.worked,
    builtAt,
  };
  await trx
    .insertInto('build')
    .values({ id: uuidv7(builtAt.getTime()), source: source.kind, sourceId: source.id, resourceId, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'sourceId', 'resourceId']).doUpdateSet(row))
    .execute();
}

/** Corrects whether the builds of an order or a make worked; its date and its people stay. */
export async function correctBuilds(
  trx: Trx,
  { kind, id }: NewBuild['source'],
  worked: boolean,
): Promise<void> {
  await trx
    .updateTable('build')
    .set({ worked })
    .where('source', '=', kind)
    .where('sourceId', '=', id)
    .execute();
}

/** Forgets the builds of an order or a make. */
export async function withdrawBuilds(trx: Trx, { kind, id }: NewBuild['source']): Promise<void> {
  await trx.deleteFrom('build').where('source', '=', kind).where('sourceId', '=', id).execute();
}
