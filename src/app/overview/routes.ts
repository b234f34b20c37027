import type { Sessions } from '#features/accounts/server/public.ts';
import { canModerate } from '#features/moderation/server/public.ts';
import { canSeeMoney } from '#features/payments/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { isStaff } from '#platform/shared/roles.ts';
import { overview, type Overview } from './contract.ts';
import { readOverview } from './queries.ts';

/** Cached, because the totals sum over a million rows. */
const lifetimeMs = 5000;

export function overviewRoutes(
  app: App,
  { db, sessions, gateway }: { db: Db; sessions: Sessions; gateway: { payouts: object | null } },
): void {
  const cache = new CoalescingCache<Overview>({ lifetimeMs, most: 4 });
  app.get(
    '/api/admin/stats',
    {
      config: { access: isStaff },
      schema: {
        tags: ['admin'],
        summary: 'Counts, trends, money and what waits for a person; for staff',
        description: 'Up to five seconds old.',
        response: { 200: overview, 401: errorSchema, 403: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const may = { money: canSeeMoney(actor), moderation: canModerate(actor) };
      const found = await cache.get(JSON.stringify(may), () =>
        readOverview(db, may, { now: currentTime(), sendsPayouts: gateway.payouts !== null }),
      );
      return reply.header('cache-control', 'no-store').send(found);
    },
  );
}
