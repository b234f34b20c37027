import { sql } from 'kysely';
import { notify } from '#features/notifications/server/public.ts';
import { getVisibleResource, listResourceTitles } from '#features/resources/server/public.ts';
import { distanceKm, findOffered, listServiceTitles } from '#features/services/server/public.ts';
import type { Db, Trx } from '#platform/server/db.ts';
import { isUuid, uuidv7 } from '#platform/server/ids.ts';
import { AppError } from '#platform/shared/errors.ts';
import { quotesErrors, type NearWish, type NearWishInput } from '../contract.ts';
import { wishLimits } from '../making.ts';
import { isReal } from './requests.ts';

/** Precision of a kept place: about a kilometre, which tells no address. */
const round = (degrees: number) => Math.round(degrees * 100) / 100;

/** Keeps a wish; the same one twice is one, and waits again if its person was told already. Returns its id. */
export async function addWish(
  trx: Trx,
  person: { id: string; isAdmin: boolean },
  { trade, lat, long, radiusKm, resourceId }: NearWishInput,
  now: Date,
): Promise<string> {
  if (resourceId !== null) await getVisibleResource(trx, person, resourceId);
  await trx.selectFrom('person').select('id').where('id', '=', person.id).forUpdate().execute();
  const { count } = await trx
    .selectFrom('nearWish')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('personId', '=', person.id)
    .executeTakeFirstOrThrow();
  const kept = await trx
    .insertInto('nearWish')
    .values({
      id: uuidv7(now.getTime()),
      personId: person.id,
      trade,
      lat: round(lat),
      long: round(long),
      radiusKm,
      resourceId,
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['personId', 'trade', 'lat', 'long', 'radiusKm', 'resourceId'])
        .doUpdateSet({ toldAt: null, serviceId: null }),
    )
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  const isNew = kept.createdAt.getTime() === now.getTime();
  if (isNew && count >= wishLimits.wishes) throw new AppError(quotesErrors.too_many_wishes);
  return kept.id;
}

/** Forgets a wish. Throws `wish_not_found`. */
export async function removeWish(db: Db, person: { id: string }, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await db
        .deleteFrom('nearWish')
        .where('id', '=', id)
        .where('personId', '=', person.id)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!removed) throw new AppError(quotesErrors.wish_not_found);
}

/** Lists the wishes of a person, newest first. */
export async function listWishes(db: Db, personId: string): Promise<NearWish[]> {
  const rows = await db
    .selectFrom('nearWish')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  const idsOf = (name: 'resourceId' | 'serviceId') => rows.flatMap((row) => row[name] ?? []);
  const [resources, services] = [
    idsOf('resourceId').length === 0 ? [] : await listResourceTitles(db, idsOf('resourceId')),
    idsOf('serviceId').length === 0 ? [] : await listServiceTitles(db, idsOf('serviceId')),
  ];
  return rows.map(({ id, trade, lat, long, radiusKm, resourceId, serviceId, createdAt, toldAt }) => ({
    id,
    trade: trade as NearWish['trade'],
    lat,
    long,
    radiusKm,
    resourceId,
    resourceTitle: resources.find((each) => each.id === resourceId)?.title ?? null,
    createdAt: createdAt.toISOString(),
    service: services.find((each) => each.id === serviceId) ?? null,
    toldAt: toldAt?.toISOString() ?? null,
  }));
}

/**
 * Lists the people who wait for a trade, or for any, each with a point about a kilometre from where they are; none who is
 * suspended or has left.
 */
export async function listWaiting(
  db: Db,
  trade: string | null,
): Promise<{ personId: string; lat: number; long: number }[]> {
  const { rows } = await sql<{ personId: string; lat: number; long: number }>`
    select wish.person_id, wish.lat, wish.long from near_wish wish join person on person.id = wish.person_id
    where wish.told_at is null and (${trade}::text is null or wish.trade = ${trade}) and ${isReal('person')}`.execute(
    db,
  );
  return rows;
}

/** Tells everybody who waits for a trade near one of a service's places, once each. */
export async function tellOfService(trx: Trx, serviceId: string, now: Date): Promise<void> {
  const service = await findOffered(trx, serviceId);
  if (!service) return;
  const waiting = await trx
    .selectFrom('nearWish')
    .select(['id', 'personId', 'lat', 'long', 'radiusKm', 'resourceId'])
    .where('trade', '=', service.serviceType)
    .where('toldAt', 'is', null)
    .where('personId', '<>', service.ownerId)
    .where((where) =>
      where.or(
        service.places.map(({ lat }) =>
          // A degree of latitude has 111 km everywhere.
          where.between('lat', lat - wishLimits.radiusKm / 110, lat + wishLimits.radiusKm / 110),
        ),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const told = new Set<string>();
  for (const { id, personId, radiusKm, resourceId, ...point } of waiting) {
    if (!service.places.some((place) => distanceKm(place, point) <= radiusKm)) continue;
    await trx.updateTable('nearWish').set({ toldAt: now, serviceId }).where('id', '=', id).execute();
    // Two wishes of one person are one notification.
    if (told.has(personId)) continue;
    told.add(personId);
    const path = resourceId === null ? `/services/${serviceId}` : `/resources/${resourceId}`;
    await notify(
      trx,
      personId,
      { what: 'maker_near', path, params: { title: service.title }, people: [service.ownerId] },
      now,
    );
  }
}
