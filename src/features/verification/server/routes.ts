import { assertProven, type Sessions } from '#features/accounts/server/public.ts';
import { currentTime } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Db } from '#platform/server/db.ts';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { Vault } from '#platform/server/sealed.ts';
import { AppError } from '#platform/shared/errors.ts';
import {
  bankAccount,
  bankAccountInput,
  phoneCodeInput,
  phoneCodeSent,
  phoneInput,
  verification,
  verificationErrors,
} from '../contract.ts';
import { checkHolder } from './bank-check.ts';
import { registerBankAccount, requestPhoneCode, verifyPhone } from './commands.ts';
import { findBankAccount, getVerification } from './queries.ts';

const tags = ['verification'];

export function verificationRoutes(
  app: App,
  deps: {
    config: Config;
    db: Db;
    rateLimits: RateLimits;
    secret: string;
    sessions: Sessions;
    vault: Vault;
  },
): void {
  const { config, db, rateLimits, sessions, vault } = deps;

  app.get(
    '/api/user/verification',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What I have proved',
        response: { 200: verification, 401: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      return reply.header('cache-control', 'no-store').send(await getVerification(db, vault, id));
    },
  );

  app.post(
    '/api/user/phone/code',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Have a code sent to a phone',
        body: phoneInput,
        response: { 202: phoneCodeSent, 400: errorSchema, 401: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const asked = { phone: request.body.phone, address: request.ip };
      const sent = await requestPhoneCode(deps, id, asked, currentTime());
      return reply
        .code(202)
        .send({ expiresAt: sent.expiresAt.toISOString(), resendAt: sent.resendAt.toISOString() });
    },
  );

  app.post(
    '/api/user/phone/verify',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Prove a phone with the code sent to it',
        body: phoneCodeInput,
        response: {
          200: verification,
          400: errorSchema,
          401: errorSchema,
          410: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      await verifyPhone(deps, id, request.body, currentTime());
      return reply.send(await getVerification(db, vault, id));
    },
  );

  app.get(
    '/api/user/bank-account',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'The account that payouts go to; of its number the last digits alone',
        response: { 200: bankAccount, 401: errorSchema, 404: errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const found = await findBankAccount(db, id);
      if (!found) throw new AppError(verificationErrors.bank_account_not_found);
      return reply.header('cache-control', 'no-store').send(found);
    },
  );

  app.put(
    '/api/user/bank-account',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Register the account that payouts go to',
        description:
          'A change needs `password`, or `proof`, a code of the second factor, unless one was shown in this session in the last ' +
          'five minutes, and holds payouts for 72 hours.',
        body: bankAccountInput,
        response: {
          200: bankAccount,
          400: errorSchema,
          401: errorSchema,
          403: errorSchema,
          409: errorSchema,
          429: errorSchema,
          503: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { id } = await sessions.get(request);
      const change = (await findBankAccount(db, id)) !== null;
      if (change)
        await assertProven(deps, request, { password: request.body.password, code: request.body.proof });
      // Each look-up costs money, and could reveal the owner of an account to people who guess names.
      await rateLimits.take('bankAccounts', id);
      const checked = await checkHolder(config.bankCheck, request.body);
      await registerBankAccount(deps, id, request.body, { checked, change }, currentTime());
      const found = await findBankAccount(db, id);
      if (!found) throw new AppError(verificationErrors.bank_account_not_found);
      return reply.header('cache-control', 'no-store').send(found);
    },
  );
}
