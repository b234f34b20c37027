const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long data is fresh, and how long it is cached while nothing shows it. The first match wins. */
const kinds: { path: RegExp; staleTime: number; gcTime: number }[] = [
  { path: /^\/(static|assets)\//, staleTime: 24 * hour, gcTime: 6 * hour },
  { path: /^\/api\/(resources|services)\/type\//, staleTime: hour, gcTime: 6 * hour },
  { path: /^\/api\/(resources|services)(\/nearby)?(\?|$)/, staleTime: 15 * minute, gcTime: 2 * hour },
  { path: /\/(orders|transactions)\b/, staleTime: 2 * minute, gcTime: hour },
  { path: /^\/api\/(user|account)\b/, staleTime: 5 * minute, gcTime: hour },
];

export const defaultFreshness = { staleTime: 10 * minute, gcTime: hour };

/** A list on screen becomes stale sooner than a preloaded one. */
export const shownListStaleMs = 5 * minute;

export function freshness(path: string): { staleTime: number; gcTime: number } {
  const { staleTime, gcTime } = kinds.find((kind) => kind.path.test(path)) ?? defaultFreshness;
  return { staleTime, gcTime };
}
