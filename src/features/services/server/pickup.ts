import type { Db } from '#platform/server/db.ts';
import type { Vault } from '#platform/server/sealed.ts';

/** Purpose under which the vault seals the places where things are picked up. */
export const sealedPickup = 'pickup place';

/** Returns the place of pickup that a provider states; empty where they state none. */
export async function findPickupAddress(db: Db, vault: Vault, serviceId: string): Promise<string> {
  const row = await db
    .selectFrom('serviceWorkshop')
    .select('sealedPickup')
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row?.sealedPickup ? vault.open(sealedPickup, row.sealedPickup) : '';
}

/**
 * Returns where things of a service are picked up: the stated place, else the exact place of the service. Only for the
 * two parties of an order: rooms that call this decide when.
 */
export async function findPickupPlace(
  db: Db,
  vault: Vault,
  serviceId: string,
): Promise<{ address: string; lat: number | null; long: number | null } | null> {
  const address = await findPickupAddress(db, vault, serviceId);
  if (address !== '') return { address, lat: null, long: null };
  const place = await db
    .selectFrom('serviceLocation')
    .select(['address', 'lat', 'long'])
    .where('serviceId', '=', serviceId)
    .orderBy('position')
    .executeTakeFirst();
  return place ?? null;
}
