import { sql } from 'kysely';
import { z } from 'zod';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import { sendError, type App } from '#platform/server/http.ts';
import { metrics } from '#platform/server/metrics.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import type { Runtime } from './runtime.ts';
import type { ServerState } from './server.ts';

const health = z.object({ status: z.string() }).meta({ title: 'Health' });

/** Answers whether the process is up, whether it can serve, and its metrics, for what runs and watches it. */
export function operationRoutes(app: App, { config, db, storage }: Runtime, state: ServerState): void {
  app.get(
    '/healthz',
    { schema: { tags: ['operation'], summary: 'The process is up', response: { 200: health } } },
    () => ({
      status: 'ok',
    }),
  );
  // Anyone may ask, so the disk is written to at most once a second.
  const readiness = new CoalescingCache<unknown>({ lifetimeMs: 1000, most: 1 });
  app.get(
    '/readyz',
    {
      schema: {
        tags: ['operation'],
        summary: 'Database and storage answer',
        response: { 200: health, 503: errorSchema },
      },
    },
    async (request, reply) => {
      if (state.draining) return sendError(request, reply, new AppError(platformErrors.overloaded));
      try {
        await readiness.get('', () => Promise.all([sql`select 1`.execute(db), storage.check()]));
      } catch (error) {
        request.log.error({ err: error }, 'not ready');
        return sendError(request, reply, new AppError(platformErrors.overloaded, { retryAfterSeconds: 5 }));
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ready' });
    },
  );
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Metrics are internal. A client behind an unknown proxy has no trusted address.
    const hidden = config.trustedProxies.length === 0 && request.headers['x-forwarded-for'] !== undefined;
    if (hidden || !isPrivateAddress(request.ip)) throw new AppError(platformErrors.not_found);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(plain);
}
