import { z } from 'zod';
import { maxSamples, slowAfterMs, vitalsPath, webVitals, type VitalName } from '../shared/vitals.ts';
import type { App } from './http.ts';
import { browserDuration, browserLayoutShift, browserSlow } from './metrics.ts';
import { errorSchema } from './openapi.ts';

const timings = Object.keys(slowAfterMs) as (keyof typeof slowAfterMs)[];

/** Upper bound of a measurement; a laptop that slept would report a night. */
const maxMs = 10 * 60_000;

const vitalsInput = z.strictObject({
  samples: z
    .array(z.strictObject({ name: z.enum([...timings, ...webVitals]), value: z.number().min(0).max(maxMs) }))
    .min(1)
    .max(maxSamples),
});

const bodyLimitBytes = 8 * 1024;

function count(name: VitalName, value: number): void {
  if (name === 'cls') {
    browserLayoutShift.observe(value);
    return;
  }
  browserDuration.observe({ name }, value / 1000);
  const slowAfter = (slowAfterMs as Partial<Record<VitalName, number>>)[name];
  if (slowAfter !== undefined && value > slowAfter) browserSlow.inc({ name });
}

/** Receives browsers' measurements of waiting times. Numbers only: nothing identifies the person or the page. */
export function vitalsRoutes(app: App): void {
  app.post(
    vitalsPath,
    {
      config: { access: 'anyone', ownLimit: { address: 'vitals' }, changesNoPage: true },
      bodyLimit: bodyLimitBytes,
      schema: {
        tags: ['operation'],
        summary: 'Report what a browser measured',
        description: 'Values are milliseconds, except for `cls`.',
        body: vitalsInput,
        response: { 204: z.null(), 400: errorSchema, 413: errorSchema, 415: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      for (const { name, value } of request.body.samples) count(name, value);
      return reply.code(204).send(null);
    },
  );
}
