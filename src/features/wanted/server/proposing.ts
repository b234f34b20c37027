import { sql } from 'kysely';
import { ratesOfResources } from '#features/builds/server/public.ts';
import { listWaiting } from '#features/quotes/server/public.ts';
import { findCards, searchPublished, sizesOfModels } from '#features/resources/server/public.ts';
import { describeDistrict, findPlaceNames } from '#features/services/server/public.ts';
import type { Locale } from '#i18n/languages.ts';
import type { Db } from '#platform/server/db.ts';
import {
  wantedQuery,
  type Demand,
  type DemandQuery,
  type Proposals,
  type ProposalsQuery,
} from '../contract.ts';
import { demandOf, fittingMeasures, type District, type Seeker } from '../rules.ts';
import { isPublic, listWanted } from './cards.ts';

/** Resources that are compared by size, and those that are shown. */
const limits = { compared: 60, resources: 12, posts: 6 } as const;

/** Returns what is there already for a broken part: resources, those of its size first, and posts about the device. */
export async function proposeFor(db: Db, { device, what, mm }: ProposalsQuery): Promise<Proposals> {
  const named = await searchPublished(db, `${device} ${what}`.trim(), limits.compared);
  // A part that nobody names so may still be for this device.
  const others = what === '' ? [] : await searchPublished(db, device, limits.compared);
  const ids = [...new Set([...named, ...others].map(({ id }) => id))].slice(0, limits.compared);
  const sizes =
    mm.length === 0 ? new Map<string, [number, number, number][]>() : await sizesOfModels(db, ids);
  const ranked = ids
    .map((id) => {
      const models = sizes.get(id) ?? [];
      const fits = models.length === 0 ? null : Math.max(...models.map((size) => fittingMeasures(mm, size)));
      return { id, fits };
    })
    // Stable: of the same fit, what the search ranks first.
    .toSorted((a, b) => (b.fits ?? 0) - (a.fits ?? 0))
    .slice(0, limits.resources);
  const cards = await findCards(
    db,
    ranked.map(({ id }) => id),
    ratesOfResources,
  );
  const about = wantedQuery.parse({ search: device, limit: limits.posts });
  const [solved, open] = [
    await listWanted(db, { ...about, state: 'solved' }),
    await listWanted(db, { ...about, kind: 'broken_part' }),
  ];
  return {
    resources: ranked.flatMap(({ id, fits }) => {
      const resource = cards.get(id);
      return resource ? { resource, fits } : [];
    }),
    solved: solved.items,
    open: open.items,
  };
}

/**
 * Counts by district the people who look for something that nobody makes near them: of open posts, and those who wait for
 * a provider.
 */
export async function countDemand(db: Db, { trade }: DemandQuery): Promise<District[]> {
  const { rows: posts } = await sql<{ personId: string; address: string; lat: number; long: number }>`
    select w.asker_id as person_id, w.address, w.lat, w.long from wanted w
    where ${isPublic} and w.state in ('open', 'grace') and w.lat is not null
      and (${trade ?? null}::text is null or w.trade = ${trade ?? null})`.execute(db);
  const waiting = await listWaiting(db, trade ?? null);
  const seekers: Seeker[] = [...posts, ...waiting.map((each) => ({ ...each, address: '' }))].map(
    ({ personId, address, ...point }) => ({ personId, ...findPlaceNames(address, point) }),
  );
  return demandOf(seekers);
}

/** Names the districts in the reader's language, each at its centre. */
export function presentDemand(districts: readonly District[], locale: Locale): Demand {
  return districts.flatMap(({ people, ...place }) => {
    const found = describeDistrict(place, locale);
    return found ? { ...found, people } : [];
  });
}
