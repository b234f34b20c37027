import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Sessions } from '#features/accounts/server/public.ts';
import { serveTable } from '#features/admin/server/public.ts';
import { balances, owedAccounts } from '#features/ledger/server/public.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { requireIdempotencyKey } from '#platform/server/idempotency.ts';
import { isUuid } from '#platform/server/ids.ts';
import { errorSchema, fileAnswer } from '#platform/server/openapi.ts';
import { pageHeaders } from '#platform/server/page-links.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { sendCsv } from '#platform/server/send-csv.ts';
import { csvTable } from '#platform/shared/csv-table.ts';
import type { Terms } from '#platform/shared/order-terms.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { canFreezeMoney, canHandleMoney, canSeeMoney } from '../access.ts';
import {
  adjustment,
  adjustmentInput,
  adjustmentsQuery,
  byHandInput,
  confirmInput,
  earnings,
  failInput,
  finding,
  findingsQuery,
  journalsQuery,
  moneyState,
  orderBooks,
  payment,
  paymentsErrors,
  reasonInput,
  refund,
  refundAccountInput,
  refundsQuery,
  payoutsQuery,
  staffJournal,
  staffPayout,
  staffRefund,
  transaction,
  transactionsQuery,
} from '../contract.ts';
import {
  adjustmentColumns,
  decideAdjustment,
  exportAdjustments,
  listAdjustments,
  proposeAdjustment,
  readBooks,
} from './adjustments.ts';
import { abandonAttempt, confirmAttempt, getOwnPayment } from './commands.ts';
import type { PaymentDeps } from './locking.ts';
import { exportFindings, findingColumns, listFindings } from './finding-table.ts';
import { resolveFinding } from './findings.ts';
import { exportJournals, journalColumns, listJournals } from './journal-table.ts';
import { adjustmentDecisions } from '../states.ts';
import { freezePayable } from './payables.ts';
import { settleByHand } from './payouts.ts';
import {
  allTransactions,
  countWaiting,
  getEarnings,
  listTransactions,
  presentPayment,
  presentRefund,
} from './queries.ts';
import { giveAccount, retryRefund } from './refunds.ts';
import { statementColumns } from './statement.ts';
import {
  exportPayouts,
  exportRefunds,
  listPayouts,
  listRefunds,
  payoutColumns,
  refundColumns,
} from './staff-table.ts';
import { takeWebhook } from './webhooks.ts';

const tags = ['payments'];
const idParams = z.object({ id: z.string() });
const refParams = z.object({
  ref: z
    .string()
    .min(1)
    .max(64)
    .describe('What the gateway brought back as `orderId`: the reference of the attempt.'),
});
const refused = {
  400: errorSchema,
  401: errorSchema,
  403: errorSchema,
  404: errorSchema,
  409: errorSchema,
  429: errorSchema,
};
/** Webhooks are small; anything larger is none. */
const webhookLimit = 256 * 1024;

export function paymentsRoutes(
  app: App,
  deps: PaymentDeps & { rateLimits: RateLimits; sessions: Sessions; terms: Terms },
): void {
  const { db, gateway, rateLimits, sessions, terms, vault } = deps;

  app.post(
    '/api/payments/:id/confirm',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Charge what was agreed to at the gateway; harmless however often',
        description:
          'Takes `id` of the attempt, or the reference that the gateway brought back as `orderId`, and needs `Idempotency-Key`. ' +
          'The page that people come back to only shows; this is what charges. Bound to whoever opened the attempt. ' +
          'While nobody knows the outcome the state is `unknown`, and it is asked for in the background.',
        params: idParams,
        body: confirmInput,
        response: { 200: payment, 503: errorSchema, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      requireIdempotencyKey(request);
      await rateLimits.take('payments', person.id);
      const confirmed = await confirmAttempt(deps, person.id, { ...request.params, ...request.body });
      return reply.header('cache-control', 'no-store').send(presentPayment(vault, confirmed));
    },
  );

  app.post(
    '/api/payments/:ref/fail',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say that somebody came back from the gateway without having paid',
        params: refParams,
        body: failInput,
        response: { 200: payment, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const failed = await abandonAttempt(deps, person.id, { ...request.params, ...request.body });
      return reply.header('cache-control', 'no-store').send(presentPayment(vault, failed));
    },
  );

  app.get(
    '/api/payments/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'One payment of one’s own',
        params: idParams,
        response: { 200: payment, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(presentPayment(vault, await getOwnPayment(db, person.id, request.params.id)));
    },
  );

  // Signatures are over the original bytes, so the body must not be parsed before.
  void app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: webhookLimit },
      (_request, body, done) => {
        done(null, body);
      },
    );
    scope.post(
      '/api/webhooks/:provider',
      {
        config: { access: 'anyone', ownLimit: { address: 'webhooks' } },
        schema: {
          tags,
          summary: 'What a gateway tells us; a reason to ask it, and nothing more',
          params: z.object({ provider: z.string() }),
          response: { 200: z.object({ received: z.boolean() }), 401: errorSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (request.params.provider !== gateway.name) throw new AppError(paymentsErrors.payment_not_found);
        const isTheirs = await takeWebhook(deps, { headers: request.headers, rawBody });
        if (!isTheirs) throw new AppError(paymentsErrors.forged_webhook);
        return reply.send({ received: true });
      },
    );
  });

  app.get(
    '/api/user/transactions',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'My money as the ledger has it, the newest first',
        querystring: transactionsQuery,
        response: { 200: z.array(transaction), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { items, ...found } = await listTransactions(db, person.id, request.query, answerLocale(request));
      return reply.header('cache-control', 'no-store').headers(pageHeaders(request.url, found)).send(items);
    },
  );

  app.get(
    '/api/user/transactions.csv',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'The same as a spreadsheet, the oldest first',
        querystring: transactionsQuery.omit({ page: true, limit: true }),
        response: { 200: fileAnswer('text/csv'), 400: errorSchema, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const lines = await allTransactions(db, person.id, request.query, answerLocale(request));
      return sendCsv(
        reply,
        'gongbang-transactions',
        csvTable(statementColumns, lines, answerLocale(request)),
      );
    },
  );

  app.get(
    '/api/user/earnings',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I have earned, where it is and when I get it',
        response: { 200: earnings, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getEarnings(db, vault, terms, person.id));
    },
  );

  app.get(
    '/api/refunds/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'One refund of one’s own',
        params: idParams,
        response: { 200: refund, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      return reply
        .header('cache-control', 'no-store')
        .send(presentRefund(await findOwnRefund(person.id, request.params.id)));
    },
  );

  app.put(
    '/api/refunds/:id/account',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Say where a deposit is to be sent back to',
        params: idParams,
        body: refundAccountInput,
        response: { 200: refund, ...refused },
      },
    },
    async (request, reply) => {
      const person = await sessions.get(request);
      const { id } = await findOwnRefund(person.id, request.params.id);
      const isTaken = await giveAccount(deps, id, person.id, request.body);
      if (!isTaken) throw new AppError(paymentsErrors.not_retryable);
      return reply
        .header('cache-control', 'no-store')
        .send(presentRefund(await findOwnRefund(person.id, id)));
    },
  );

  async function findOwnRefund(personId: string, id: string) {
    const found = isUuid(id)
      ? await db
          .selectFrom('refund')
          .selectAll()
          .where('id', '=', id)
          .where('personId', '=', personId)
          .executeTakeFirst()
      : undefined;
    if (!found) throw new AppError(paymentsErrors.refund_not_found);
    return found;
  }

  app.get(
    '/api/admin/money',
    {
      config: { access: canSeeMoney },
      schema: {
        tags,
        summary: 'What the books say, and what somebody has to look at; for finance',
        response: { 200: moneyState, ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      const accounts = await balances(db);
      const owed = owedAccounts.reduce((sum, account) => sum - (accounts[account] ?? 0), 0);
      const cover = (accounts.bank_safeguard ?? 0) + (accounts.gateway_receivable ?? 0);
      return reply
        .header('cache-control', 'no-store')
        .send({ accounts, owed, cover, ...(await countWaiting(db)) });
    },
  );

  serveTable(app, deps, {
    list: 'findings',
    tags: ['payments', 'admin'],
    rows: 'What was found about money, and what somebody has to look at',
    description:
      'What is open comes first. A search is the number of an order, an id, or a part of what it is about.',
    may: canSeeMoney,
    query: findingsQuery,
    row: finding,
    find: (wanted) => listFindings(db, wanted),
    findAll: (wanted) => exportFindings(db, wanted),
    csv: { file: 'gongbang-findings', table: 'finding', columns: findingColumns },
  });

  app.post(
    '/api/admin/findings/:id/resolve',
    {
      config: { access: canHandleMoney },
      schema: {
        tags,
        summary: 'Say why something that was found about money is well; for finance, with a reason',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await resolveFinding(db, request.params.id, { actor, ...request.body });
      return reply.code(204).send(null);
    },
  );

  serveTable(app, deps, {
    list: 'payouts',
    tags: ['payments', 'admin'],
    rows: 'Payouts',
    description:
      'A search is a part of a name, the number of an order, or the id of a payout or of an order in it.',
    may: canSeeMoney,
    query: payoutsQuery,
    row: staffPayout,
    find: (wanted) => listPayouts(deps, wanted),
    findAll: (wanted) => exportPayouts(deps, wanted),
    csv: { file: 'gongbang-payouts', table: 'payout', columns: payoutColumns },
  });

  serveTable(app, deps, {
    list: 'refunds',
    tags: ['payments', 'admin'],
    rows: 'Refunds',
    description:
      'A search is a part of a name, the number of its order, or the id of a refund, of its order or of its payment.',
    may: canSeeMoney,
    query: refundsQuery,
    row: staffRefund,
    find: (wanted) => listRefunds(db, wanted),
    findAll: (wanted) => exportRefunds(db, wanted),
    csv: { file: 'gongbang-refunds', table: 'refund', columns: refundColumns },
  });

  app.post(
    '/api/admin/refunds/:id/retry',
    {
      config: { access: canHandleMoney },
      schema: {
        tags,
        summary: 'Try a refund that failed again; for finance, with a reason',
        params: idParams,
        body: reasonInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      const { id } = request.params;
      const known = isUuid(id)
        ? await db.selectFrom('refund').select('id').where('id', '=', id).executeTakeFirst()
        : undefined;
      if (!known) throw new AppError(paymentsErrors.refund_not_found);
      if (!(await retryRefund(deps, id, { actor, reason: request.body.reason }))) {
        throw new AppError(paymentsErrors.not_retryable);
      }
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/payouts/:id/settle',
    {
      config: { access: canHandleMoney },
      schema: {
        tags,
        summary:
          'Say what a bank did with a payout that no gateway makes; for finance, with a reason and a proof',
        params: idParams,
        body: byHandInput,
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      const { id } = request.params;
      const known = isUuid(id)
        ? await db.selectFrom('payout').select('id').where('id', '=', id).executeTakeFirst()
        : undefined;
      if (!known) throw new AppError(paymentsErrors.payout_not_found);
      if (!(await settleByHand(deps, id, { actor, ...request.body }))) {
        throw new AppError(paymentsErrors.not_retryable);
      }
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/admin/orders/:id/freeze',
    {
      config: { access: canFreezeMoney },
      schema: {
        tags,
        summary: 'Hold what is owed for an order, or let it go again; for staff, with a reason',
        params: idParams,
        body: reasonInput.extend({ frozen: z.boolean() }),
        response: { 204: z.null(), ...refused },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { frozen, reason } = request.body;
      const actor = await sessions.get(request);
      // Support may hold payables; only finance may free them.
      if (!frozen && !canHandleMoney(actor)) throw new AppError(platformErrors.forbidden);
      await freezePayable(db, id, { actor, frozen, reason });
      return reply.code(204).send(null);
    },
  );

  serveTable(app, deps, {
    list: 'journals',
    tags: ['payments', 'admin'],
    rows: 'Journals of the ledger',
    description:
      'A search is the whole number of an order, the whole username of whose entry or order it is, or the id of a journal, or of an order, payment, refund, payout or person.',
    may: canSeeMoney,
    query: journalsQuery,
    row: staffJournal,
    find: (wanted) => listJournals(db, wanted),
    findAll: (wanted) => exportJournals(db, wanted),
    csv: { file: 'gongbang-journals', table: 'journal', columns: journalColumns },
  });

  app.get(
    '/api/admin/orders/:id/journals',
    {
      config: { access: canSeeMoney },
      schema: {
        tags,
        summary: 'What was booked for an order, by its id or its number, the oldest first; for finance',
        params: idParams,
        response: { 200: orderBooks, ...refused },
      },
    },
    async (request, reply) => {
      await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await readBooks(db, request.params.id));
    },
  );

  serveTable(app, deps, {
    list: 'adjustments',
    tags: ['payments', 'admin'],
    rows: 'What two people change about money together',
    description:
      'What waits for somebody comes first. A search is the number or title of an order, a username, or the id of an adjustment or order.',
    may: canSeeMoney,
    query: adjustmentsQuery,
    row: adjustment,
    find: (wanted, _locale, actor) => listAdjustments(db, actor, wanted),
    findAll: (wanted, _locale, actor) => exportAdjustments(db, actor, wanted),
    csv: { file: 'gongbang-adjustments', table: 'adjustment', columns: adjustmentColumns },
  });

  app.post(
    '/api/admin/adjustments',
    {
      config: { access: canHandleMoney },
      schema: {
        tags,
        summary:
          'Propose an early payout, something of the house’s own, or a correction; for finance, with a reason',
        body: adjustmentInput,
        response: { 201: z.object({ id: z.uuid() }), ...refused },
      },
    },
    async (request, reply) => {
      const actor = await sessions.get(request);
      await sessions.getProven(request);
      return reply.code(201).send({ id: await proposeAdjustment(deps, actor, request.body) });
    },
  );

  const decisionSummaries = {
    approve: 'Make so what somebody else has proposed; for finance, with a reason',
    refuse: 'Refuse what was proposed; for finance, with a reason',
  };
  for (const decision of adjustmentDecisions) {
    app.post(
      `/api/admin/adjustments/:id/${decision}`,
      {
        config: { access: canHandleMoney },
        schema: {
          tags,
          summary: decisionSummaries[decision],
          params: idParams,
          body: reasonInput,
          response: { 204: z.null(), ...refused },
        },
      },
      async (request, reply) => {
        const actor = await sessions.get(request);
        await sessions.getProven(request);
        await decideAdjustment(deps, request.params.id, { actor, decision, ...request.body });
        return reply.code(204).send(null);
      },
    );
  }
}
