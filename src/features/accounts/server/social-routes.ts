import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { localizePath } from '#i18n/languages.ts';
import { answerLocale, type App } from '#platform/server/http.ts';
import { enqueue } from '#platform/server/jobs.ts';
import { errorSchema } from '#platform/server/openapi.ts';
import { AppError, isAppError } from '#platform/shared/errors.ts';
import {
  accountsErrors,
  callbackQuery,
  completion,
  completionInput,
  currentUser,
  serviceName,
  services,
  visit,
  visitInput,
} from '../contract.ts';
import type { ServiceName } from '../going-on.ts';
import { getUser } from './queries.ts';
import { configuredServices, type ServiceAccount } from './services.ts';
import {
  assertRegistrationOpen,
  finishSignIn,
  readTicketCookie,
  renewSession,
  replaceSession,
  setTicketCookie,
  type AccountsDeps,
  type RegistrationDeps,
} from './sign-in.ts';
import {
  beginCompletion,
  beginVisit,
  completeRegistration,
  connectService,
  endVisit,
  findConnectedPerson,
  findWaysIn,
  getCompletion,
  type Visit,
} from './social.ts';

const tags = ['accounts'];
const byService = z.object({ service: serviceName });

/** Page after a visit to a service, with its search parameters. */
type Landing = { path: string; query: Record<string, string> };

/** Routes to sign in with Kakao, Naver, LINE and Google. */
export function socialRoutes(app: App, deps: AccountsDeps & RegistrationDeps): void {
  const { config, db, rateLimits, sessions } = deps;

  app.get(
    '/api/auth/services',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'Services of others that one can sign in with', response: { 200: services } },
    },
    async (_request, reply) => reply.send(configuredServices(config.social)),
  );

  app.post(
    '/api/auth/:service',
    {
      config: { access: 'anyone', whileWithdrawing: true },
      schema: {
        tags,
        summary: 'Begin a visit to a service; the browser then goes to `url`',
        params: byService,
        body: visitInput,
        response: { 200: visit, 401: errorSchema, 403: errorSchema, 404: errorSchema, 429: errorSchema },
      },
    },
    async (request, reply) => {
      const { service } = request.params;
      const { intent, next } = request.body;
      await rateLimits.take('signInSteps', request.ip);
      if (!configuredServices(config.social).includes(service)) {
        throw new AppError(accountsErrors.service_not_offered);
      }
      const session =
        intent === 'connect'
          ? await sessions.getProven(request)
          : intent === 'prove'
            ? await sessions.getSession(request)
            : null;
      // An account that is being withdrawn can make a proof to export its data, but cannot connect a service.
      if (intent === 'connect' && session?.user.withdrawsAt != null) {
        throw new AppError(accountsErrors.withdrawing);
      }
      const { url, state } = await beginVisit(deps, {
        service,
        intent,
        next,
        locale: answerLocale(request),
        personId: session?.user.id ?? null,
        sessionId: session?.sessionId ?? null,
      });
      setTicketCookie(deps, reply, 'social', state);
      return reply.send({ url });
    },
  );

  /**
   * Signs in a known person, leads a new one to the last step, and refuses an address that has an account.
   */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    service: ServiceName,
    came: { account: ServiceAccount; next: string },
  ): Promise<Landing> {
    const { account, next } = came;
    const personId = await findConnectedPerson(db, service, account.accountId);
    if (personId !== null) {
      const answer = await finishSignIn(deps, request, reply, { personId, method: 'service' });
      return 'secondFactorNeeded' in answer
        ? { path: '/sign-in/code', query: { next } }
        : { path: '/login', query: { done: service, next } };
    }
    const ways = account.email === null ? null : await findWaysIn(db, account.email.toLowerCase());
    if (ways !== null) {
      // Reveal the sign-in methods of the account only to someone whose address the service has verified.
      const told: Record<string, string> = account.emailVerified ? { ways: ways.join('.') } : {};
      return { path: '/login', query: { problem: 'account_exists', service, ...told } };
    }
    setTicketCookie(deps, reply, 'social_completion', await beginCompletion(db, service, account, next));
    return { path: '/sign-in/complete', query: {} };
  }

  /** Connects a service or makes a proof, only in the session that started the visit. */
  async function actInSession(
    request: FastifyRequest,
    reply: FastifyReply,
    service: ServiceName,
    came: Visit & { account: ServiceAccount },
  ): Promise<Landing> {
    const session = await sessions.findSession(request);
    const { accountId } = came.account;
    if (!session || session.sessionId !== came.payload.sessionId || session.user.id !== came.personId) {
      throw new AppError(accountsErrors.service_failed);
    }
    if (came.payload.intent === 'connect') {
      await connectService(db, session.user.id, service, accountId);
      return { path: '/my/security', query: { connected: service } };
    }
    if ((await findConnectedPerson(db, service, accountId)) !== session.user.id) {
      throw new AppError(accountsErrors.service_failed);
    }
    await renewSession(deps, request, reply, { ...session, method: 'service', isProof: true });
    return { path: '/my/security', query: { proven: service } };
  }

  app.get(
    '/api/auth/callback/:service',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Where a service sends the browser back to; answers with a redirect, whatever happened',
        params: byService,
        querystring: callbackQuery,
        response: { 302: z.null() },
      },
    },
    async (request, reply) => {
      const { service } = request.params;
      const { state = '', code, error } = request.query;
      let locale = answerLocale(request);
      let inSession = false;
      const land = async (): Promise<Landing> => {
        const page = () => (inSession ? '/my/security' : '/login');
        try {
          await rateLimits.take('signInSteps', request.ip);
          const came = await endVisit(deps, service, {
            state,
            code,
            error,
            stateCookie: readTicketCookie(deps, request, 'social'),
          });
          locale = came.payload.locale;
          inSession = came.payload.intent !== 'sign_in';
          const { account } = came;
          if (account === 'cancelled') return { path: page(), query: { problem: 'cancelled', service } };
          return inSession
            ? await actInSession(request, reply, service, { ...came, account })
            : await signIn(request, reply, service, { account, next: came.payload.next });
        } catch (failure) {
          if (!isAppError(failure)) request.log.warn({ err: failure as Error }, 'a service failed');
          const problem = isAppError(failure) ? failure.kind.code : 'service_failed';
          return { path: page(), query: { problem, service } };
        }
      };
      const { path, query } = await land();
      setTicketCookie(deps, reply, 'social', '');
      const search = new URLSearchParams(query).toString();
      return reply
        .header('cache-control', 'no-store')
        .redirect(localizePath(path, locale) + (search === '' ? '' : `?${search}`), 302);
    },
  );

  app.get(
    '/api/auth/completion',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'What a service told of somebody new',
        response: { 200: completion, 410: errorSchema },
      },
    },
    async (request, reply) => {
      const found = await getCompletion(db, readTicketCookie(deps, request, 'social_completion'));
      const { service, fullName, email, next } = found;
      return reply.header('cache-control', 'no-store').send({ service, fullName, email, next });
    },
  );

  app.post(
    '/api/auth/completion',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Open an account with a service, after agreeing',
        body: completionInput,
        response: {
          201: currentUser,
          400: errorSchema,
          403: errorSchema,
          409: errorSchema,
          410: errorSchema,
          429: errorSchema,
        },
      },
    },
    async (request, reply) => {
      await assertRegistrationOpen(deps);
      await rateLimits.take('register', request.ip);
      const token = readTicketCookie(deps, request, 'social_completion');
      const personId = await completeRegistration(db, token, request.body, answerLocale(request));
      await replaceSession(deps, request, reply, { personId, method: 'service' });
      setTicketCookie(deps, reply, 'social_completion', '');
      await enqueue(db, 'accounts.welcome', { personId }).catch((error: unknown) =>
        request.log.error({ err: error }, 'no welcome mail'),
      );
      return reply.code(201).send(await getUser(db, personId));
    },
  );
}
