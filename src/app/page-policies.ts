import type { Config } from '#platform/server/config.ts';

/** Pages that may ask for devices: calls, and pages that lead to calls. */
export const callPages = /^\/(remote-support|call)(\/|$)/;
export const callDevices = 'camera=(self), microphone=(self), display-capture=(self), payment=(), usb=()';

export function contentSecurityPolicy(
  nonce: string,
  { gamesOrigin, payments, tiles, calls }: Config,
  path: string,
): string {
  // Only pages that lead to the payment window of Toss allow its script and the hosts that it opens.
  const toss = payments.provider === 'toss' && `${path}/`.startsWith('/payment/');
  const tossHosts = toss ? ' https://*.tosspayments.com' : '';
  // LiveKit is reached over both WebSocket and HTTP.
  const server = callPages.test(path) ? calls.livekit?.url : undefined;
  const callHosts = server === undefined ? '' : ` ${server} ${server.replace(/^ws/, 'http')}`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${toss ? ' https://js.tosspayments.com' : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Map tiles come from another host, if a tile server is configured.
    `img-src 'self' data: blob:${tiles === null ? '' : ` ${tileSource(tiles.url)}`}`,
    "font-src 'self'",
    `connect-src 'self'${tossHosts}${callHosts}`,
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    // Only games are shown in frames; `frame-src` also keeps them from navigating their frame elsewhere.
    `frame-src ${gamesOrigin}/api/play/${tossHosts}`,
    `form-action 'self'${tossHosts}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * Policy for pages with Google's ad script: it evaluates code, and loads from and sends to hosts that nobody can list.
 * Scripts still start from one with the nonce; the sources after it are for browsers without `strict-dynamic`.
 */
export function adsPolicy(nonce: string, { gamesOrigin, adsense, tiles }: Config): string {
  // In tests a local fake is served over plain http.
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

/** Returns the host of a tile server as a CSP source; `{s}` matches any of several subdomains. */
function tileSource(url: string): string {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/]+)/.exec(url) ?? [];
  return scheme + host.replace('{s}', '*');
}
