import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30],
  registers: [metrics],
});

type Durations = Map<string, ReturnType<typeof httpDuration.labels>[]>;
const durations = new Map<string, Durations>();

/** Returns the histogram of a route's responses by the first digit of their status. */
export function durationOf(method: string, route: string, kind: number) {
  // Nested maps, because a combined key would have to be built and hashed for each response.
  const ofRoute: Durations = durations.get(route) ?? new Map();
  if (ofRoute.size === 0) durations.set(route, ofRoute);
  const ofMethod = ofRoute.get(method) ?? [];
  if (ofMethod.length === 0) ofRoute.set(method, ofMethod);
  ofMethod[kind] ??= httpDuration.labels(method, route, `${kind}xx`);
  return ofMethod[kind];
}

export const httpAnsweredFast = new Counter({
  name: 'http_answered_from_memory_total',
  help: 'Answers that were ready in memory; they are not in the histogram.',
  registers: [metrics],
});

/** Measurements of browsers. Bucket limits include the thresholds for slow. */
export const browserDuration = new Histogram({
  name: 'browser_duration_seconds',
  help: 'What people waited for, as their browsers measured it, by kind.',
  labelNames: ['name'],
  buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 4, 10, 30],
  registers: [metrics],
});

export const browserLayoutShift = new Histogram({
  name: 'browser_layout_shift',
  help: 'How far pages jumped while they were read, without unit.',
  buckets: [0.02, 0.1, 0.25, 0.5, 1],
  registers: [metrics],
});

export const browserSlow = new Counter({
  name: 'browser_slow_total',
  help: 'What took longer than its kind may.',
  labelNames: ['name'],
  registers: [metrics],
});

export const realtimeSockets = new Gauge({
  name: 'realtime_sockets',
  help: 'Realtime connections that are open.',
  registers: [metrics],
});

export const realtimeSent = new Counter({
  name: 'realtime_events_sent_total',
  help: 'Events sent, one for each connection that one goes to.',
  registers: [metrics],
});

export const realtimeLag = new Histogram({
  name: 'realtime_lag_seconds',
  help: 'From when something happened until it was sent to those who follow it.',
  buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  registers: [metrics],
});
