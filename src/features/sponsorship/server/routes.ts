import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { doToOne, serveMany, serveTable } from '#features/admin/server/public.ts';
import { createWordList } from '#features/community/server/public.ts';
import { attempt, attemptInput, paymentsErrors } from '#features/payments/contract.ts';
import { beginAttempt, presentAttempt, type PaymentDeps } from '#features/payments/server/public.ts';
import { m } from '#i18n/generated/messages.js';
import { localizePath } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { hashBody, once, requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import { isAppError, refused as refusedAt } from '#platform/shared/errors.ts';
import { canListSponsors, canRecordSpending } from '../access.ts';
import {
  askedRecipient,
  books,
  hideInput,
  hideManyInput,
  ownSponsorship,
  reasonInput,
  recipientQuery,
  spendingInput,
  sponsor,
  sponsorChange,
  sponsorInput,
  sponsorOffer,
  staffQuery,
  staffSponsorship,
  wallQuery,
  type AskedRecipient,
  type Books,
} from '../contract.ts';
import { sponsorshipTerms } from '../rules.ts';
import { csvColumns, exportForStaff, listForStaff } from './staff-table.ts';
import { cancel, change, promise } from './commands.ts';
import { findTarget } from './targets.ts';
import { openAttempt, withdraw } from './contributions.ts';
import { recordSpending, reverseSpending } from './spending.ts';
import { setHidden } from './hiding.ts';
import {
  findSponsorshipOf,
  getOwn,
  listOwn,
  type FindBannerOpen,
  listSponsors,
  presentOffer,
  presentTarget,
  readBooks,
} from './queries.ts';

const tags = ['sponsorship'];
const idParams = z.object({ id: z.string() });
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};
/** Cache time of the books, which sum up everything since the beginning. */
const booksKeptMs = 60_000;

export function sponsorshipRoutes(
  app: App,
  deps: PaymentDeps & {
    sessions: Sessions;
    rateLimits: RateLimits;
    settings: SettingsReader;
    feePercent: number;
    findBannerOpen: FindBannerOpen;
    /** Cache time of the sums. */
    cacheMs: number;
  },
): void {
  const { db, feePercent, rateLimits, sessions, settings, vault } = deps;
  const words = createWordList(db);
  const booksCache = new CoalescingCache<Books>({
    lifetimeMs: Math.min(booksKeptMs, deps.cacheMs * 60),
    most: 3,
  });

  app.get(
    '/api/sponsorship',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'What can be chosen by sponsors', response: { 200: sponsorOffer } },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(presentOffer(await settings.get(), feePercent)),
  );

  app.get(
    '/api/sponsorship/recipient',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Whom a sponsorship would be for, and what stands in its way',
        querystring: recipientQuery,
        response: { 200: askedRecipient, 400: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.find(request);
      const locale = answerLocale(request);
      const { query } = request;
      const noOne = { title: null, name: null, username: null, path: null };
      let found: AskedRecipient;
      try {
        const target = await findTarget(db, vault, person?.id ?? null, query);
        found = { ...(await presentTarget(db, target)), obstacle: null };
      } catch (error) {
        if (!isAppError(error) || error.kind.status === 404) throw error;
        const obstacle = { code: error.kind.code, message: error.kind.words(locale) };
        found = { kind: query.resource === undefined ? 'person' : 'resource', ...noOne, obstacle };
      }
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  app.get(
    '/api/sponsors',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'The wall of sponsors: those of the highest tier first',
        querystring: wallQuery,
        response: { 200: z.array(sponsor), 400: errorSchema },
      },
    },
    async (request, reply) => {
      const { items, ...found } = await listSponsors(db, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/sponsorship/books',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What came from sponsors and where it went, month by month, as the ledger has it',
        response: { 200: books },
      },
    },
    async (request, reply) => {
      const locale = answerLocale(request);
      return reply
        .header('cache-control', 'no-store')
        .send(await booksCache.get(locale, () => readBooks(db, locale)));
    },
  );

  app.post(
    '/api/sponsorships',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Sponsor the house, a resource or a volunteer, once or monthly',
        description:
          'Needs `Idempotency-Key`. Answers the sponsorship with one open contribution, which is paid with ' +
          '`POST /api/contributions/{id}/payments`. A monthly one is asked for again each month and never charged unasked.',
        body: sponsorInput,
        response: { 201: ownSponsorship, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { body } = request;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('orders', person.id);
      await words.check({ message: body.message });
      const now = await settings.get();
      const { answer: contributionId } = await once(
        db,
        { personId: person.id, call: 'POST /api/sponsorships', key, bodyHash: hashBody(body) },
        async (trx) => {
          const target = await findTarget(trx, vault, person.id, body);
          return promise(trx, now, { personId: person.id, target, feePercent }, body);
        },
      );
      const id = await findSponsorshipOf(db, person.id, contributionId);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('location', `/api/user/sponsorships/${id}`)
        .send(await getOwn(deps, person.id, id));
    },
  );

  app.get(
    '/api/user/sponsorships',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I sponsor, the newest first',
        querystring: wallQuery,
        response: { 200: z.array(ownSponsorship), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listOwn(deps, person.id, request.query);
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/user/sponsorships/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'One of my sponsorships, with all that was paid: its receipt',
        params: idParams,
        response: { 200: ownSponsorship, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getOwn(deps, person.id, request.params.id));
    },
  );

  app.patch(
    '/api/sponsorships/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change how I stand on the wall',
        params: idParams,
        body: sponsorChange,
        response: { 200: ownSponsorship, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await words.check({ message: request.body.message });
      await change(db, { id, personId: person.id }, request.body);
      return reply.header('cache-control', 'no-store').send(await getOwn(deps, person.id, id));
    },
  );

  app.post(
    '/api/sponsorships/:id/cancel',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Not to be asked again',
        params: idParams,
        response: { 200: ownSponsorship, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      await db.transaction().execute((trx) => cancel(trx, { id, personId: person.id }));
      return reply.header('cache-control', 'no-store').send(await getOwn(deps, person.id, id));
    },
  );

  app.get(
    '/api/contributions/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'The sponsorship that one of my contributions belongs to',
        params: idParams,
        response: { 200: ownSponsorship, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const id = await findSponsorshipOf(db, person.id, request.params.id);
      return reply.header('cache-control', 'no-store').send(await getOwn(deps, person.id, id));
    },
  );

  app.post(
    '/api/contributions/:id/payments',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Open an attempt to pay, and learn how to get to the gateway',
        description:
          'Needs `Idempotency-Key`. An attempt that nobody came back from is gone on with; while the end of one is unknown, ' +
          'there is no second (`payment_pending`).',
        params: idParams,
        body: attemptInput,
        response: { 201: attempt, 503: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const { body } = request;
      const key = requireIdempotencyKey(request);
      await rateLimits.take('payments', person.id);
      if (body.provider !== undefined && body.provider !== deps.gateway.name) {
        throw refusedAt(paymentsErrors.provider_not_offered, 'provider');
      }
      const locale = answerLocale(request);
      const { answer: paymentId } = await once(
        db,
        {
          personId: person.id,
          call: 'POST /api/contributions/{id}/payments',
          key,
          bodyHash: hashBody([id, body]),
        },
        (trx) =>
          openAttempt(
            trx,
            deps,
            { id, personId: person.id },
            { orderName: m['sponsorship.order_name']({}, { locale }), method: body.method },
          ),
      );
      const prefix = localizePath('/', locale).replace(/\/$/, '');
      const begun = await beginAttempt(deps, paymentId, person, {
        locale,
        prefix,
        depositHours: sponsorshipTerms.depositHours,
      });
      // A payment window that is opened by a script belongs on a page below /payment.
      const page = `${deps.publicOrigin}${prefix}/payment/sponsor/${id}`;
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await presentAttempt(db, paymentId, begun, page));
    },
  );

  app.post(
    '/api/contributions/:id/withdraw',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Take back what I gave, whole, while the law lets me; ends the sponsorship',
        description:
          'Needs `Idempotency-Key`. 409 `not_withdrawable` once seven days have gone, or its banner was shown.',
        params: idParams,
        response: { 200: ownSponsorship, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = request.params;
      const key = requireIdempotencyKey(request);
      await once(
        db,
        { personId: person.id, call: 'POST /api/contributions/{id}/withdraw', key, bodyHash: hashBody(id) },
        (trx) => withdraw(trx, { id, personId: person.id }),
      );
      const sponsorshipId = await findSponsorshipOf(db, person.id, id);
      return reply.header('cache-control', 'no-store').send(await getOwn(deps, person.id, sponsorshipId));
    },
  );

  const sponsors = { list: 'sponsors', tags, may: canListSponsors };
  serveTable(app, deps, {
    ...sponsors,
    rows: 'All sponsorships',
    description: 'A search is a part of a name or of what somebody said, or an id.',
    query: staffQuery,
    row: staffSponsorship,
    find: (wanted) => listForStaff(db, wanted),
    findAll: (wanted) => exportForStaff(db, wanted),
    csv: { file: 'gongbang-sponsors', table: 'sponsorship', columns: csvColumns },
  });
  serveMany(app, deps, {
    ...sponsors,
    summary: 'Take sponsors off the wall, or show them again',
    change: hideManyInput,
    act: (trx, actor, id, input) => setHidden(trx, actor, id, input),
  });

  app.post(
    '/api/admin/sponsors/:id/hide',
    {
      config: { access: canListSponsors },
      schema: {
        tags,
        summary: 'Take a sponsor off the wall, or show them again; for finance, with a reason',
        params: idParams,
        body: hideInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await doToOne(db, (trx) => setHidden(trx, actor, request.params.id, request.body));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/sponsor-spendings',
    {
      config: { access: canRecordSpending },
      schema: {
        tags,
        summary: 'Write down what the house paid out of it; for finance, with a reason and a proof',
        description: 'Needs `Idempotency-Key`.',
        body: spendingInput,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      const key = requireIdempotencyKey(request);
      const { body } = request;
      const { answer: id } = await once(
        db,
        { personId: actor.id, call: 'POST /api/admin/sponsor-spendings', key, bodyHash: hashBody(body) },
        (trx) => recordSpending(trx, actor, body),
      );
      booksCache.clear();
      return reply.code(201).send({ id });
    },
  );

  app.post(
    '/api/admin/sponsor-spendings/:id/reverse',
    {
      config: { access: canRecordSpending },
      schema: {
        tags,
        summary: 'Take back what was written down wrongly; for finance, with a reason and a proof',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      await reverseSpending(db, request.params.id, { actor, ...request.body });
      booksCache.clear();
      return reply.code(204).send(null);
    },
  );
}
