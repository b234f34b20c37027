import type { Config } from '#platform/server/config.ts';

/** Pages that may ask for devices: calls, and what leads to them. */
export const callPages = /^\/(remote-support|call)(\/|$)/;
export const callDevices = 'camera=(self), microphone=(self), display-capture=(self), payment=(), usb=()';

export function contentSecurityPolicy(
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
export function adsPolicy(nonce: string, { gamesOrigin, adsense, tiles }: Config): string {
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
