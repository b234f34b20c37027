import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30],
  registers: [metrics],
});

export const httpAnsweredFast = new Counter({
  name: 'http_answered_from_memory_total',
  help: 'Answers that were ready in memory; they are not in the histogram.',
  registers: [metrics],
});
