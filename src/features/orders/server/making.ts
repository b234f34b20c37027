import type { Selectable } from 'kysely';
import { notePrinted } from '#features/quotes/server/public.ts';
import { findTools } from '#features/services/server/public.ts';
import { type Db, type Trx } from '#platform/server/db.ts';
import type { Database } from '#platform/server/schema.ts';
import { carrierOf, trackingNumber } from '#platform/shared/carriers.ts';
import { isWithin, type Dimension } from '#platform/shared/dimensions.ts';
import { AppError, refused } from '#platform/shared/errors.ts';
import { ordersErrors, type EventInput } from '../contract.ts';

type NamedDimension = Selectable<Database['orderDimension']>;
type Machine = { machineId: string; machine: string };

export async function listDimensions(db: Db, orderId: string): Promise<NamedDimension[]> {
  return db
    .selectFrom('orderDimension')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
}

export async function writeDimensions(
  trx: Trx,
  orderId: string,
  dimensions: readonly Dimension[],
): Promise<void> {
  for (const [position, dimension] of dimensions.entries())
    await trx
      .insertInto('orderDimension')
      .values({ orderId, position, ...dimension })
      .execute();
}

/** Returns the columns of the machine that the provider chose. Throws `unknown_machine`. */
export async function machineOf(
  db: Db,
  { serviceId }: { serviceId: string | null },
  { machineId }: Partial<EventInput>,
): Promise<Machine | Record<string, never>> {
  if (machineId === undefined) return {};
  const tools = serviceId === null ? null : await findTools(db, serviceId);
  const found = tools?.machines.find(({ id }) => id === machineId);
  if (!found) throw refused(ordersErrors.unknown_machine, 'machineId');
  return { machineId: found.id, machine: found.name };
}

/** Notes what a print really took. Throws `unknown_machine`, and for a material that is none of the print. */
export async function noteReal(
  trx: Trx,
  order: { id: string; quoteId: string; machineId: string | null; serviceId: string | null },
  printed: NonNullable<EventInput['printed']>,
  now: Date,
): Promise<void> {
  const { id: orderId, quoteId, machineId, serviceId } = order;
  const { materials, ...real } = printed;
  const machines = serviceId === null ? [] : (await findTools(trx, serviceId)).machines;
  for (const [index, each] of materials.entries())
    if (each.machineId !== undefined && !machines.some(({ id }) => id === each.machineId))
      throw refused(ordersErrors.unknown_machine, `printed.materials[${index}].machineId`);
  const fieldOf = (material: number) => `printed.materials[${material}].material`;
  await notePrinted(trx, { orderId, quoteId, machineId, real, materials, fieldOf }, now);
}

/** Returns a parcel as it is stored: the code of a carrier that we know, and its number. Throws `tracking_wrong`. */
export function trackingOf(carrier: string, typed: string): { carrier: string; number: string } {
  const number = trackingNumber(carrier, typed);
  if (number === null) throw refused(ordersErrors.tracking_wrong, 'trackingNumber');
  return { carrier: carrierOf(carrier) ?? carrier, number };
}

/** Kept with the event, because a later measurement takes the place of this one. */
type Measured = { label: string; mm: number | null; isWithin: boolean | null };

/** Writes what a side measured. Throws `measured_needed` where a dimension has no answer. */
export async function measure(
  trx: Trx,
  dimensions: readonly NamedDimension[],
  { measured = [] }: Partial<EventInput>,
  { side, now }: { side: 'buyer' | 'provider'; now: Date },
): Promise<Omit<Measured, 'label'>[]> {
  const missing = dimensions.filter((_dimension, index) => measured[index] === undefined);
  if (missing.length > 0 || measured.length > dimensions.length) {
    const { words } = ordersErrors.measured_needed;
    const fields = missing.map(({ position }) => [`measured[${position}]`, words] as const);
    throw new AppError(ordersErrors.measured_needed, {
      fields: { measured: words, ...Object.fromEntries(fields) },
    });
  }
  const found: Omit<Measured, 'label'>[] = [];
  for (const dimension of dimensions) {
    const mm = measured[dimension.position] ?? null;
    await trx
      .updateTable('orderDimension')
      .set(side === 'provider' ? { providerMm: mm, providerAt: now } : { buyerMm: mm, buyerAt: now })
      .where('orderId', '=', dimension.orderId)
      .where('position', '=', dimension.position)
      .execute();
    found.push({ mm, isWithin: isWithin(dimension, mm) });
  }
  return found;
}

type Arrival = { orderId: string; works: boolean; eventId: string | null; at: Date };

/** Keeps the buyer's last word on whether it works. */
export async function noteArrival(trx: Trx, arrival: Arrival): Promise<void> {
  await trx
    .insertInto('orderArrival')
    .values(arrival)
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(arrival))
    .execute();
}

/** Returns whether it works, as the buyer said last; null as long as they have not. */
export async function getArrivalVerdict(db: Db, orderId: string): Promise<boolean | null> {
  const found = await db
    .selectFrom('orderArrival')
    .select('works')
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  return found?.works ?? null;
}

/** Forgets what was measured and found of a piece that is made again. */
export async function forgetFindings(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('orderDimension')
    .set({ providerMm: null, providerAt: null, buyerMm: null, buyerAt: null })
    .where('orderId', '=', orderId)
    .execute();
  await trx.deleteFrom('orderArrival').where('orderId', '=', orderId).execute();
}
