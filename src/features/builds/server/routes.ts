import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { getVisibleResource } from '#features/resources/server/public.ts';
import { getVisibleService } from '#features/services/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { buildRates } from '../contract.ts';
import { ratesOf } from './queries.ts';

const tags = ['builds'];
const idParams = z.object({ id: z.string() });
const response = { 200: buildRates, 404: errorSchema };

export function buildsRoutes(app: App, { db, sessions }: { db: Db; sessions: Sessions }): void {
  app.get(
    '/api/resources/:id/builds',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How often a resource was made, and worked',
        params: idParams,
        response,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await getVisibleResource(db, await sessions.find(request), id);
      return reply
        .header('cache-control', 'no-cache')
        .send(await ratesOf(db, { resourceId: id }, currentTime()));
    },
  );

  app.get(
    '/api/services/:id/builds',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How often what a service made has worked, in all and on each of its machines',
        params: idParams,
        response,
      },
    },
    async (request, reply) => {
      const { id } = await getVisibleService(db, await sessions.find(request), request.params.id);
      return reply
        .header('cache-control', 'no-cache')
        .send(await ratesOf(db, { serviceId: id }, currentTime()));
    },
  );
}
