import type { Sessions } from '#features/accounts/server/public.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import { desk } from './contract.ts';
import { readDesk } from './queries.ts';

export function deskRoutes(app: App, deps: { db: Db; vault: Vault; terms: Terms; sessions: Sessions }): void {
  app.get(
    '/api/user/desk',
    {
      config: { access: 'person' },
      schema: {
        tags: ['people'],
        summary: 'What waits for me, what I have to make, and where my money is',
        response: { 200: desk, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await deps.sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await readDesk(deps, person.id));
    },
  );
}
