/** Pure rules of verified builds: which count, and how good a rate is. */

/** Builds from which on a rate is shown. */
export const minForRate = 3;
export const countedMonths = 24;
const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Quantile of the normal distribution for an interval of 90 %. */
const z = 1.6449;

export type Counted = {
  id: string;
  source: 'order' | 'make';
  makerId: string | null;
  /** The person who it was made for; null for one's own. */
  forId: string | null;
  ownerId: string | null;
  worked: boolean;
  builtAt: Date;
};
export type Rate = { made: number; worked: number };

/** Returns the first moment that still counts. */
export function countedSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - countedMonths);
  return since;
}

/** Returns whether the author of a resource made it, or had it made. */
function isOwn({ makerId, forId, ownerId }: Counted): boolean {
  return ownerId !== null && (makerId === ownerId || forId === ownerId);
}

/** Returns the two people of a build, in one order; of people who have left, each build is its own. */
function pairOf({ id, source, makerId, forId, ownerId }: Counted): string {
  // A make is the author's thing, made by somebody; an order is made for its buyer.
  const other = source === 'make' ? ownerId : forId;
  return makerId === null || other === null ? id : [makerId, other].toSorted().join(' ');
}

/**
 * Returns the builds that count: those of the last 24 months, without the author's own, and of one pair of people at most one
 * in a week, the first.
 */
export function countedBuilds<Build extends Counted>(builds: readonly Build[], now: Date): Build[] {
  const since = countedSince(now);
  const last = new Map<string, number>();
  return builds
    .filter((build) => build.builtAt > since && build.builtAt <= now && !isOwn(build))
    .toSorted((a, b) => a.builtAt.getTime() - b.builtAt.getTime() || (a.id < b.id ? -1 : 1))
    .filter((build) => {
      const pair = pairOf(build);
      const at = build.builtAt.getTime();
      const before = last.get(pair);
      if (before !== undefined && at - before < weekMs) return false;
      last.set(pair, at);
      return true;
    });
}

/** Returns how many were made, and how many of them worked. */
export function rateOf(builds: readonly Counted[], now: Date): Rate {
  const counted = countedBuilds(builds, now);
  return { made: counted.length, worked: counted.filter(({ worked }) => worked).length };
}

/** Returns a rate that says something; null for too few builds. */
export function shownRate(rate: Rate): Rate | null {
  return rate.made < minForRate ? null : rate;
}

/** Returns Wilson's lower bound of a rate at 90 %, by which rates of different numbers are ordered. */
export function lowerBound({ made, worked }: Rate): number {
  if (made === 0) return 0;
  const share = worked / made;
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * made)) / made);
  return Math.max(0, (share + (z * z) / (2 * made) - spread) / (1 + (z * z) / made));
}
