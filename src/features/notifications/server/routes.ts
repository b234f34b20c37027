import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { Realtime } from '#platform/server/realtime.ts';
import { listQuery, notification, readInput, settings, settingsInput, unread } from '../contract.ts';
import { changeSettings, markRead } from './commands.ts';
import { countUnread, getSettings, listNotifications } from './queries.ts';

const tags = ['notifications'];
const refused = { 400: errorSchema, 401: errorSchema };

export function notificationsRoutes(
  app: App,
  deps: { db: Db; sessions: Sessions; realtime: Realtime },
): void {
  const { db, sessions, realtime } = deps;

  app.get(
    '/api/user/notifications',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I was told, newest first',
        querystring: listQuery,
        response: { 200: z.array(notification), ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const found = await listNotifications(db, id, request.query, answerLocale(request));
      return reply
        .header('cache-control', 'no-store')
        .headers(pageHeaders(request.url, found))
        .send(found.items);
    },
  );

  app.get(
    '/api/user/notifications/unread',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'How many I have not read', response: { 200: unread, 401: errorSchema } },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await countUnread(db, id));
    },
  );

  app.post(
    '/api/user/notifications/read',
    {
      // Pages send this automatically, so it has a rate limit of its own.
      config: { access: 'person', ownLimit: { person: 'notificationReads' } },
      schema: {
        tags,
        summary: 'Mark some as read, those that lead to a page, or all',
        body: readInput,
        response: { 200: unread, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const isChanged = await markRead(db, id, request.body, currentTime());
      // The number falls in every open tab.
      if (isChanged) realtime.broadcast(`user:${id}`, 'notification', {});
      return reply.send(await countUnread(db, id));
    },
  );

  app.get(
    '/api/user/notification-settings',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Which kinds come by mail', response: { 200: settings, 401: errorSchema } },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getSettings(db, id));
    },
  );

  app.patch(
    '/api/user/notification-settings',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Switch mail of a kind on or off',
        body: settingsInput,
        response: { 200: settings, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await changeSettings(db, id, request.body);
      return reply.send(await getSettings(db, id));
    },
  );
}
