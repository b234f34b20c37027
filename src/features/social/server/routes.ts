import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { followed, follows, likes, peopleQuery } from '../contract.ts';
import { collectionRoutes } from './collection-routes.ts';
import { follow, setLike, unfollow } from './commands.ts';
import { commentRoutes } from './comment-routes.ts';
import { makeRoutes, recentMakesRoute } from './make-routes.ts';
import { getFollows, getLikes, listFollowed } from './queries.ts';

export type SocialDeps = {
  db: Db;
  sessions: Sessions;
  rateLimits: RateLimits;
  storage: BlobStore;
  /** Returns a public person by username; throws if there is none. */
  getPerson(username: string): Promise<{ id: string }>;
  /** Called when a count on cards has changed. */
  onCountChanged(): void;
};

const tags = ['social'];
const refused = { 400: errorSchema, 401: errorSchema, 404: errorSchema, 409: errorSchema, 429: errorSchema };

export function socialRoutes(app: App, deps: SocialDeps): void {
  const { db, getPerson, sessions } = deps;
  const idParams = z.object({ id: z.string() });
  const usernameParams = z.object({ username: z.string().max(100) });

  app.get(
    '/api/resources/:id/likes',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How many like a resource, and whether I do',
        params: idParams,
        response: { 200: likes, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const actor = await sessions.find(request);
      return reply.header('cache-control', 'no-store').send(await getLikes(db, actor, request.params.id));
    },
  );

  for (const [method, liked] of [
    ['POST', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      config: { access: 'person' },
      method,
      url: '/api/resources/:id/likes',
      schema: {
        tags,
        summary: liked ? 'Like a resource; once more changes nothing' : 'Like a resource no more',
        params: idParams,
        response: { 200: likes, ...refused },
      },
      async handler(request, reply) {
        const person = await sessions.get(request);
        const { id } = request.params;
        await db.transaction().execute((trx) => setLike(trx, person.id, id, liked, currentTime()));
        deps.onCountChanged();
        return reply.header('cache-control', 'no-store').send(await getLikes(db, person, id));
      },
    });
  }

  app.get(
    '/api/people/:username/follow',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How many follow somebody, and whether I do',
        params: usernameParams,
        response: { 200: follows, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await getPerson(request.params.username);
      const actor = await sessions.find(request);
      return reply.header('cache-control', 'no-store').send(await getFollows(db, actor, id));
    },
  );

  for (const [method, change, summary] of [
    ['POST', follow, 'Follow somebody: hear of what they publish'],
    ['DELETE', unfollowAs, 'Follow somebody no more'],
  ] as const) {
    app.route({
      config: { access: 'person' },
      method,
      url: '/api/people/:username/follow',
      schema: { tags, summary, params: usernameParams, response: { 200: follows, ...refused } },
      async handler(request, reply) {
        const actor = await sessions.get(request);
        const { id } = await getPerson(request.params.username);
        await change(db, actor, id, currentTime());
        return reply.header('cache-control', 'no-store').send(await getFollows(db, actor, id));
      },
    });
  }

  app.get(
    '/api/user/following',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Whom I follow, the last one first',
        querystring: peopleQuery,
        response: { 200: z.array(followed), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const { items, ...found } = await listFollowed(db, id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  commentRoutes(app, deps);
  recentMakesRoute(app, deps);
  makeRoutes(app, deps);
  collectionRoutes(app, deps);
}

const unfollowAs = (db: Db, actor: { id: string }, personId: string) => unfollow(db, actor.id, personId);
