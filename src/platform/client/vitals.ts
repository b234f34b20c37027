import type { AnyRouter } from '@tanstack/react-router';
import { maxSamples, vitalsPath, type VitalName, type VitalSample } from '../shared/vitals.ts';
import { slowAfterMs } from '../shared/vitals.ts';

/** Layout shifts form a session when they are less than a second apart, for at most five seconds. */
const shiftGapMs = 1000;
const shiftWindowMs = 5000;

/** Properties that the browser type definitions lack. */
type Entry = PerformanceEntry & {
  initiatorType?: string;
  interactionId?: number;
  value?: number;
  hadRecentInput?: boolean;
  sources?: unknown;
};

/** Largest sum of shifts in one session. */
export function layoutShift(shifts: readonly { startTime: number; value: number }[]): number {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  for (const { startTime, value } of shifts) {
    const apart = startTime - last > shiftGapMs || startTime - first > shiftWindowMs;
    if (apart) {
      first = startTime;
      sum = 0;
    }
    last = startTime;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Collects samples until they are sent. Drops samples beyond the maximum, so that one page cannot flood the server. */
export function createSamples(send: (samples: VitalSample[]) => void) {
  let samples: VitalSample[] = [];
  return {
    add(name: VitalName, value: number): void {
      if (samples.length < maxSamples)
        samples.push({ name, value: Math.max(0, Math.round(value * 1000) / 1000) });
    },
    flush(): void {
      if (samples.length > 0) send(samples);
      samples = [];
    },
  };
}

function beacon(samples: VitalSample[]): void {
  navigator.sendBeacon(vitalsPath, new Blob([JSON.stringify({ samples })], { type: 'application/json' }));
}

/** Measures how long people wait and reports it to our own server when they leave: numbers only, without person or page. */
export function startVitals(router: Pick<AnyRouter, 'subscribe'>): void {
  const { add, flush } = createSamples(beacon);
  const shifts: { startTime: number; value: number }[] = [];
  let largestPaint: number | null = null;
  let slowestInteraction = 0;

  function observe(type: string, options: object, each: (entry: Entry) => void): void {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...options,
    });
  }
  observe('navigation', {}, (entry) => add('ttfb', (entry as PerformanceNavigationTiming).responseStart));
  observe('paint', {}, (entry) => {
    if (entry.name === 'first-contentful-paint') add('fcp', entry.startTime);
  });
  observe('largest-contentful-paint', {}, (entry) => {
    largestPaint = entry.startTime;
  });
  observe('layout-shift', {}, (entry) => {
    if (!entry.hadRecentInput) shifts.push({ startTime: entry.startTime, value: entry.value ?? 0 });
  });
  observe('resource', {}, (entry) => {
    const isCall = entry.initiatorType === 'fetch' || entry.initiatorType === 'xmlhttprequest';
    if (isCall && new URL(entry.name).pathname.startsWith('/api/')) add('api_request', entry.duration);
  });
  // Browsers report only events of 50 ms or longer.
  observe('longtask', {}, (entry) => add('rendering', entry.duration));
  observe('event', { durationThreshold: slowAfterMs.user_interaction }, (entry) => {
    if (!entry.interactionId) return;
    add('user_interaction', entry.duration);
    slowestInteraction = Math.max(slowestInteraction, entry.duration);
  });

  let leftAt: number | null = null;
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    leftAt = fromLocation ? performance.now() : null;
  });
  router.subscribe('onRendered', () => {
    if (leftAt !== null) add('route_change', performance.now() - leftAt);
    leftAt = null;
  });

  let toldPage = false;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    // Final only when the page is hidden; a page restored from the cache has been hidden once already.
    if (!toldPage) {
      toldPage = true;
      if (largestPaint !== null) add('lcp', largestPaint);
      if (slowestInteraction > 0) add('inp', slowestInteraction);
      add('cls', layoutShift(shifts));
    }
    flush();
  });
}
