import { sql, type RawBuilder } from 'kysely';
import { blobOfWidth } from '#platform/server/pictures.ts';
import { avatarUrl } from '#features/accounts/server/public.ts';
import { unprepared, type Db } from '#platform/server/db.ts';
import { isUuid } from '#platform/server/ids.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { hasAnyWord } from '#platform/server/text-index.ts';
import { foldText } from '#platform/shared/search-text.ts';
import { learnedFrom, type FinishedPrint } from '#platform/shared/models/learning.ts';
import { plainText } from '#platform/shared/plain-text.ts';
import { tradeOf } from '#platform/shared/trades.ts';
import { buyerFeeOf, type FeeTerms, feeTermsFor } from '#platform/shared/fee.ts';
import { canEdit, canSee } from '../access.ts';
import {
  servicesErrors,
  noWorkshop,
  storedRateCard,
  usualDelivery,
  type Delivery,
  type ManagedService,
  type ManagedWorkshop,
  type OwnService,
  type RateCard,
  type ServiceCard,
  type ServiceDetail,
  type ServiceSort,
  type Workshop,
} from '../contract.ts';
import { cardColumns, placeColumns, sendsByPost, workshopColumn } from './card-columns.ts';
import { findPickupAddress } from './pickup.ts';
import { listServiceIdsOf } from './listing.ts';
import { listPrints } from './prints.ts';
import { ownPricing } from './pricing.ts';
import { distanceOfChord, findNearby, isNear, squaredChord, type Found } from './nearby.ts';
import { printRatesOf } from '../offering.ts';
import type { Point } from '../rules.ts';
import type { ServiceState } from '../states.ts';

export type ServiceRequest = {
  /** Only this service, at any distance; `near` then only adds the distance. */
  id?: string | undefined;
  ownerId?: string | undefined;
  search?: string | undefined;
  type?: string | undefined;
  city?: string | undefined;
  district?: string | undefined;
  /** Only what is sent by post. */
  delivery?: 'post' | undefined;
  near?: { point: Point; km: number } | undefined;
  sort: ServiceSort;
  page: number;
  limit: number;
};

export type ServiceList = { services: ServiceCard[]; total: number; page: number; pageCount: number };

/** Maximum count; nobody turns more pages. */
const maxCounted = 10_000;

/** Lists one page of matching active services, each with its nearest (or first) place. */
export async function listServices(db: Db, request: ServiceRequest): Promise<ServiceList> {
  const { near, limit, id, search, city, district, ownerId } = request;
  const narrowed = [id, search, city, district, ownerId].some((part) => part !== undefined && part !== '');
  const { ids, places, total, page } =
    near && !narrowed ? await findNearby(db, { ...request, near }) : await findListed(db, request);
  const services = await cardsOf(db, ids, { near, places });
  return { services, total, page, pageCount: Math.max(1, Math.ceil(total / limit)) };
}

/** Returns cards in the order of their ids, with the nearest (or first) place where the search has not read it. */
async function cardsOf(
  db: Db,
  ids: readonly string[],
  { near, places }: { near: { point: Point } | undefined; places?: Found['places'] },
): Promise<ServiceCard[]> {
  const chord = near ? squaredChord(near.point, 'l') : sql<null>`null::float8`;
  const { rows } = await sql<ServiceRow>`
    select ${cardColumns} ${places ? sql`` : sql`, ${placeColumns}, place.chord`}
    from unnest(${ids}::uuid[]) with ordinality wanted (id, position)
    join service s on s.id = wanted.id
    join person owner on owner.id = s.owner_id
    ${
      places
        ? sql``
        : sql`join lateral (
            select l.public_address, l.public_lat, l.public_long, ${chord} as chord from service_location l
            where l.service_id = s.id order by ${near ? sql`chord, l.position` : sql`l.position`} limit 1
          ) place on true`
    }
    order by wanted.position`.execute(db);
  return rows.map((row) => {
    const place = places?.get(row.id);
    return withPlainWords(presentCard(place ? { ...row, ...place } : row));
  });
}

/** Returns whether a card contains the term. Services are also found by contact data, which must not be revealed. */
export function tells(card: ServiceCard, term: string): boolean {
  const { title, description, tags, printerModel, pricing, translations } = card;
  const translated = Object.values(translations).flatMap((words) => [words.title, words.description]);
  const text = foldText([title, description, printerModel, pricing, ...tags, ...translated].join('\n'));
  return text.includes(foldText(term).trim().replaceAll(/\s+/g, ' '));
}

/** Returns the cards of active ones among the given services, by id, each with its first place. */
export async function listServiceCards(db: Db, ids: readonly string[]): Promise<Map<string, ServiceCard>> {
  const { rows } = await sql<ServiceRow>`
    select ${cardColumns}, ${placeColumns}, null::float8 as chord
    from service s join person owner on owner.id = s.owner_id
    left join lateral (select l.public_address, l.public_lat, l.public_long from service_location l
      where l.service_id = s.id order by l.position limit 1) place on true
    where s.id = any (${ids}::uuid[]) and s.state = 'active'`.execute(db);
  return new Map(rows.map((row) => [row.id, withPlainWords(presentCard(row))]));
}

/** Finds services by words, by city, or all: every search that is not only by distance. */
async function findListed(db: Db, request: ServiceRequest): Promise<Found> {
  const { near, limit, sort } = request;
  const conditions = conditionsOf(request);
  // Rare and common words, and wide and narrow circles, need different plans.
  const planned = sql.raw((near ?? request.search) ? unprepared : '');
  const counted = await sql<{ count: number }>`${planned}
    select count(*)::integer as count from (
      select from service s where ${conditions} limit ${sql.raw(String(maxCounted))}) found`.execute(db);
  const total = counted.rows[0]?.count ?? 0;
  const page = Math.min(request.page, Math.max(1, Math.ceil(total / limit)));
  const order = {
    newest: sql`s.seq desc`,
    lowPrice: sql`s.sort_price, s.seq desc`,
    rating: sql`coalesce(s.rating, 0) desc, s.seq desc`,
    distance: near
      ? sql`(select min(${squaredChord(near.point, 'l')}) from service_location l where l.service_id = s.id), s.seq desc`
      : sql`s.seq desc`,
  }[sort];
  const { rows } = await sql<{ id: string }>`${planned}
    select s.id from service s where ${conditions}
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { ids: rows.map(({ id }) => id), total, page };
}

export function conditionsOf({
  id,
  ownerId,
  search,
  type,
  city,
  district,
  delivery,
  near,
}: ServiceRequest): RawBuilder<unknown> {
  const words = [...new Set(foldText(search ?? '').split(/\s+/))].filter(Boolean);
  const parts = [sql`s.state = 'active'`];
  if (id !== undefined) parts.push(sql`s.id = ${id}`);
  if (ownerId !== undefined) parts.push(sql`s.owner_id = ${ownerId}`);
  if (type !== undefined) parts.push(sql`s.service_type = ${type}`);
  if (words.length > 0) parts.push(hasAnyWord(sql`s.search_text`, words));
  if (city !== undefined || district !== undefined) {
    parts.push(sql`exists (select from service_location l where l.service_id = s.id
      ${city === undefined ? sql`` : sql`and l.city = ${city}`}
      ${district === undefined ? sql`` : sql`and l.district = ${district}`})`);
  }
  if (delivery === 'post') {
    parts.push(sql`exists (select from service_workshop w where w.service_id = s.id and ${sendsByPost})`);
  }
  if (near && id === undefined) {
    parts.push(sql`exists (select from service_location l where l.service_id = s.id
      and ${isNear(near.point, near.km, 'l')})`);
  }
  return sql.join(parts, sql` and `);
}

type ServiceRow = Omit<
  ServiceCard,
  'createdAt' | 'imageUrl' | 'distance' | 'location' | 'provider' | 'printRates'
> & {
  rateCard: RateCard | null;
  avatarId: string | null;
  createdAt: Date;
  chord: number | null;
  username: string;
  fullName: string;
} & (NonNullable<ServiceCard['location']> | { address: null; lat: null; long: null });

/** Lists show descriptions without Markdown. */
function withPlainWords<Card extends Pick<ServiceCard, 'description' | 'translations'>>(card: Card): Card {
  const translations = Object.fromEntries(
    Object.entries(card.translations).map(([locale, { description, ...words }]) => [
      locale,
      { ...words, ...(description !== undefined && { description: plainText(description) }) },
    ]),
  );
  return { ...card, description: plainText(card.description), translations };
}

function presentCard(service: ServiceRow): ServiceCard {
  const { chord, createdAt, image, username, fullName, avatarId, address, lat, long, rateCard, ...row } =
    service;
  const pricing = ownPricing(row.pricing);
  return {
    ...row,
    pricing,
    printRates: printRatesOf({ ...row, pricing }, rateCard),
    location: lat === null ? null : { address, lat, long },
    provider: { username, fullName, avatarUrl: avatarUrl(avatarId) },
    image,
    imageUrl: image === null ? null : `/api/service-images/${image.id}/${image.widths[0] ?? 480}.webp`,
    // Rounded to a hundred metres, which is more precise than a blurred place.
    ...(chord !== null && { distance: Math.round(distanceOfChord(chord) * 10) / 10 }),
    createdAt: createdAt.toISOString(),
  };
}

/** Returns an active service, or one of the actor's own. Throws `service_not_found`. */
export async function getService(
  db: Db,
  actor: { id: string; isAdmin: boolean } | null,
  id: string,
): Promise<Omit<ServiceDetail, 'feePercent'>> {
  if (!isUuid(id)) throw new AppError(servicesErrors.service_not_found);
  const [{ rows }, locations, images, prints] = await Promise.all([
    sql<ServiceRow & ServiceMore>`
      select ${cardColumns}, ${placeColumns}, null::float8 as chord, s.description, s.state, s.owner_id as "ownerId",
        s.available_hours as "availableHours", s.file_formats as "fileFormats", s.materials, s.specializations,
        s.production_items as "productionItems",
        ${workshopColumn} as workshop
      from service s
      join person owner on owner.id = s.owner_id
      left join lateral (
        select l.public_address, l.public_lat, l.public_long from service_location l
        where l.service_id = s.id order by l.position limit 1
      ) place on true
      where s.id = ${id}`.execute(db),
    db
      .selectFrom('serviceLocation')
      .select(['publicAddress as address', 'publicLat as lat', 'publicLong as long'])
      .where('serviceId', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('serviceImage')
      .select(['id', 'kind', 'alt', 'width', 'height', 'widths'])
      .where('serviceId', '=', id)
      .orderBy('position')
      .execute(),
    listPrints(db, [id]),
  ]);
  const row = rows[0];
  if (!row) throw new AppError(servicesErrors.service_not_found);
  const {
    state,
    ownerId,
    availableHours,
    fileFormats,
    materials,
    specializations,
    productionItems,
    workshop,
    ...card
  } = row;
  if (!canSee(actor, { ownerId, state })) throw new AppError(servicesErrors.service_not_found);
  const pictures = (kind: 'photo' | 'sample') =>
    images.filter((image) => image.kind === kind).map(({ kind: _kind, ...image }) => image);
  return {
    ...presentCard(card),
    availableHours,
    fileFormats,
    materials,
    specializations,
    productionItems,
    locations,
    images: pictures('photo'),
    samples: pictures('sample'),
    workshop: workshop && stored(workshop),
    learned: learnedBy(workshop, prints.get(id)),
  };
}

/** Returns what prints teach about the machines that a service has now. */
function learnedBy(
  workshop: Parameters<typeof stored>[0] | null,
  prints: readonly FinishedPrint[] = [],
): ServiceDetail['learned'] {
  return prints.length === 0 ? [] : learnedFrom(prints, workshop ? stored(workshop) : noWorkshop);
}

type ServiceMore = Pick<
  ServiceDetail,
  'availableHours' | 'fileFormats' | 'materials' | 'specializations' | 'productionItems' | 'workshop'
> & { state: ServiceState; ownerId: string };

/** Returns a visible service for other rooms. Throws `service_not_found`. */
export async function getVisibleService(db: Db, actor: { id: string; isAdmin: boolean } | null, id: string) {
  const service = isUuid(id)
    ? await db
        .selectFrom('service')
        .select(['id', 'ownerId', 'state', 'title', 'description'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!service || !canSee(actor, service)) throw new AppError(servicesErrors.service_not_found);
  return service;
}

/** Returns an active service, or one of the actor's own, without the admins' access to others. */
export async function getOfferedService(db: Db, actor: { id: string; isAdmin: boolean }, id: string) {
  const service = await getVisibleService(db, actor, id);
  if (service.state !== 'active' && service.ownerId !== actor.id)
    throw new AppError(servicesErrors.service_not_found);
  return service;
}

/** Returns what an active service offers and where, by its public places; null for any other. */
export async function findOffered(db: Db, id: string) {
  const service = await db
    .selectFrom('service')
    .select(['ownerId', 'title', 'serviceType'])
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!service) return null;
  const places = await db
    .selectFrom('serviceLocation')
    .select(['publicLat as lat', 'publicLong as long'])
    .where('serviceId', '=', id)
    .execute();
  return { ...service, places };
}

/** Returns who offers a trade near a point, the nearest first, without people who are suspended or have left. */
export async function listOwnersNear(
  db: Db,
  {
    trade,
    point,
    km,
    limit,
    except,
  }: { trade: string; point: Point; km: number; limit: number; except: string },
): Promise<string[]> {
  // A degree of latitude has 111 km everywhere.
  const degrees = km / 110;
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id from (
      select s.owner_id, min(2 * 6371 * asin(least(1, sqrt(sin(radians(l.public_lat - ${point.lat}::float8) / 2) ^ 2
        + cos(radians(${point.lat}::float8)) * cos(radians(l.public_lat)) * sin(radians(l.public_long - ${point.long}::float8) / 2) ^ 2)))) as km
      from service s join service_location l on l.service_id = s.id join person owner on owner.id = s.owner_id
      where s.state = 'active' and s.service_type = ${trade} and s.owner_id <> ${except}
        and l.public_lat between ${point.lat - degrees}::float8 and ${point.lat + degrees}::float8
        and owner.withdraws_at is null and owner.erased_at is null
        and (owner.suspended_at is null or coalesce(owner.suspended_until <= now(), false))
      group by s.owner_id) as near
    where km <= ${km} order by km, owner_id limit ${limit}`.execute(db);
  return rows.map(({ ownerId }) => ownerId);
}

/** Returns the titles of public ones among the given services. */
export async function listServiceTitles(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('service')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .where('state', '=', 'active')
    .execute();
}

/** Returns the trades of services by their ids, of those that are not offered any more as well. */
export async function findTrades(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('service')
    .select(['id', 'serviceType'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, serviceType }) => [id, serviceType]));
}

export async function isServiceActive(db: Db, id: string): Promise<boolean> {
  const service = await db.selectFrom('service').select('state').where('id', '=', id).executeTakeFirst();
  return service?.state === 'active';
}

/**
 * Returns all fields of a service that the actor may change. Throws `service_not_found`, or `forbidden` for another
 * person's.
 */
export async function getManagedService(
  db: Db,
  actor: { id: string; isAdmin: boolean },
  id: string,
): Promise<ManagedService> {
  const service = await getService(db, actor, id);
  const more = await db
    .selectFrom('service')
    .select(['ownerId', 'state', 'version', 'pricing', 'contactPhone', 'contactEmail', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!canEdit(actor, more)) throw new AppError(platformErrors.forbidden);
  const locations = await db
    .selectFrom('serviceLocation')
    .select(['address', 'lat', 'long', 'exact'])
    .where('serviceId', '=', id)
    .orderBy('position')
    .execute();
  const { ownerId: _, updatedAt, ...columns } = more;
  return { ...service, ...columns, locations, updatedAt: updatedAt.toISOString() };
}

/** Completes a stored workshop: rows from before delivery had a price say nothing about it. */
function stored({
  rateCard,
  machines,
  calendar,
  delivery,
}: Omit<Workshop, 'delivery'> & { delivery: Delivery | null }): Workshop {
  return {
    rateCard: rateCard && storedRateCard(rateCard),
    machines,
    calendar,
    delivery: delivery ?? usualDelivery,
  };
}

/** Returns the title and the owner of a service in any state. */
export async function getServiceOwner(db: Db, id: string): Promise<{ ownerId: string; title: string }> {
  return db.selectFrom('service').select(['ownerId', 'title']).where('id', '=', id).executeTakeFirstOrThrow();
}

export async function getServiceType(db: Db, id: string): Promise<string> {
  const { serviceType } = await db
    .selectFrom('service')
    .select('serviceType')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return serviceType;
}

export async function findWorkshop(
  db: Db,
  serviceId: string,
): Promise<(Workshop & { hasDelivery: boolean; version: number; updatedAt: Date }) | undefined> {
  const row = await db
    .selectFrom('serviceWorkshop')
    .select(['rateCard', 'machines', 'calendar', 'delivery', 'version', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row && { ...row, ...stored(row as Workshop), hasDelivery: row.delivery !== null };
}

/**
 * Returns machines, rate card and calendar of a service that the actor may change; throws as `getManagedService`
 * does.
 */
export async function getManagedWorkshop(
  { db, vault }: { db: Db; vault: Vault },
  actor: { id: string; isAdmin: boolean },
  id: string,
  fees: FeeTerms,
): Promise<ManagedWorkshop> {
  const service = await getManagedService(db, actor, id);
  const { title, serviceType, isFreeService, currency, price, pricePerUnit, learned } = service;
  const { ownerId } = await getVisibleService(db, actor, id);
  const more = {
    learned,
    pickupAddress: ownerId === actor.id ? await findPickupAddress(db, vault, id) : null,
    service: { title, serviceType, isFreeService, currency, price, pricePerUnit },
    feePercent: buyerFeeOf(feeTermsFor(fees, tradeOf(service.serviceType))),
  };
  const written = await findWorkshop(db, id);
  if (!written) return { ...noWorkshop, hasDelivery: false, version: 0, updatedAt: null, ...more };
  return { ...written, updatedAt: written.updatedAt.toISOString(), ...more };
}

/** Data from which a service's price is calculated. */
type Pricing = Workshop &
  Pick<ServiceDetail, 'isFreeService' | 'currency' | 'price' | 'pricePerUnit' | 'materials' | 'learned'>;

/** Returns a service that makes things: an active one, or one of the actor's own. Throws `service_not_found`. */
export async function getPrinter(
  db: Db,
  id: string,
  person: { id: string; isAdmin: boolean },
): Promise<Pricing & { id: string; serviceType: string }> {
  await getOfferedService(db, person, id);
  const { workshop, ...service } = await getService(db, person, id);
  const { serviceType, isFreeService, currency, price, pricePerUnit, materials, learned } = service;
  return {
    id,
    serviceType,
    isFreeService,
    currency,
    price,
    pricePerUnit,
    materials,
    learned,
    ...(workshop ?? noWorkshop),
  };
}

/** Returns the public place of a service in any state; null without one. */
export async function findPlace(db: Db, serviceId: string): Promise<Point | null> {
  const { rows } = await sql<Point>`
    select public_lat as lat, public_long as long from service_location
    where service_id = ${serviceId} order by position limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns what a provider makes and sends things with. */
export async function findTools(
  db: Db,
  serviceId: string,
): Promise<{ machines: { id: string; name: string }[]; carriers: string[] }> {
  const row = await db
    .selectFrom('serviceWorkshop')
    .select(['machines', 'delivery'])
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  const machines = (row?.machines ?? []) as Workshop['machines'];
  return {
    machines: machines.map(({ id, name }) => ({ id, name })),
    carriers: (row?.delivery as Delivery | null | undefined)?.carriers ?? [],
  };
}

/**
 * Returns the nearest active 3D printing services, each at its nearest public place; a requested one comes first, at
 * any distance. The reader's own services are only listed if requested: nobody orders from themselves.
 */
export async function findPrinters(
  db: Db,
  {
    point,
    maxDistanceKm,
    limit,
    id,
    readerId = null,
  }: {
    point: Point;
    /** Null: anywhere, of those that send by post, the cheapest first. */
    maxDistanceKm: number | null;
    limit: number;
    id: string | undefined;
    readerId?: string | null;
  },
): Promise<(ServiceCard & Pricing & { distance: number })[]> {
  const own = new Set(readerId === null ? [] : await listServiceIdsOf(db, readerId));
  const request = {
    near: { point, km: maxDistanceKm ?? 0 },
    type: '3d_printing',
    sort: 'distance',
    page: 1,
    limit: limit + own.size,
  } as const;
  const wanted = id !== undefined && isUuid(id) ? (await listServices(db, { ...request, id })).services : [];
  const listed =
    maxDistanceKm === null
      ? await cardsOf(db, await listSenders(db, request.limit), request)
      : (await listServices(db, request)).services;
  const others = listed.filter(({ id: each }) => each !== wanted[0]?.id && !own.has(each));
  const services = [...wanted, ...others].slice(0, limit);
  const prints = await listPrints(
    db,
    services.map((each) => each.id),
  );
  const { rows } = await sql<{ id: string; materials: string[]; workshop: Workshop | null }>`
    select s.id, s.materials, ${workshopColumn} as workshop from service s
    where s.id = any (${services.map((each) => each.id)}::uuid[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return services.map((card) => {
    const { materials = [], workshop = null } = found.get(card.id) ?? {};
    return {
      ...card,
      distance: card.distance ?? 0,
      materials,
      learned: learnedBy(workshop, prints.get(card.id)),
      ...(workshop ? stored(workshop) : noWorkshop),
    };
  });
}

/** Returns printing services that send by post, those of low prices first. */
async function listSenders(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from service s join service_workshop w on w.service_id = s.id
    where s.state = 'active' and s.service_type = '3d_printing'
      and ${sendsByPost}
    order by s.sort_price, s.seq desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the base name of a picture's blobs, if its service is visible to this person. */
export async function findServicePicture(
  db: Db,
  actor: { id: string; isAdmin: boolean } | null,
  id: string,
  width: number,
): Promise<{ name: string; source: string; isPublic: boolean } | null> {
  if (!isUuid(id)) return null;
  const found = await db
    .selectFrom('serviceImage as image')
    .innerJoin('service', 'service.id', 'image.serviceId')
    .select(['image.blobPrefix', 'image.widths', 'service.state', 'service.ownerId'])
    .where('image.id', '=', id)
    .executeTakeFirst();
  if (!found || !canSee(actor, found)) return null;
  return { ...blobOfWidth(found, width), isPublic: found.state === 'active' };
}

/** Lists a person's own services, drafts included, newest first. */
export async function listOwnServices(db: Db, personId: string): Promise<OwnService[]> {
  const { rows } = await sql<Omit<OwnService, 'updatedAt'> & { updatedAt: Date }>`
    select s.id, s.title, s.service_type, s.state, s.updated_at,
      case when s.state = 'paused' then s.paused_reason end as paused_reason,
      picture.url as image_url
    from service s
    left join lateral (
      select '/api/service-images/' || i.id || '/' || i.widths[1] || '.webp' as url from service_image i
      where i.service_id = s.id and i.kind = 'photo' order by i.position limit 1
    ) picture on true
    where s.owner_id = ${personId} and s.state <> 'removed' order by s.seq desc limit 1000`.execute(db);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** Lists the public data of every active service with its pictures, oldest first. */
export async function listCatalogueServices(db: Db) {
  const { rows } = await sql<{
    content: Record<string, unknown> & { id: string; owner: string };
    pictures: { kind: 'photo' | 'sample'; alt: string; key: string }[];
  }>`
    select json_build_object('id', s.id, 'owner', owner.username, 'title', s.title, 'description', s.description,
        'serviceType', s.service_type, 'isIndividual', s.is_individual, 'isFreeService', s.is_free_service,
        'pricing', s.pricing, 'price', s.price, 'hourlyRate', s.hourly_rate, 'pricePerUnit', s.price_per_unit,
        'currency', s.currency, 'availableHours', s.available_hours, 'tags', s.tags, 'printerModel', s.printer_model,
        'fileFormats', s.file_formats, 'materials', s.materials, 'specializations', s.specializations,
        'productionItems', s.production_items, 'language', s.language, 'translations', s.translations,
        -- The point that is told is blurred already where it has to be: it is not blurred again.
        'locations', (select coalesce(json_agg(json_build_object('address', l.public_address, 'lat', l.public_lat,
            'long', l.public_long, 'exact', true) order by l.position), '[]')
          from service_location l where l.service_id = s.id)) as content,
      (select coalesce(json_agg(json_build_object('kind', image.kind, 'alt', image.alt,
          'key', image.blob_prefix || '/' || (select max(width) from unnest(image.widths) width) || '.webp')
          order by image.kind, image.position), '[]')
        from service_image image where image.service_id = s.id) as pictures
    from service s join person owner on owner.id = s.owner_id
    where s.state = 'active' order by s.seq`.execute(db);
  return rows;
}
