import { z } from 'zod';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import {
  paymentsErrors,
  sandboxChoices,
  sandboxChosen,
  sandboxPayment,
  type SandboxPayment,
} from '../../contract.ts';
import { sandboxActions } from '../../sandbox.ts';
import {
  chooseInSandbox,
  depositOf,
  findSandboxPayment,
  type SandboxDeps,
  type SandboxView,
} from './sandbox.ts';

const tags = ['payments'];
const params = z.object({ key: z.string().min(1).max(100) });

function present({ row, orderName, can }: SandboxView): SandboxPayment {
  const { key, ref, status, amount, balance, currency, method, webhooks, refunds, approveAt, approvedAt } =
    row;
  const deposit = depositOf(row);
  return {
    key,
    ref,
    orderName,
    status,
    amount,
    balance,
    currency,
    method,
    deposit: deposit && {
      bankCode: deposit.bankCode,
      accountNumber: deposit.accountNumber,
      dueAt: deposit.dueAt?.toISOString() ?? null,
    },
    webhooks,
    refunds,
    approveAt: approveAt?.toISOString() ?? null,
    approvedAt: approvedAt?.toISOString() ?? null,
    can,
  };
}

/**
 * Routes of the sandbox's own page, registered only if the sandbox is the gateway. Access is by the payment's key.
 */
export function sandboxRoutes(app: App, deps: SandboxDeps): void {
  app.get(
    '/api/sandbox/payments/:key',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'A payment of the sandbox, where no real money moves',
        params,
        response: { 200: sandboxPayment, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const found = await findSandboxPayment(deps, request.params.key);
      if (!found) throw new AppError(platformErrors.not_found);
      return reply.header('cache-control', 'no-store').send(present(found));
    },
  );

  app.post(
    '/api/sandbox/payments/:key/:action',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Decide what becomes of a payment of the sandbox',
        params: params.extend({ action: z.enum(sandboxActions) }),
        body: sandboxChoices,
        response: { 200: sandboxChosen, 400: errorSchema, 404: errorSchema, 409: errorSchema },
      },
    },
    async (request, reply) => {
      const { key, action } = request.params;
      const chosen = await chooseInSandbox(deps, key, action, request.body);
      if (!chosen) throw new AppError(platformErrors.not_found);
      if (chosen === 'too_late') throw new AppError(paymentsErrors.sandbox_too_late);
      return reply.send({ payment: present(chosen), redirect: chosen.redirect });
    },
  );
}
