import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { localeForAnswer, localizePath, splitPath } from '#i18n/languages.ts';
import { AppError, isAppError, platformErrors } from '../shared/errors.ts';
import { realtimePath } from '../shared/realtime.ts';
import { parseInput } from '../shared/validation.ts';
import { m } from '#i18n/generated/messages.js';
import type { Config } from './config.ts';
import { isCrossSite } from './cross-site.ts';
import { errorPage, errorPagePolicy } from './error-page.ts';
import { FastAnswers } from './fast-answers.ts';
import { logAnswered, loggerOptions, makeRequestLog } from './log.ts';
import { durationOf } from './metrics.ts';
import { asOwnFault } from './own-faults.ts';
import { onUnpresentable } from './present-each.ts';
import { drainUnreadBodies } from './unread-bodies.ts';
import { assertClean } from './unclean-text.ts';

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    fastAnswers: FastAnswers;
    /** Separate from the cache of lists, because every write clears this one. */
    fastPages: FastAnswers;
  }
}

/**
 * Maximum JSON or text body, unless a route allows more with its `bodyLimit`; files arrive as multipart streams with
 * limits of their own.
 */
const bodyLimitBytes = 64 * 1024;

/** Slow headers and bodies must not hold a connection for ever, but uploads may take a while. */
const requestTimeoutMs = 10 * 60_000;
const keepAliveMs = 72_000;

/** How often the delay of the event loop is measured. */
const tickMs = 100;

/** `Retry-After` of refused requests when the server is overloaded. */
const overloadRetrySeconds = 5;

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
  // Pages replace this with a policy that carries their nonce.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Builds the error body for the caller, in the caller's language, without internal details. */
export function errorBody(error: AppError, acceptLanguage: string | undefined) {
  const locale = localeForAnswer(acceptLanguage);
  return {
    ...error.more?.(locale),
    message: error.kind.words(locale),
    code: error.kind.code,
    ...(error.fields && {
      fields: Object.fromEntries(Object.entries(error.fields).map(([path, words]) => [path, words(locale)])),
    }),
  };
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  const acceptLanguage = request.headers['accept-language'];
  reply.code(error.kind.status).header('cache-control', 'no-store');
  if (opensPage(request)) {
    const { locale } = splitPath(request.raw.url?.split('?')[0] ?? '/');
    return reply
      .header('content-security-policy', errorPagePolicy)
      .header('content-language', locale)
      .type('text/html; charset=utf-8')
      .send(errorPage(error.kind.words(locale), locale, localizePath('/', locale)));
  }
  return reply
    .header('vary', 'accept-language')
    .header('content-language', localeForAnswer(acceptLanguage))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, acceptLanguage)));
}

/** Tells whether a browser opens an address or submits a form, so that a JSON error would be shown to a person. */
function opensPage({ method, headers, raw }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'POST') &&
    headers.accept?.includes('text/html') === true &&
    !raw.url?.startsWith('/api/')
  );
}

/** Maps Fastify's own errors to our codes; null for errors that the caller did not cause. */
function asAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new AppError(platformErrors.payload_too_large, {
        fields: { body: (locale) => m['platform.error.payload_too_large']({}, { locale }) },
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError(platformErrors.unsupported_media_type);
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError(platformErrors.invalid_json);
    case 'FST_ERR_BAD_URL':
      return new AppError(platformErrors.invalid_encoding);
    default:
  }
  if (statusCode === 404) return new AppError(platformErrors.not_found);
  if (statusCode === 405) return new AppError(platformErrors.method_not_allowed);
  if (statusCode === 413) return new AppError(platformErrors.payload_too_large);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError(platformErrors.invalid_input);
  }
  return null;
}

/** Most reads have no body, query or parameters to check. */
function bringsNothing(request: FastifyRequest): boolean {
  if (request.body !== undefined || request.raw.url?.includes('?')) return false;
  for (const name in request.params as object) if (name !== '') return false;
  return true;
}

function isBrokenUrl(url: string): boolean {
  if (!url.includes('%')) return false;
  try {
    decodeURIComponent(url.replaceAll('+', ' '));
    return false;
  } catch {
    return true;
  }
}

/** Ignores every other upgrade (clients request HTTP/2 this way) and answers the request normally. */
function wantsRealtime({ headers, url }: IncomingMessage): boolean {
  const [path] = url?.split('?', 1) ?? [];
  // Socket.IO clients add a slash.
  return headers.upgrade?.toLowerCase() === 'websocket' && path?.replace(/\/$/, '') === realtimePath;
}

const httpsHeader = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Maximum delay of the event loop within the last second. */
function watchEventLoop(): { lateMs(): number; stop(): void } {
  let before = performance.now();
  let latest = { ms: 0, at: before };
  const timer = setInterval(() => {
    const at = performance.now();
    const ms = at - before - tickMs;
    if (ms >= latest.ms || at - latest.at > 1000) latest = { ms, at };
    before = at;
  }, tickMs).unref();
  return { lateMs: () => latest.ms, stop: () => clearInterval(timer) };
}

/** Creates the server with everything that applies to all requests, before any room is registered. Does not listen. */
export async function createHttpServer(
  config: Pick<Config, 'logLevel' | 'overloadMs' | 'publicOrigin' | 'trustedProxies'>,
  options: { serverFactory?: FastifyServerFactory } = {},
): Promise<App> {
  const headers = config.publicOrigin.startsWith('https:')
    ? { ...commonHeaders, ...httpsHeader }
    : commonHeaders;
  const fastAnswers = new FastAnswers(headers);
  const fastPages = new FastAnswers(headers);
  const listen: FastifyServerFactory =
    options.serverFactory ??
    ((handler) =>
      createServer(
        {
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveMs,
          shouldUpgradeCallback: wantsRealtime,
        },
        handler,
      ));
  const processId = randomBytes(6).toString('hex');
  let requests = 0;
  const logsAnswers = ['info', 'debug', 'trace'].includes(config.logLevel);
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: makeRequestLog,
    // A counter after a random prefix: as unique as a random id, for a fraction of its cost.
    genReqId: () => `${processId}-${(requests += 1)}`,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      void sendError(
        request,
        reply as FastifyReply,
        asAppError(error) ?? new AppError(platformErrors.internal_error),
      );
    },
    // Before Fastify, because even its routing would cost more than writing a cached response.
    serverFactory: (handler, opts) =>
      listen((request, response) => {
        const isAnswered = fastAnswers.answer(request, response) || fastPages.answer(request, response);
        if (!isAnswered) handler(request, response);
      }, opts),
  }).withTypeProvider<ZodTypeProvider>() as unknown as App;

  app.setValidatorCompiler<z.ZodType>(({ schema }) => (input) => {
    try {
      return { value: parseInput(schema, input) };
    } catch (error) {
      return { error: error as Error };
    }
  });
  // Response schemas only document; presenters decide what leaves. Validating each response would cost half of a list
  // call's time.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.decorate('fastAnswers', fastAnswers);
  app.decorate('fastPages', fastPages);
  // Hooks that run on every request use callbacks: a promise each would cost more than their work.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isBrokenUrl(request.raw.url ?? '')) done(new AppError(platformErrors.invalid_encoding));
    else if (isCrossSite(request, config.publicOrigin)) done(new AppError(platformErrors.cross_site));
    else done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding === 'identity') done(null, payload);
    else done(new AppError(platformErrors.unsupported_media_type));
  });
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      if (!bringsNothing(request)) assertClean(request.params, request.query, request.body);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    durationOf(request.method, route, Math.floor(reply.statusCode / 100)).observe(seconds);
    if (logsAnswers) {
      const { method, raw, id: reqId } = request;
      const { statusCode: status } = reply;
      logAnswered({ reqId, method, url: raw.url ?? '', route, status, ms: Math.round(seconds * 1000) });
    }
    done();
  });

  drainUnreadBodies(app);

  const eventLoop = watchEventLoop();
  app.addHook('onClose', () => eventLoop.stop());
  await app.register(underPressure, {
    maxEventLoopDelay: config.overloadMs,
    retryAfter: overloadRetrySeconds,
    pressureHandler: (request, reply, _type, delay) => {
      // A turn of more than a second leaves no measurement in between; then the ticks of the last second decide.
      if (delay === Number.POSITIVE_INFINITY && eventLoop.lateMs() <= config.overloadMs) return;
      void sendError(
        request,
        reply,
        new AppError(platformErrors.overloaded, { retryAfterSeconds: overloadRetrySeconds }),
      );
    },
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
    } catch {
      return done(
        new AppError(platformErrors.invalid_encoding, {
          fields: { body: (locale) => m['platform.error.invalid_encoding']({}, { locale }) },
        }),
      );
    }
    return parseJson(request, text, done);
  });

  onUnpresentable((error, broken) => app.log.error({ err: error, ...broken }, 'a row cannot be presented'));
  app.setErrorHandler((error, request, reply) => {
    // Fastify would close the connection of a body that it refuses, before its sender has read the reason.
    reply.removeHeader('connection');
    const known = asAppError(error);
    if (known) return sendError(request, reply, known);
    const fault = asOwnFault(error);
    if (fault) {
      request.log.warn({ reason: (error as Error).message }, 'the database or the storage is away or full');
      return sendError(request, reply, fault);
    }
    request.log.error({ err: error }, 'unexpected error');
    return sendError(request, reply, new AppError(platformErrors.internal_error));
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new AppError(platformErrors.not_found)),
  );
  return app;
}

/** Returns the language tag of a response, for headers and presenters. */
export function answerLocale(request: FastifyRequest) {
  return localeForAnswer(request.headers['accept-language']);
}
