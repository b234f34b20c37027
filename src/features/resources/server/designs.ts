import type { Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import { canSee } from '../access.ts';
import type { Part, ResourceDetail } from '../contract.ts';
import type { Actor } from './commands.ts';
import { findVisible } from './queries.ts';

/** Facts about a resource that decide who can make it. */
export type Design = {
  id: string;
  title: string;
  license: string;
  ownerId: string;
  /** True if its owner has made it; false if they published it for somebody else. */
  isByOwner: boolean;
  /** Latest version. */
  version: number;
};

/**
 * Returns the design of a visible resource; null for others. `isKnown` finds hidden ones too, for somebody who had its
 * files quoted before: what a licence gave is not taken back.
 */
export async function findDesign(
  db: Db,
  actor: Actor,
  id: string,
  { isKnown = false } = {},
): Promise<Design | null> {
  const row = isUuid(id)
    ? await db
        .selectFrom('resource')
        .innerJoin('person', 'person.id', 'resource.ownerId')
        .select(['resource.id', 'title', 'license', 'ownerId', 'state', 'author', 'sourceSite'])
        .select('person.name as ownerName')
        .select((select) =>
          select
            .selectFrom('resourceVersion')
            .select(({ fn }) => fn.max('number').as('number'))
            .whereRef('resourceVersion.resourceId', '=', 'resource.id')
            .as('version'),
        )
        .where('resource.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row || !(isKnown || canSee(actor, row))) return null;
  const { title, license, ownerId, author, ownerName, sourceSite, version } = row;
  const isByOwner = (author === '' || author === ownerName) && sourceSite === '';
  return { id: row.id, title, license, ownerId, isByOwner, version: version ?? 1 };
}

/** Returns the newest version of a design that has one of these files, by their SHA-256; its latest if none has. */
export async function versionOfFiles(
  db: Db,
  { id, version }: Design,
  hashes: readonly string[],
): Promise<number> {
  const found = await db
    .selectFrom('resourceFile as file')
    .innerJoin('resourceVersion as version', 'version.id', 'file.versionId')
    .select(({ fn }) => fn.max('version.number').as('number'))
    .where('file.resourceId', '=', id)
    .where('file.sha256', 'in', [...hashes])
    .executeTakeFirst();
  return found?.number ?? version;
}

/** Returns the numbers of the versions of a resource. */
export async function listVersions(db: Db, resourceId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('resourceVersion')
    .select('number')
    .where('resourceId', '=', resourceId)
    .execute();
  return rows.map(({ number }) => number);
}

/** Returns the bill of materials of a visible resource, and when its author last stated it. */
export async function getBillOfMaterials(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; parts: Part[]; statedAt: Date }> {
  const { title, details, updatedAt } = await findVisible(db, actor, id);
  const { billOfMaterials = [] } = details as ResourceDetail['details'];
  return { title, parts: billOfMaterials, statedAt: updatedAt };
}
