import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '#features/accounts/server/public.ts';
import { asConsent, consentKey, hasAdsPolicy } from '#features/ads/server/public.ts';
import { languageKey, languageRedirect, splitPath } from '#i18n/languages.ts';
import type { Config } from '#platform/server/config.ts';
import { buyerFeeOf } from '#platform/shared/fee.ts';
import { readCookie } from '#platform/server/cookies.ts';
import type { App } from '#platform/server/http.ts';
import type { SettingsReader } from '#platform/server/settings.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';
import { isStaff } from '#platform/shared/roles.ts';
import type { PageContext } from '#platform/client/page-context.ts';
import { adsenseOf } from './site/adsense.ts';

/** Renders a page: the module that the page bundle exports, behind one function. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>;

/** Addresses under these are never pages: what is not found there is answered in JSON. */
const notPages = ['/api/', '/assets/', '/.well-known/', '/healthz', '/readyz', '/metrics'];

/** Pages that may ask for devices: calls, and what leads to them. */
const callPages = /^\/(remote-support|call)(\/|$)/;
const callDevices = 'camera=(self), microphone=(self), display-capture=(self), payment=(), usb=()';

function contentSecurityPolicy(
  nonce: string,
  { gamesOrigin, payments, tiles, calls }: Config,
  path: string,
): string {
  // Pages that lead to the payment window of Toss let its script in, and what that opens; no other page does.
  const toss = payments.provider === 'toss' && `${path}/`.startsWith('/payment/');
  const tossHosts = toss ? ' https://*.tosspayments.com' : '';
  // LiveKit is asked over both of its protocols.
  const server = callPages.test(path) ? calls.livekit?.url : undefined;
  const callHosts = server === undefined ? '' : ` ${server} ${server.replace(/^ws/, 'http')}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${toss ? ' https://js.tosspayments.com' : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Maps are drawn of pictures from elsewhere, where a server for them is configured.
    `img-src 'self' data: blob:${tiles === null ? '' : ` ${tileSource(tiles.url)}`}`,
    "font-src 'self'",
    `connect-src 'self'${tossHosts}${callHosts}`,
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    // Games, and nothing else, are shown in frames; they cannot lead their frame anywhere else either.
    `frame-src ${gamesOrigin}/api/play/${tossHosts}`,
    `form-action 'self'${tossHosts}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * What Google's script needs: it evaluates code, and loads from and sends to hosts that nobody can list. Scripts begin with one that
 * bears the nonce as everywhere; the words after it are for browsers that do not know `strict-dynamic`.
 */
function adsPolicy(nonce: string, { gamesOrigin, adsense, tiles }: Config): string {
  // Of tests: a fake on this machine speaks plain http.
  const fake =
    adsense && new URL(adsense.scriptOrigin).protocol === 'http:' ? ` ${adsense.scriptOrigin}` : '';
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' https: http:`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${tiles === null ? '' : ` ${tileSource(tiles.url)}`}${fake}`,
    "font-src 'self' data: https:",
    `connect-src 'self' https:${fake}`,
    "manifest-src 'self'",
    "media-src 'self' blob: https:",
    "worker-src 'self' blob:",
    `frame-src ${gamesOrigin}/api/play/ https:${fake}`,
    'fenced-frame-src https:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The server of the tiles as a policy names it; `{s}` stands for any of several. */
function tileSource(url: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/]+)/.exec(url) ?? [];
  return scheme + host.replace('{s}', '*');
}

export async function servePages(
  app: App,
  deps: {
    config: Config;
    sessions: Sessions;
    settings: SettingsReader;
    render: PageRenderer;
    clientFolder?: string;
    development: boolean;
  },
): Promise<void> {
  if (deps.clientFolder !== undefined) {
    await app.register(fastifyStatic, {
      root: deps.clientFolder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, path) {
        const immutable = path.includes('/assets/');
        response.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
        response.header('cross-origin-resource-policy', 'same-origin');
      },
    });
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // Joined as texts: resolved as a reference, "//evil.example" would name another host.
    const target = request.raw.url ?? '/';
    if (!target.startsWith('/')) throw new AppError(platformErrors.not_found);
    const url = new URL(deps.config.publicOrigin + target);
    if (notPages.some((prefix) => `${url.pathname}/`.startsWith(prefix))) {
      throw new AppError(platformErrors.not_found);
    }
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
    return render(app, deps, request, reply, url);
  });
}

async function render(
  app: App,
  deps: {
    config: Config;
    render: PageRenderer;
    sessions: Sessions;
    settings: SettingsReader;
    development: boolean;
  },
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  const { locale, path: pagePath } = splitPath(url.pathname);
  const adConsent = asConsent(readCookie(request.headers.cookie, consentKey));
  const hasAds =
    adConsent === 'yes' &&
    hasAdsPolicy({
      path: pagePath,
      isConfigured: adsenseOf(deps.config, await deps.settings.get()) !== null,
      // Whoever looks through somebody's eyes is nobody here, and no guest either.
      isGuest: deps.sessions.token(request) === null,
      consent: adConsent,
    });
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  const response = await deps.render(
    new Request(url, { method: 'GET', headers: { accept: 'text/html' }, signal: gone.signal }),
    {
      locale,
      nonce,
      publicOrigin: deps.config.publicOrigin,
      hasAdsPolicy: hasAds,
      adConsent,
      buyerFeePercent: buyerFeeOf(deps.config),
      async api(path) {
        const answer = await app.inject({
          method: 'GET',
          url: path,
          remoteAddress: request.ip,
          headers: {
            'accept-language': locale,
            ...(request.headers.cookie && { cookie: request.headers.cookie }),
          },
        });
        return new Response(answer.statusCode === 204 ? null : answer.body, {
          status: answer.statusCode,
          headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
        });
      },
    },
  );
  // The page itself says why; what is behind it asks again.
  const isRestricted =
    response.status === 200 &&
    `${pagePath}/`.startsWith('/admin/') &&
    !isStaff((await deps.sessions.find(request)) ?? { role: 'user' });
  reply.code(isRestricted ? platformErrors.forbidden.status : response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'vary') reply.header(name, value);
  }
  if (deps.development) reply.removeHeader('content-security-policy');
  else
    reply.header(
      'content-security-policy',
      hasAds ? adsPolicy(nonce, deps.config) : contentSecurityPolicy(nonce, deps.config, pagePath),
    );
  if (callPages.test(pagePath)) reply.header('permissions-policy', callDevices);
  reply.header('content-language', locale);
  // A page holds its nonce and its reader's name: nobody else may be given it.
  reply.header('cache-control', 'private, no-cache');
  if (response.body === null || request.method === 'HEAD') {
    await response.body?.cancel();
    return reply.send();
  }
  return reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]));
}
