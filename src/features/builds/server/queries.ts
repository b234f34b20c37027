import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { BuildRates } from '../contract.ts';
import { countedSince, lowerBound, rateOf, shownRate, type Counted, type Rate } from '../rules.ts';

/** Builds that are read for one rate, the latest: more would change none. */
const maxRead = 5000;

/** Returns the rates of resources that have enough builds, by resource: one query for all of a page. */
export async function ratesOfResources(
  db: Db,
  resourceIds: readonly string[],
  now: Date,
): Promise<Map<string, Rate>> {
  const { rows } = await sql<Counted & { resourceId: string }>`
    select counted.* from unnest(${resourceIds}::uuid[]) as asked (id), lateral (
      select resource_id as "resourceId", id, source, maker_id as "makerId", for_id as "forId",
        owner_id as "ownerId", worked, built_at as "builtAt"
      from build where resource_id = asked.id and built_at > ${countedSince(now)}
      order by built_at desc limit ${maxRead}
    ) counted`.execute(db);
  const found = new Map<string, Rate>();
  for (const [id, builds] of Map.groupBy(rows, ({ resourceId }) => resourceId)) {
    const rate = shownRate(rateOf(builds, now));
    if (rate) found.set(id, rate);
  }
  return found;
}

/** Returns the rates of a resource or of a service, and of each machine; the most reliable machine first. */
export async function ratesOf(
  db: Db,
  of: { resourceId: string } | { serviceId: string },
  now: Date,
): Promise<BuildRates> {
  const builds = await read(db, of, now);
  const byMachine = Map.groupBy(
    builds.filter(({ machine }) => machine !== ''),
    ({ machineId, machine }) =>
      machineId ??
      machine
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\s_-]/g, ''),
  );
  return {
    rate: shownRate(rateOf(builds, now)),
    machines: [...byMachine.values()]
      .flatMap((ofMachine) => {
        const rate = shownRate(rateOf(ofMachine, now));
        return rate ? [{ machine: ofMachine[0]!.machine, ...rate }] : [];
      })
      .toSorted((a, b) => lowerBound(b) - lowerBound(a)),
  };
}

async function read(
  db: Db,
  of: { resourceId: string } | { serviceId: string },
  now: Date,
): Promise<(Counted & { machineId: string | null; machine: string })[]> {
  const all = db
    .selectFrom('build')
    .select(['id', 'source', 'makerId', 'forId', 'ownerId', 'worked', 'builtAt', 'machineId', 'machine'])
    .where('builtAt', '>', countedSince(now))
    .orderBy('builtAt', 'desc')
    .limit(maxRead);
  return 'resourceId' in of
    ? all.where('resourceId', '=', of.resourceId).execute()
    : all.where('serviceId', '=', of.serviceId).execute();
}
