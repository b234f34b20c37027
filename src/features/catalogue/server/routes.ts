import { recordExport } from '#features/admin/server/public.ts';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import type { VirusScanner } from '#platform/server/virus-scanner.ts';
import { createKeyedLimiter } from '#platform/server/keyed-limiter.ts';
import { canManageCatalogue } from '../access.ts';
import { importInput, importReport } from '../contract.ts';
import { exportCatalogue } from './exporting.ts';
import { importCatalogue } from './importing.ts';

export function catalogueRoutes(
  app: App,
  deps: {
    config: Config;
    db: Db;
    rateLimits: RateLimits;
    scanner: VirusScanner | null;
    sessions: Sessions;
    storage: BlobStore;
    /** Called to clear cached lists after an import. */
    onImported(): void;
  },
): void {
  const { config, db, rateLimits, scanner, sessions, storage } = deps;
  const refused = { 401: errorSchema, 403: errorSchema };

  app.get(
    '/api/admin/catalogue.zip',
    {
      config: { access: canManageCatalogue },
      schema: {
        tags: ['catalogue', 'admin'],
        summary: 'All published resources and active services, with their files and pictures',
        description:
          '`catalogue.json` says format and version; `resources.jsonl` and `services.jsonl` have a row a line, with the keys that `POST /api/resources` and `POST /api/services` take, `id`, `owner` (a username) and `blobs`, which are files in the ZIP. Services are told as everybody sees them: without contact data.',
        response: { 200: fileAnswer('application/zip'), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const now = currentTime();
      const { zip, rows } = await exportCatalogue({ db, storage }, { origin: config.publicOrigin, now });
      await recordExport(db, actor, { table: 'catalogue', asked: {}, rows }, now);
      return reply
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="gongbang-catalogue-${now.toISOString().slice(0, 10)}.zip"`,
        )
        .type('application/zip')
        .send(zip);
    },
  );

  // One after another, because each reads a whole archive.
  const imports = createKeyedLimiter({ atOnce: 1, maxWaiting: 4 });

  app.post(
    '/api/admin/catalogue/import',
    {
      config: { access: canManageCatalogue },
      schema: {
        tags: ['catalogue', 'admin'],
        summary: 'Bring in a catalogue',
        description:
          'Of a finished upload. Rows keep their ids: those that are here already are left alone, so that the same catalogue may come twice. Where one row has a mistake, none is written.',
        body: importInput,
        response: {
          200: importReport,
          400: errorSchema,
          404: errorSchema,
          409: errorSchema,
          413: errorSchema,
          422: errorSchema,
          429: errorSchema,
          ...refused,
        },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await rateLimits.take('writes', actor.id);
      const report = await imports(actor.id, () =>
        importCatalogue(
          { db, storage, scanner, maxFileBytes: config.maxFileBytes },
          actor,
          request.body,
          answerLocale(request),
          currentTime(),
        ),
      );
      if (report.isWritten) deps.onImported();
      return reply.header('cache-control', 'no-store').send(report);
    },
  );
}
