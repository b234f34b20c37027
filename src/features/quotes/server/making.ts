import { ratesOfResources } from '#features/builds/server/public.ts';
import { getRights } from '#features/licensing/server/public.ts';
import { getResource } from '#features/resources/server/public.ts';
import type { ResourceDetail } from '#features/resources/contract.ts';
import { findPrinters, listServiceIdsOf, listServices } from '#features/services/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import { isAppError } from '#platform/shared/errors.ts';
import { koreanDay } from '#platform/shared/korean-time.ts';
import { isPricedByWeight, type ServiceType } from '#platform/shared/trades.ts';
import type { Making, PrinterOffer } from '../contract.ts';
import { isKit, nearKm, pricedAt, tradesOf } from '../making.ts';
import { maxPrinters } from '../rules.ts';

type Point = { lat: number; long: number };
type Way = Making['ways'][number];
/** Middle of the searches of readers whose place is not known; only their order depends on it. */
const seoul: Point = { lat: 37.5665, long: 126.978 };

/**
 * Works out how things can be made, from stored figures of their files alone. Makers of an area, and what a resource is made
 * of, are the same for many readers and are kept for a moment.
 */
export function openMaking({ db, lifetimeMs }: { db: Db; lifetimeMs: number }) {
  const printers = new CoalescingCache<PrinterOffer[]>({ lifetimeMs, most: 500 });
  const counts = new CoalescingCache<number>({ lifetimeMs, most: 1000 });
  const resources = new CoalescingCache<ResourceDetail | null>({ lifetimeMs, most: 500 });

  const printersAt = (point: Point | null, km: number | null) =>
    printers.get(JSON.stringify([point, km]), async () =>
      listPrinterOffers(db, { point: point ?? seoul, maxDistanceKm: km, limit: maxPrinters, id: undefined }),
    );

  const countOf = (trade: ServiceType, near: { point: Point; km: number } | undefined) =>
    counts.get(JSON.stringify([trade, near]), async () => {
      const asked = {
        type: trade,
        page: 1,
        limit: 1,
        sort: near ? ('distance' as const) : ('newest' as const),
      };
      return (await listServices(db, { ...asked, ...(near && { near }) })).total;
    });

  /** Counts the reader's own services, which are no makers for them. */
  async function countOwn(
    trade: ServiceType,
    near: { point: Point; km: number } | undefined,
    reader: Reader,
  ): Promise<number> {
    if (reader === null || reader.services.size === 0) return 0;
    const asked = { type: trade, ownerId: reader.id, page: 1, limit: 1, sort: 'newest' as const };
    return (await listServices(db, { ...asked, ...(near && { near }) })).total;
  }

  /** Where a price is worked out from files: the nearest area in which somebody can make it. */
  async function pricedWay(
    resource: ResourceDetail,
    point: Point | null,
    conditions: Conditions,
    reader: Reader,
  ): Promise<Way> {
    const trade = '3d_printing';
    const areas = [...(point ? nearKm : []), null];
    for (const radiusKm of areas) {
      const others = (await printersAt(point, radiusKm)).filter(({ id }) => !reader?.services.has(id));
      const found = pricedAt(resource, others, conditions);
      const area = radiusKm === null ? 'country' : 'near';
      if (found === null)
        return {
          trade,
          area: point ? 'near' : 'country',
          radiusKm: point && nearKm[0],
          makers: null,
          from: null,
        };
      if (found.makers > 0) return { trade, area, radiusKm, ...found };
    }
    return { trade, area: 'nowhere', radiusKm: null, makers: 0, from: null };
  }

  /** Where providers are asked: how many there are. */
  async function askedWay(trade: ServiceType, point: Point | null, reader: Reader): Promise<Way> {
    for (const radiusKm of point ? nearKm : []) {
      const near = { point: point!, km: radiusKm };
      const makers = (await countOf(trade, near)) - (await countOwn(trade, near, reader));
      if (makers > 0) return { trade, area: 'near', radiusKm, makers, from: null };
    }
    const makers = (await countOf(trade, undefined)) - (await countOwn(trade, undefined, reader));
    return { trade, area: makers > 0 ? 'country' : 'nowhere', radiusKm: null, makers, from: null };
  }

  async function resourceFor(actor: Actor, id: string): Promise<ResourceDetail> {
    const shared = await resources.get(id, () =>
      getResource(db, null, id).catch((error: unknown) => {
        if (isAppError(error)) return null;
        throw error;
      }),
    );
    return shared ?? getResource(db, actor, id);
  }

  return {
    async get(
      actor: Actor,
      id: string,
      {
        point,
        feePercent,
        now,
        locale,
      }: { point: Point | null; feePercent: number; now: Date; locale: Locale },
    ): Promise<Making> {
      const resource = await resourceFor(actor, id);
      const { verdict } = await getRights(
        db,
        actor,
        resource.id,
        { purpose: 'own', pieces: 1, changesShape: false },
        locale,
      );
      const conditions = { feePercent, today: koreanDay(now) };
      const reader = actor && { id: actor.id, services: new Set(await listServiceIdsOf(db, actor.id)) };
      const ways: Way[] = [];
      for (const trade of tradesOf(resource))
        ways.push(
          isPricedByWeight(trade)
            ? await pricedWay(resource, point, conditions, reader)
            : await askedWay(trade, point, reader),
        );
      const builds = (await ratesOfResources(db, [resource.id], now)).get(resource.id) ?? null;
      return { builds, rights: { verdict }, isKit: isKit(resource), ways };
    },
  };
}

type Actor = { id: string; isAdmin: boolean } | null;
/** Reader with their own services. */
type Reader = { id: string; services: ReadonlySet<string> } | null;
type Conditions = { feePercent: number; today: string };

/** Lists printers with all that an estimate needs. */
export async function listPrinterOffers(
  db: Db,
  wanted: Parameters<typeof findPrinters>[1],
): Promise<PrinterOffer[]> {
  return (await findPrinters(db, wanted)).map(({ location, ...printer }) => ({
    ...printer,
    address: location?.address ?? '',
  }));
}
