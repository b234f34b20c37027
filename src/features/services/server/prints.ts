import { sql } from 'kysely';
import type { Db, Trx } from '#platform/server/db.ts';
import type { RateCard } from '../contract.ts';
import { keyOf, learning, toldOf, type FinishedPrint } from '#platform/shared/models/learning.ts';

/** What an order's print in one material was estimated at by the formula alone, and what it really took. */
type Print = {
  orderId: string;
  serviceId: string;
  machineId: string | null;
  material: string;
  rateCard: RateCard;
  estimated: { grams: number; hours: number };
  real: { grams: number | null; hours: number | null };
};

/** Notes what a print took; of an order that is delivered again, the last print counts. */
export async function notePrint(trx: Trx, print: Print, now: Date): Promise<void> {
  const { orderId, serviceId, machineId, material, rateCard, estimated, real } = print;
  const row = {
    serviceId,
    machineId,
    material,
    told: toldOf(rateCard, material),
    estimatedGrams: estimated.grams,
    estimatedHours: estimated.hours,
    realGrams: real.grams,
    realHours: real.hours,
    deliveredAt: now,
  };
  await trx
    .insertInto('servicePrint')
    .values({ orderId, materialKey: keyOf(material), finishedAt: null, ...row })
    .onConflict((conflict) => conflict.columns(['orderId', 'materialKey']).doUpdateSet(row))
    .execute();
}

/** Forgets what was noted of an order's print, which is delivered again. */
export async function forgetPrints(trx: Trx, orderId: string): Promise<void> {
  await trx.deleteFrom('servicePrint').where('orderId', '=', orderId).execute();
}

/** From now on the print of this order corrects later estimates. */
export async function finishPrint(trx: Trx, orderId: string, now: Date): Promise<void> {
  await trx.updateTable('servicePrint').set({ finishedAt: now }).where('orderId', '=', orderId).execute();
}

/** Returns what was noted of an order's print, by the key of its material. */
export async function findPrints(
  db: Db,
  orderId: string,
): Promise<Map<string, { grams: number | null; hours: number | null }>> {
  const rows = await db
    .selectFrom('servicePrint')
    .select(['materialKey', 'realGrams as grams', 'realHours as hours'])
    .where('orderId', '=', orderId)
    .execute();
  return new Map(rows.map(({ materialKey, ...real }) => [materialKey, real]));
}

/** Returns the latest finished prints of services, by service, the newest of each machine and material first. */
export async function listPrints(
  db: Db,
  serviceIds: readonly string[],
): Promise<Map<string, FinishedPrint[]>> {
  const { rows } = await sql<FinishedPrint & { serviceId: string }>`
    select service_id, machine_id, material, told, estimated_grams, estimated_hours, real_grams, real_hours
    from (select *, row_number() over (
        partition by service_id, machine_id, material_key, told order by finished_at desc, order_id) as place
      from service_print where service_id = any (${[...serviceIds]}::uuid[]) and finished_at is not null) latest
    where place <= ${learning.latest} order by finished_at desc, order_id`.execute(db);
  return Map.groupBy(rows, ({ serviceId }) => serviceId);
}
