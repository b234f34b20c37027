import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30],
  registers: [metrics],
});

const durations = new Map<string, ReturnType<typeof httpDuration.labels>>();

/** The histogram of one kind of answer; there are as many as routes and kinds of status. */
export function durationOf(method: string, route: string, status: string) {
  const key = `${method} ${route} ${status}`;
  let found = durations.get(key);
  if (!found) {
    found = httpDuration.labels(method, route, status);
    durations.set(key, found);
  }
  return found;
}

export const httpAnsweredFast = new Counter({
  name: 'http_answered_from_memory_total',
  help: 'Answers that were ready in memory; they are not in the histogram.',
  registers: [metrics],
});
