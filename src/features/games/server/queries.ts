import { getDownloadSource, getResource, newestFirst } from '#features/resources/server/public.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import type { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { categoryHas } from '#platform/shared/category-rules.ts';
import { gamesErrors, type GameKind, type Saves } from '../contract.ts';
import { readBundle, type Bundle } from './bundle.ts';

export type Actor = { id: string; isAdmin: boolean } | null;
export type Bundles = CoalescingCache<Bundle | null>;
type Deps = { db: Db; storage: BlobStore; bundles: Bundles };

/** `source` of a game whose code is in the resource itself. */
export const codeSource = 'code';

/** Returns a resource that is a game, as this actor sees it; throws `resource_not_found` or `no_game`. */
export async function getGameResource(db: Db, actor: Actor, id: string): Promise<ResourceDetail> {
  const resource = await getResource(db, actor, id);
  if (!categoryHas(resource.category, 'game')) throw new AppError(gamesErrors.no_game);
  return resource;
}

/**
 * Returns the source of a game: the newest playable file of the latest version, else its code; null without either.
 */
export async function findSource(
  deps: Deps,
  actor: Actor,
  resource: ResourceDetail,
): Promise<{ source: string; kind: GameKind } | null> {
  const latest = resource.files[0]?.version;
  const current = resource.files.filter(({ version }) => version === latest);
  for (const { id, name } of newestFirst(current)) {
    if (/\.swf$/i.test(name)) return { source: id, kind: 'swf' };
    if (/\.html$/i.test(name)) return { source: id, kind: 'html5' };
    if (/\.zip$/i.test(name)) {
      const { file } = await getDownloadSource(deps.db, actor, resource.id, { file: id });
      if (file && (await findBundle(deps, file))) return { source: id, kind: 'html5' };
    }
  }
  return resource.gameCode.trim() === '' ? null : { source: codeSource, kind: 'html5' };
}

/** Reads a ZIP's index; cached, because stored files are immutable. */
export function findBundle(
  { storage, bundles }: Deps,
  { blobKey, size }: { blobKey: string; size: number },
): Promise<Bundle | null> {
  return bundles.get(blobKey, () => readBundle(storage, blobKey, size));
}

/** Returns all saves of a person's game. */
export async function getSaves(db: Db, personId: string, resourceId: string): Promise<Saves> {
  const row = await db
    .selectFrom('gameSave')
    .select(['slots', 'revision'])
    .where('personId', '=', personId)
    .where('resourceId', '=', resourceId)
    .executeTakeFirst();
  return row ?? { slots: {}, revision: 0 };
}
