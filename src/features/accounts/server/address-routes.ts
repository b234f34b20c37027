import { z } from 'zod';
import type { App } from '#platform/server/http.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { emailInput, emailLink, linkInput, resetInput } from '../contract.ts';
import {
  askForConfirmation,
  askForNewEmail,
  askForReset,
  assertResetLink,
  confirmEmail,
  describeEmailLink,
  resetPassword,
} from './addresses.ts';
import type { AccountsDeps } from './sign-in.ts';

const tags = ['accounts'];
const link = { 200: emailLink, 400: errorSchema, 410: errorSchema, 429: errorSchema };

/** Routes for mailed links, which prove access to the mailbox of an address. */
export function addressRoutes(app: App, deps: AccountsDeps): void {
  const { db, rateLimits, sessions } = deps;

  app.post(
    '/api/password/forgot',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Ask for a mail with a link to a new password; the answer never tells who has an account',
        body: emailInput,
        response: { 202: z.null(), 400: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('mailsPerAddress', request.ip);
      await rateLimits.take('mailsPerAccount', request.body.email);
      await askForReset(db, request.body.email);
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/password/reset/check',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Whether a reset link is still good',
        body: linkInput,
        response: { 204: z.null(), 410: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      await assertResetLink(db, request.body.token);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/password/reset',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Set a new password with a mailed link; ends every session',
        body: resetInput,
        response: { 204: z.null(), 400: errorSchema, 410: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      await resetPassword(db, request.body.token, request.body.password);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/email/link',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'What a mailed link is for', body: linkInput, response: link },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      return reply.send(await describeEmailLink(db, request.body.token));
    },
  );

  app.post(
    '/api/email/confirm',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Confirm an address, or a new one, with a mailed link',
        body: linkInput,
        response: { ...link, 409: errorSchema },
      },
    },
    async (request, reply) => {
      await rateLimits.take('signInSteps', request.ip);
      return reply.send(await confirmEmail(db, request.body.token));
    },
  );

  app.post(
    '/api/user/email/confirmation',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask for another mail to confirm the address',
        response: { 202: z.null(), 401: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const user = await sessions.get(request);
      await rateLimits.take('mailsPerAccount', user.email);
      await askForConfirmation(db, user.id);
      return reply.code(202).send(null);
    },
  );

  app.post(
    '/api/user/email',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ask for another address; it changes when the link mailed there comes back',
        body: emailInput,
        response: {
          202: z.null(),
          400: errorSchema,
          401: errorSchema,
          403: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      const { user } = await sessions.getProven(request);
      await rateLimits.take('mailsPerAccount', user.id);
      await rateLimits.take('mailsPerAccount', request.body.email);
      await askForNewEmail(db, user.id, request.body.email);
      return reply.code(202).send(null);
    },
  );
}
