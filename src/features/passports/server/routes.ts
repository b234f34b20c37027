import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { findMade, findMadePhoto, findOrder } from '#features/orders/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import type { Db } from '#platform/server/db.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { errorSchema, fileAnswer, pictureAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendPicture } from '#platform/server/send-picture.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import { codeOf, passportPath, readCode } from '../code.ts';
import {
  claimInput,
  handover,
  labelsQuery,
  orderPassports,
  passport,
  passportsErrors,
  passportsInput,
  recallInput,
  recallUpdateInput,
  resourceRecalls,
  thing,
  thingsQuery,
  type OrderPassports,
} from '../contract.ts';
import { readGtin } from '../gtin.ts';
import { choosePassports, claim, keep, passOn, revoke } from './commands.ts';
import { drawLabels } from './labels.ts';
import {
  findByCode,
  findBySerial,
  getOrderPassports,
  getPassport,
  listOfOrder,
  listThings,
} from './queries.ts';
import { endRecall, getResourceRecalls, postRecall, updateRecall } from './recalls.ts';

const tags = ['passports'];
const idParams = z.object({ id: z.string() });
const codeParams = z.object({ code: z.string() });
const refused = { 400: errorSchema, 401: errorSchema, 403: errorSchema, 404: errorSchema, 409: errorSchema };
const byCode = { ...refused, 410: errorSchema, 429: errorSchema };

/** Refusals of codes that somebody may be guessing. */
const guesses: ReadonlySet<string> = new Set([
  passportsErrors.passport_not_found.code,
  passportsErrors.wrong_handover.code,
]);

type Deps = {
  db: Db;
  storage: BlobStore;
  sessions: Sessions;
  rateLimits: RateLimits;
  config: { publicOrigin: string };
};

export function passportsRoutes(app: App, deps: Deps): void {
  const { db, storage, sessions, rateLimits, config } = deps;
  const { publicOrigin } = config;
  const own = 'no-store';

  /** Counts codes that are nobody's, so that codes cannot be guessed; codes on labels are not limited. */
  async function lookUp<Found>({ ip }: FastifyRequest, find: () => Promise<Found>): Promise<Found> {
    await rateLimits.take('passportCodes', ip);
    try {
      const found = await find();
      await rateLimits.giveBack('passportCodes', ip);
      return found;
    } catch (error) {
      if (!isAppError(error) || !guesses.has(error.kind.code)) await rateLimits.giveBack('passportCodes', ip);
      throw error;
    }
  }
  const read = async (request: FastifyRequest, code: string) => {
    const reader = await sessions.find(request);
    const asked = { locale: answerLocale(request), publicOrigin };
    return lookUp(request, () => getPassport(db, reader, code, asked));
  };
  /** Returns an order with its passports to its sides and to staff. Throws `order_not_found`. */
  async function ofOrder(person: { id: string; isAdmin: boolean }, id: string) {
    const { order } = await findOrder(db, person, id);
    const made = await findMade(db, order.id);
    if (!made) throw new AppError(passportsErrors.no_passports);
    return made;
  }
  async function present(person: { id: string }, orderId: string): Promise<OrderPassports> {
    const made = await findMade(db, orderId);
    if (!made) throw new AppError(passportsErrors.no_passports);
    return getOrderPassports(db, person, made);
  }

  app.get(
    '/api/passports/:code',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What a made thing is, by the code on its label; more of it for its holder',
        params: codeParams,
        response: { 200: passport, 404: errorSchema, 410: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', own).send(await read(request, request.params.code)),
  );

  app.get(
    '/api/passports/:code/photos/:photoId/:name',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A photo of a thing, for its holder',
        params: z.object({ code: z.string(), photoId: z.string(), name: z.string() }),
        response: { 200: pictureAnswer, 401: errorSchema, 404: errorSchema, 410: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { code, photoId, name } = request.params;
      const row = await lookUp(request, () => findByCode(db, code));
      const width = Number(/^(\d{1,5})\.webp$/.exec(name)?.[1] ?? 0);
      const found = row.holderId === person.id ? await findMadePhoto(db, row.orderId, photoId, width) : null;
      if (found === null) throw new AppError(passportsErrors.passport_not_found);
      // Former holders do not see it any more.
      reply.header('cache-control', 'private, no-cache');
      return sendPicture(request, reply, { db, storage }, { ...found, etag: `${photoId}-${width}` });
    },
  );

  app.post(
    '/api/passports/:code/claim',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Become the holder: of a thing that nobody has claimed, or by the former holder’s code',
        params: codeParams,
        body: claimInput,
        response: { 200: passport, ...byCode },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { code } = request.params;
      await lookUp(request, () => claim(db, person, code, request.body));
      return reply.header('cache-control', own).send(await read(request, code));
    },
  );

  app.post(
    '/api/passports/:code/handover',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A code by which somebody else becomes the holder, once and within a week',
        params: codeParams,
        response: { 201: handover, ...byCode },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const made = await lookUp(request, () => passOn(db, person, request.params.code, publicOrigin));
      return reply.code(201).header('cache-control', own).send(made);
    },
  );

  app.delete(
    '/api/passports/:code/handover',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take that code back',
        params: codeParams,
        response: { 200: passport, ...byCode },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      await lookUp(request, () => keep(db, person, request.params.code));
      return reply.header('cache-control', own).send(await read(request, request.params.code));
    },
  );

  app.get(
    '/api/user/things',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Made things that I hold, the newest first',
        querystring: thingsQuery,
        response: { 200: z.array(thing), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listThings(db, person.id, request.query, answerLocale(request));
      return reply.header('cache-control', own).headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/orders/:id/passports',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Passports of what an order made',
        params: idParams,
        response: { 200: orderPassports, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const made = await ofOrder(person, request.params.id);
      return reply.header('cache-control', own).send(await getOrderPassports(db, person, made));
    },
  );

  app.put(
    '/api/orders/:id/passports',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Choose the labels of an order and of later ones, and make those of a delivered one',
        params: idParams,
        body: passportsInput,
        response: { 200: orderPassports, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const made = await ofOrder(person, request.params.id);
      await choosePassports(db, person, made, request.body);
      return reply.header('cache-control', own).send(await present(person, made.id));
    },
  );

  app.get(
    '/api/orders/:id/labels.pdf',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Labels of an order as a PDF, for its provider',
        params: idParams,
        querystring: labelsQuery,
        response: { 200: fileAnswer('application/pdf'), ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const made = await ofOrder(person, request.params.id);
      const { size, code } = request.query;
      const body = code === undefined ? null : readCode(code);
      const rows = made.providerId === person.id ? await listOfOrder(db, made.id) : [];
      const shown = rows.filter(({ label }) => label !== null && (code === undefined || label === body));
      if (shown.length === 0) throw new AppError(passportsErrors.no_passports);
      const locale = answerLocale(request);
      const pdf = await drawLabels(
        publicOrigin,
        shown.map(({ label, gtin, title, version, pieces, material }) => ({
          code: codeOf(label ?? ''),
          gtin,
          title,
          lines: [
            [
              ...(version === null ? [] : [m['passports.label.version']({ version }, { locale })]),
              ...(pieces === 1 ? [] : [m['passports.label.pieces']({ count: pieces }, { locale })]),
              ...(material === '' ? [] : [material]),
            ].join(' · '),
            m['passports.label.scan']({}, { locale }),
          ].filter((line) => line !== ''),
        })),
        size,
      );
      return reply
        .header('cache-control', own)
        .header('content-disposition', `inline; filename="labels-${size}.pdf"`)
        .type('application/pdf')
        .send(pdf);
    },
  );

  for (const [act, summary, isReissued] of [
    ['revoke', 'End the validity of a label, for its provider', false],
    ['reissue', 'Give a thing a new label; the former one is not valid any more', true],
  ] as const) {
    app.post(
      `/api/made-things/:id/${act}`,
      {
        config: { access: 'person' },
        schema: { tags, summary, params: idParams, response: { 200: orderPassports, ...refused } },
      },
      async (request, reply) => {
        const person = await sessions.get(request);
        const orderId = await revoke(db, person, request.params.id, { isReissued });
        return reply.header('cache-control', own).send(await present(person, orderId));
      },
    );
  }

  app.get(
    '/01/:gtin/21/:serial',
    {
      schema: {
        tags,
        summary: 'GS1 Digital Link of a label with its maker’s GTIN',
        params: z.object({ gtin: z.string(), serial: z.string() }),
        response: { 302: z.null().describe('The page of the thing.'), 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const { gtin, serial } = request.params;
      const code = await lookUp(request, () => findBySerial(db, readGtin(gtin), serial));
      return reply.header('cache-control', own).redirect(passportPath(code), 302);
    },
  );

  app.get(
    '/api/resources/:id/recalls',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Fixes and recalls of a resource',
        params: idParams,
        response: { 200: resourceRecalls, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const reader = await sessions.find(request);
      return reply.header('cache-control', own).send(await getResourceRecalls(db, reader, request.params.id));
    },
  );

  app.post(
    '/api/resources/:id/recalls',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Post a fix or a recall, for the author and staff; every holder is told',
        params: idParams,
        body: recallInput,
        response: { 201: resourceRecalls, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await postRecall(db, person, id, request.body);
      return reply
        .code(201)
        .header('cache-control', own)
        .send(await getResourceRecalls(db, person, id));
    },
  );

  app.post(
    '/api/recalls/:id/updates',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Add to a recall what has become known; every holder is told',
        params: idParams,
        body: recallUpdateInput,
        response: { 200: resourceRecalls, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const resourceId = await updateRecall(db, person, request.params.id, request.body.text);
      return reply.header('cache-control', own).send(await getResourceRecalls(db, person, resourceId));
    },
  );

  app.post(
    '/api/recalls/:id/end',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'End a recall, which stays to be read',
        params: idParams,
        response: { 200: resourceRecalls, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const resourceId = await endRecall(db, person, request.params.id);
      return reply.header('cache-control', own).send(await getResourceRecalls(db, person, resourceId));
    },
  );
}
