import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { canEditLegal } from '../access.ts';
import { legalDocument, legalInput, staffLegal } from '../contract.ts';
import { saveLegal } from './commands.ts';
import { getLegal, listForStaff } from './queries.ts';

const params = z.object({ kind: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema, 409: errorSchema };

export function legalRoutes(app: App, deps: { config: Config; db: Db; sessions: Sessions }): void {
  const { config, db, sessions } = deps;

  app.get(
    '/api/legal/:kind',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['site'],
        summary: 'The terms or the privacy policy, as they are in force or in another version',
        params,
        querystring: z.object({ version: z.iso.date().optional() }),
        response: { 200: legalDocument, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const answer = await getLegal(db, request.params.kind, {
        version: request.query.version,
        locale: answerLocale(request),
        feePercent: config.feePercent,
        now: currentTime(),
      });
      return reply
        .header('cache-control', 'public, max-age=60')
        .header('vary', 'accept-language')
        .send(answer);
    },
  );

  app.get(
    '/api/admin/legal',
    {
      config: { access: canEditLegal },
      schema: {
        tags: ['admin'],
        summary: 'Legal documents with their drafts',
        response: { 200: z.array(staffLegal), ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await listForStaff(db, config.feePercent, currentTime()));
    },
  );

  app.put(
    '/api/admin/legal/:kind',
    {
      config: { access: canEditLegal },
      schema: {
        tags: ['admin'],
        summary: 'Save the draft of a legal document, or publish it with its day; with a reason and a proof',
        params,
        body: legalInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      await saveLegal(db, actor, request.params.kind, request.body);
      return reply.code(204).send(null);
    },
  );
}
