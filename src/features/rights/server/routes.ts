import { z } from 'zod';
import { assertProven, forgetDevice, type Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Vault } from '#platform/server/sealed.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError } from '#platform/shared/errors.ts';
import { dataExport, leaveInput, rightsErrors, withdrawal } from '../contract.ts';
import { beginWithdrawal, requestExport, takeBackWithdrawal } from './commands.ts';
import { readExport } from './export-file.ts';
import { findExport, getExportState } from './queries.ts';

const tags = ['rights'];
const refused = { 401: errorSchema, 403: errorSchema };

export function rightsRoutes(
  app: App,
  deps: Parameters<typeof assertProven>[0] & {
    db: Db;
    rateLimits: RateLimits;
    rooms: readonly PersonalData[];
    sessions: Sessions;
    storage: BlobStore;
    vault: Vault;
    /** Called when public content has changed. */
    onPublicChanged(): void;
  },
): void {
  const { db, rateLimits, sessions, storage } = deps;

  app.get(
    '/api/user/export/state',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'How far the export of my data is',
        response: { 200: dataExport, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getExportState(db, id, currentTime()));
    },
  );

  app.get(
    '/api/user/export',
    {
      config: { access: 'person', changesState: true },
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Ask for all my data, as JSON and files in a ZIP',
        description:
          'Needs a proof in this session. It is made in the background and told by a notification and a mail; then it can be ' +
          'fetched for seven days. While one is made, asking again changes nothing; later a new one takes its place.',
        response: { 202: dataExport, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      const now = currentTime();
      const before = await getExportState(db, user.id, now);
      if (before.state !== 'preparing') {
        await rateLimits.take('exports', user.id);
        await requestExport(deps, user.id, now);
      }
      return reply
        .code(202)
        .header('cache-control', 'no-store')
        .send(await getExportState(db, user.id, now));
    },
  );

  app.get(
    '/api/user/export/download',
    {
      config: { access: 'person' },
      // Fastify would generate the whole response for a HEAD request and discard it.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'The ZIP with all my data',
        response: { 200: fileAnswer('application/zip'), 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const found = await findExport(db, id, currentTime());
      const size = found?.state === 'ready' ? await storage.size(found.blobKey) : null;
      if (!found || size === null) throw new AppError(rightsErrors.export_not_found);
      const day = found.requestedAt.toISOString().slice(0, 10);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="gongbang-${day}.zip"`)
        .header('content-length', size)
        .type('application/zip')
        .send(readExport(deps, found));
    },
  );

  app.delete(
    '/api/user',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Leave: everything public is hidden, and after fourteen days everything is erased',
        description:
          'Needs `password`, or a proof in this session, and ends every session. Signing in again can take it back.',
        body: leaveInput,
        response: { 200: withdrawal, 400: errorSchema, 409: errorSchema, 429: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await assertProven(deps, request, { password: request.body?.password });
      const withdrawsAt = await beginWithdrawal(deps, id, currentTime());
      deps.onPublicChanged();
      sessions.end(reply);
      forgetDevice(deps, request, reply, id);
      return reply.header('cache-control', 'no-store').send({ withdrawsAt: withdrawsAt.toISOString() });
    },
  );

  app.delete(
    '/api/user/withdrawal',
    {
      config: { access: 'person', whileWithdrawing: true },
      schema: {
        tags,
        summary: 'Stay after all: everything is as it was',
        response: { 204: z.null(), 409: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await takeBackWithdrawal(deps, id);
      deps.onPublicChanged();
      return reply.code(204).send(null);
    },
  );
}
