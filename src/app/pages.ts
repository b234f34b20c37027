import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '#features/accounts/server/public.ts';
import { asConsent, consentKey, hasAdsPolicy } from '#features/ads/server/public.ts';
import { languageKey, languageRedirect, splitPath } from '#i18n/languages.ts';
import { CoalescingCache } from '#platform/server/coalescing-cache.ts';
import type { Config } from '#platform/server/config.ts';
import { encodingFor } from '#platform/server/fast-answers.ts';
import { cookieNames, readCookie } from '#platform/server/cookies.ts';
import type { App } from '#platform/server/http.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { isStaff } from '#platform/shared/roles.ts';
import type { ApiAnswer, PageContext, SentForm } from '#platform/client/page-context.ts';
import { cutPage, newNonce, packed, type GuestPage } from './guest-pages.ts';
import {
  findForm,
  locationOf,
  loginFirst,
  pageAt,
  parseForm,
  sentFormOf,
  type NamedForm,
} from './page-forms.ts';
import { adsPolicy, callDevices, callPages, contentSecurityPolicy } from './page-policies.ts';
import { adsenseOf } from './site/adsense.ts';

/** Rendered page. A string, because the page cache splits it and the sender encodes it once. */
export type RenderedPage = { status: number; headers: Headers; html: string };

/** Renders a page: the export of the page bundle, behind one function type. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<RenderedPage>;

/** Prefixes that never hold pages: a missing address is answered in JSON. */
/**
 * The worker that reads STEP files runs WebAssembly, whose script makes functions from texts of its own. Its policy
 * allows that and nothing else: it cannot load or send anything.
 */
const stepReader = /\/step-reader-[\w-]+\.js(?:\.\w+)?$/;
const stepReaderPolicy = "default-src 'none'; script-src 'unsafe-eval'";

const notPages = ['/api/', '/assets/', '/.well-known/', '/healthz', '/readyz', '/metrics'];

type PagesDeps = {
  config: Config;
  sessions: Sessions;
  settings: SettingsReader;
  render: PageRenderer;
  clientFolder?: string;
  development: boolean;
};

/**
 * Cookies that do not exclude a guest from shared pages: the language only redirects, and the ads choice is part of the
 * cache key.
 */
const sharedCookies = new Set([languageKey, consentKey]);
const maxGuestPages = 200;
/** Caps the age of a cached page even where lists live longer, because pages show how much time is left. */
const maxPageAgeMs = 1000;
const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

export async function servePages(app: App, deps: PagesDeps): Promise<void> {
  if (deps.clientFolder !== undefined) {
    const serveFiles = (cacheControl: string): FastifyStaticOptions => ({
      root: deps.clientFolder ?? '',
      index: false,
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      setHeaders(response, path) {
        response.header('cache-control', cacheControl);
        response.header('cross-origin-resource-policy', 'same-origin');
        if (stepReader.test(path)) response.header('content-security-policy', stepReaderPolicy);
      },
    });
    // One route for all scripts and styles: a route each took 8 MB and a tenth of the start.
    await app.register(fastifyStatic, {
      ...serveFiles('public, max-age=31536000, immutable'),
      root: join(deps.clientFolder, 'assets'),
      prefix: '/assets/',
      // Folders and paths that leave the folder are "not found" instead of "forbidden".
      allowedPath: (path) => !path.endsWith('/') && !path.includes('..'),
    });
    await app.register(fastifyStatic, {
      ...serveFiles('public, max-age=3600'),
      wildcard: false,
      globIgnore: ['assets/**'],
    });
  }

  const lifetimeMs = Math.min(deps.config.listCacheMs, maxPageAgeMs);
  const guestPages = new CoalescingCache<KeptPage | null>({ lifetimeMs, most: maxGuestPages });
  // Clears the caches before a write is answered, so that the next request sees the change. Uses a callback instead of
  // a promise, because every request runs this hook.
  app.addHook('onSend', ({ method, routeOptions }, reply, payload, done) => {
    const isWrite = !reads.has(method) && reply.statusCode < 300;
    if (isWrite && !routeOptions.config.changesNoPage) {
      guestPages.clear();
      app.fastPages.clear();
    }
    done(null, payload);
  });

  // A scope of its own, so that the parser for form bodies does not apply to API calls.
  await app.register(async (scope) => serveForms(scope, app, deps));

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const url = addressOf(request, deps.config);
    reply.header('vary', 'accept-language, cookie');
    const elsewhere = languageRedirect({
      pathname: url.pathname,
      search: url.search,
      saved: readCookie(request.headers.cookie, languageKey),
      acceptLanguage: request.headers['accept-language'],
    });
    if (elsewhere !== null) {
      return reply.header('cache-control', 'no-store').redirect(elsewhere, 302);
    }
    await deps.sessions.renew(request, reply);
    const visit = await visitOf(deps, request, url);
    if (deps.config.listCacheMs > 0 && !deps.development && isForAll(request, visit)) {
      let own: KeptPage | null = null;
      const key = JSON.stringify([
        visit.locale,
        visit.adConsent,
        visit.hasAdsPolicy,
        url.pathname,
        url.search,
      ]);
      const page = await guestPages.get(key, async () => {
        const kept = { until: Date.now() + lifetimeMs, generation: app.fastPages.generation };
        const { isShareable, page: rendered } = await renderForAll(app, deps, request.ip, visit);
        own = { ...rendered, ...kept };
        return isShareable ? own : null;
      });
      const shown = page ?? own;
      if (shown) return sendGuestPage(app, deps, request, reply, visit, shown);
    }
    return render(app, deps, request, reply, visit);
  });
}

/** Cached guest page, valid in this process until its time is over or something is written. */
type KeptPage = GuestPage & { until: number; generation: number };

/** Far more than any form of page-forms.ts needs. */
const maxFormBytes = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

function serveForms(scope: FastifyInstance, app: App, deps: PagesDeps): void {
  scope.addContentTypeParser(formType, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseForm(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  /** Redirects any other form that was submitted without scripts back to its page, which tells what it needs scripts for. */
  const leadBack = (reply: FastifyReply, { pathname, search }: URL) =>
    reply.header('cache-control', 'no-store').redirect(locationOf(pathname + search), 303);
  scope.post('/*', {
    schema: { hide: true },
    bodyLimit: maxFormBytes,
    onRequest: async (request, reply) => {
      const url = addressOf(request, deps.config);
      const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
      const isForm = type.trim().toLowerCase() === formType;
      // Responds before the body is read.
      if (!isForm || Number(request.headers['content-length']) > maxFormBytes) return leadBack(reply, url);
    },
    handler: async (request, reply) => {
      const url = addressOf(request, deps.config);
      const values = (request.body ?? {}) as Record<string, string>;
      const visit = await visitOf(deps, request, url);
      const named = findForm(values, visit.path);
      return named ? answerForm(app, deps, request, reply, { visit, named, values }) : leadBack(reply, url);
    },
  });
}

/** Makes the API call of a form and redirects; a refusal is shown on the form's page. */
async function answerForm(
  app: App,
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: { visit: Visit; named: NamedForm; values: Record<string, string> },
): Promise<FastifyReply> {
  const { visit, named, values } = sent;
  const { form } = named;
  const page = { locale: visit.locale, path: visit.path, search: visit.url.search };
  reply.header('cache-control', 'no-store');
  const lead = (path: string) => reply.redirect(locationOf(path), 303);
  const refuse = (status: number, told: { message?: string; fields?: Record<string, string> }) =>
    render(app, deps, request, reply, visit, { status, sentForm: sentFormOf(named, values, told) });
  const wrong = form.check?.(values, visit.locale) ?? {};
  if (Object.keys(wrong).length > 0) return refuse(platformErrors.invalid_input.status, { fields: wrong });
  const call = form.call(values);
  const cookie = form.cookie?.(values, deps.config.publicOrigin.startsWith('https:'));
  if (cookie) reply.header('set-cookie', cookie);
  if (!call) return lead(cookie ? form.leadsTo(page, { status: 204, body: '' }, values) : pageAt(page));
  const answer = await app.inject({
    method: call.method,
    url: call.path,
    remoteAddress: request.ip,
    headers: {
      'accept-language': visit.locale,
      ...(request.headers.cookie !== undefined && { cookie: request.headers.cookie }),
      // The list of sessions shows the browser in which each began.
      ...(request.headers['user-agent'] !== undefined && { 'user-agent': request.headers['user-agent'] }),
    },
    ...(call.body && { payload: call.body }),
  });
  for (const name of ['set-cookie', 'retry-after']) {
    const value = answer.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  const { statusCode: status, body } = answer;
  if (status < 300) return lead(form.leadsTo(page, { status, body }, values));
  if (status === platformErrors.not_signed_in.status && form.needsPerson)
    return lead(loginFirst(named, page));
  return refuse(status, answer.json());
}

/** Returns the URL of a page; throws `not_found` for a target that cannot be a page. */
function addressOf(request: FastifyRequest, { publicOrigin }: Config): URL {
  // Concatenated as strings: resolved as a reference, "//evil.example" would name another host.
  const target = request.raw.url ?? '/';
  if (!target.startsWith('/')) throw new AppError(platformErrors.not_found);
  const url = new URL(publicOrigin + target);
  // Browsers never send fragments. The router would redirect for one, and the cached page would redirect everyone.
  url.hash = '';
  if (notPages.some((prefix) => `${url.pathname}/`.startsWith(prefix)))
    throw new AppError(platformErrors.not_found);
  return url;
}

/** Properties of a request that a page is rendered for. */
type Visit = Pick<PageContext, 'locale' | 'hasAdsPolicy' | 'adConsent'> & { url: URL; path: string };

async function visitOf(deps: PagesDeps, request: FastifyRequest, url: URL): Promise<Visit> {
  const { locale, path } = splitPath(url.pathname);
  const adConsent = asConsent(readCookie(request.headers.cookie, consentKey));
  const hasAds =
    adConsent === 'yes' &&
    hasAdsPolicy({
      path,
      isConfigured: adsenseOf(deps.config, await deps.settings.get()) !== null,
      // Staff acting as a person are treated neither as that person nor as a guest here.
      isGuest: deps.sessions.token(request) === null,
      consent: adConsent,
    });
  return { url, locale, path, adConsent, hasAdsPolicy: hasAds };
}

/** Tells whether the response may be shared: nothing in the request identifies the reader. */
function isForAll({ headers }: FastifyRequest, { path }: Visit): boolean {
  return !isStaffPath(path) && isOfGuest(headers.cookie);
}

function isOfGuest(cookie: string | undefined): boolean {
  return cookie === undefined || cookieNames(cookie).every((name) => sharedCookies.has(name));
}

/**
 * Renders a page for all guests. The page is not shared if it contains an error or one guest's rate limit, or if it
 * searched: each search is counted, and limited, for the guest who makes it.
 */
async function renderForAll(
  app: App,
  deps: PagesDeps,
  remoteAddress: string,
  visit: Visit,
): Promise<{ isShareable: boolean; page: GuestPage }> {
  const nonce = newNonce();
  let isShareable = true;
  const rendered = await renderWith(deps, visit, {
    nonce,
    signal: new AbortController().signal,
    async api(path) {
      const answer = await askApi(app, { path, locale: visit.locale, remoteAddress });
      const isOwn =
        answer.status === 429 || answer.status >= 500 || answer.headers.get('set-cookie') !== null;
      if (isOwn || isSearch(path)) isShareable = false;
      return answer;
    },
  });
  const { status } = rendered;
  const page = cutPage({ status, headers: headersOf(rendered), html: Buffer.from(rendered.html) }, nonce);
  return { isShareable: isShareable && status < 500, page };
}

async function sendGuestPage(
  app: App,
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  page: KeptPage,
): Promise<FastifyReply> {
  const headers = {
    ...Object.fromEntries(page.headers),
    ...pageHeaders(visit),
    vary: 'accept-language, cookie, accept-encoding',
  };
  const nonce = newNonce();
  reply.code(page.status).headers({ ...headers, ...policyHeaders(deps, visit, nonce) });
  if (request.method === 'HEAD') return reply.send();
  // Only pages that are requested again are worth compressing around their nonces; other pages are compressed like any
  // response.
  const encoding = page.isAskedAgain ? encodingFor(request.headers) : 'identity';
  const fill = encoding === 'identity' ? null : await packed(page, encoding);
  page.isAskedAgain = true;
  if (encoding === 'identity' || fill === null) return reply.send(page.plain(nonce));
  const packedHeaders = { ...headers, 'content-encoding': encoding };
  // A page with the ads policy also depends on the settings of staff.
  if (!visit.hasAdsPolicy) {
    app.fastPages.keepMade(request.raw, {
      status: page.status,
      headers: packedHeaders,
      until: page.until,
      generation: page.generation,
      isFor: (other) => isSameVisit(other.headers, visit),
      make() {
        const own = newNonce();
        return { headers: policyHeaders(deps, visit, own), body: fill(own) };
      },
    });
  }
  return reply.headers(packedHeaders).send(fill(nonce));
}

/** Tells whether a request for the same address may get the page that was rendered for this visit. */
function isSameVisit({ cookie, ...headers }: IncomingHttpHeaders, { url, adConsent }: Visit): boolean {
  if (!isOfGuest(cookie) || asConsent(readCookie(cookie, consentKey)) !== adConsent) return false;
  const elsewhere = languageRedirect({
    pathname: url.pathname,
    search: url.search,
    saved: readCookie(cookie, languageKey),
    acceptLanguage: headers['accept-language'],
  });
  return elsewhere === null;
}

const isSearch = (path: string) => new URLSearchParams(path.split('?')[1]).has('search');

const isStaffPath = (path: string) => `${path}/`.startsWith('/admin/');

/** Calls our own API in this process for a page. */
async function askApi(
  app: App,
  ask: { path: string; locale: string; remoteAddress: string; cookie?: string | undefined },
): Promise<ApiAnswer> {
  const answer = await app.inject({
    method: 'GET',
    url: ask.path,
    remoteAddress: ask.remoteAddress,
    headers: { 'accept-language': ask.locale, ...(ask.cookie !== undefined && { cookie: ask.cookie }) },
  });
  const { statusCode: status } = answer;
  return {
    status,
    statusText: '',
    ok: status >= 200 && status < 300,
    text: answer.body,
    headers: {
      get(name) {
        const value = answer.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
    },
  };
}

function renderWith(
  deps: PagesDeps,
  { url, path: _path, ...visit }: Visit,
  { signal, ...own }: Pick<PageContext, 'nonce' | 'api' | 'sentForm'> & { signal: AbortSignal },
): Promise<RenderedPage> {
  return deps.render(new Request(url, { method: 'GET', headers: { accept: 'text/html' }, signal }), {
    ...visit,
    ...own,
    publicOrigin: deps.config.publicOrigin,
    fees: { feePercent: deps.config.feePercent, feeBearer: deps.config.feeBearer },
  });
}

/** Headers from the rendering; only the server sets cookies and `vary`. */
function headersOf({ headers }: RenderedPage): [name: string, value: string][] {
  return [...headers].filter(([name]) => name !== 'set-cookie' && name !== 'vary');
}

function pageHeaders({ path, locale }: Visit): Record<string, string> {
  return {
    ...(callPages.test(path) && { 'permissions-policy': callDevices }),
    'content-language': locale,
    // A page holds its nonce and its reader's name, so no cache may share it.
    'cache-control': 'private, no-cache',
  };
}

/** Returns no policy in development, where Vite injects scripts without nonces. */
function policyHeaders(deps: PagesDeps, visit: Visit, nonce: string): Record<string, string> {
  if (deps.development) return {};
  const policy = visit.hasAdsPolicy
    ? adsPolicy(nonce, deps.config)
    : contentSecurityPolicy(nonce, deps.config, visit.path);
  return { 'content-security-policy': policy };
}

async function render(
  app: App,
  deps: PagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  refused?: { status: number; sentForm: SentForm },
): Promise<FastifyReply> {
  const nonce = newNonce();
  const { cookie } = request.headers;
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  const rendered = await renderWith(deps, visit, {
    nonce,
    signal: gone.signal,
    ...(refused && { sentForm: refused.sentForm }),
    api: (path) => askApi(app, { path, locale: visit.locale, remoteAddress: request.ip, cookie }),
  });
  // The page explains the refusal itself; it is rendered with 200 and gets the status here.
  const isRestricted =
    rendered.status === 200 &&
    isStaffPath(visit.path) &&
    !isStaff((await deps.sessions.find(request)) ?? { role: 'user' });
  if (isRestricted) reply.code(platformErrors.forbidden.status);
  // With 307 or 308 browsers would submit the form again to the redirect's target.
  else if (refused && rendered.status >= 300 && rendered.status < 400) reply.code(303);
  else reply.code(refused && rendered.status === 200 ? refused.status : rendered.status);
  reply.headers({
    ...Object.fromEntries(headersOf(rendered)),
    ...pageHeaders(visit),
    ...policyHeaders(deps, visit, nonce),
    ...(refused && { 'cache-control': 'no-store' }),
  });
  if (deps.development) reply.removeHeader('content-security-policy');
  return reply.send(request.method === 'HEAD' ? undefined : rendered.html);
}
