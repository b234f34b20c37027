import { isUtf8 } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';

const rufflePackage = dirname(createRequire(import.meta.url).resolve('@ruffle-rs/ruffle'));
const { version } = JSON.parse(readFileSync(join(rufflePackage, 'package.json'), 'utf8')) as {
  version: string;
};
/** A build puts the compressed emulator next to the server; without a build it is read from its package. */
const builtRuffle = fileURLToPath(new URL('ruffle/', import.meta.url));
export const ruffleFolder = existsSync(builtRuffle) ? builtRuffle : rufflePackage;
/** Path of the emulator, shared by all games so that it is cached once. */
export const rufflePath = `/api/play/ruffle/${version}/`;

const dayMs = 24 * 60 * 60_000;

/**
 * Rights of a frame, which has no cookies, encoded in its address: the source of a resource, the reader (`all`, or
 * the owner of an unpublished one), and the expiry.
 */
export type Ticket = { resourceId: string; source: string; reader: string };

function signature(secret: string, { resourceId, source, reader }: Ticket, until: string): string {
  return createHmac('sha256', secret)
    .update(`play ${resourceId} ${source} ${reader} ${until}`)
    .digest('base64url');
}

/** Makes a ticket that expires at the end of the next day. It is the same all day, so that caches stay valid. */
export function makeTicket(secret: string, ticket: Ticket, now: Date): string {
  const until = String(Math.floor(now.getTime() / dayMs) + 2);
  return `${until}.${ticket.reader}.${signature(secret, ticket, until)}`;
}

/** Returns the reader of a ticket; null if it is forged or expired. */
export function readTicket(
  secret: string,
  wanted: Omit<Ticket, 'reader'> & { ticket: string },
  now: Date,
): string | null {
  const [until = '', reader = '', given = ''] = wanted.ticket.split('.');
  const right = Buffer.from(signature(secret, { ...wanted, reader }, until));
  const bytes = Buffer.from(given);
  if (bytes.length !== right.length || !timingSafeEqual(bytes, right)) return null;
  return Number(until) * dayMs > now.getTime() ? reader : null;
}

/**
 * Bluetooth is unavailable to opaque origins, and sharing asks the person. Browsers without them log a warning for
 * the unknown names.
 */
const nothing = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Returns the headers of every response to a frame. They make opening its address directly as harmless as playing it
 * in the page: an opaque origin that can reach its own files only. See docs/decisions/0025.
 */
export function frameHeaders(
  reply: FastifyReply,
  origins: { gamesOrigin: string; publicOrigin: string },
  folder: string,
): FastifyReply {
  const own = `${origins.gamesOrigin}${folder}`;
  const emulator = `${origins.gamesOrigin}${rufflePath}`;
  const policy = [
    'sandbox allow-scripts allow-pointer-lock',
    "default-src 'none'",
    `script-src ${own} ${emulator} blob: 'unsafe-inline' 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `media-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `connect-src ${own} ${emulator} data: blob:`,
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origins.publicOrigin}`,
  ].join('; ');
  return (
    reply
      // Would block our own pages too, which `frame-ancestors` allows.
      .removeHeader('x-frame-options')
      .removeHeader('cross-origin-opener-policy')
      .headers({
        'content-security-policy': policy,
        'permissions-policy': nothing.map((feature) => `${feature}=()`).join(', '),
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        // Its own files are cross-origin to an opaque origin. Cookies are never read here.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
  );
}

const mediaTypes: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  wasm: 'application/wasm',
  swf: 'application/x-shockwave-flash',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** Returns the media type of a game's file; unknown ones are bytes. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[extname(name).slice(1).toLowerCase()] ?? 'application/octet-stream';
}

/** Reserved file names in a game's folder. */
export const frameScriptName = 'gongbang.js';
export const filmName = 'film.swf';

/**
 * Returns the position after the first such tag; null if there is none. A single pattern for the whole tag would scan
 * to the end for each `<head ` of a page that never closes one.
 */
function endOfTag(text: string, opening: RegExp): number | null {
  const start = text.search(opening);
  const end = start === -1 ? -1 : text.indexOf('>', start);
  return end === -1 ? null : end + 1;
}

/** Puts our script before everything else in a game's page; the other bytes stay unchanged. */
export function withFrameScript(html: Buffer): { body: Buffer; type: string } {
  const text = html.toString('latin1');
  const script = `<script src="${frameScriptName}"></script>`;
  const at =
    endOfTag(text, /<head[\s>]/i) ?? endOfTag(text, /<html[\s>]/i) ?? endOfTag(text, /<!doctype/i) ?? 0;
  return {
    body: Buffer.from(text.slice(0, at) + script + text.slice(at), 'latin1'),
    // Pages in older encodings declare them themselves.
    type: isUtf8(html) ? 'text/html; charset=utf-8' : 'text/html',
  };
}

/** Returns the page of a game's code, which is HTML, or a script that gets a canvas. */
export function pageOfCode(code: string, language: string): Buffer {
  if (code.trimStart().startsWith('<')) return Buffer.from(code);
  return Buffer.from(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>Game</title>
<style>body { margin: 0; min-height: 100vh; display: grid; place-items: center; }</style>
</head>
<body>
<canvas id="game" width="640" height="480"></canvas>
<script>${code.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`)}</script>
</body>
</html>`);
}

/** Returns the page in which the emulator plays a film. */
export function filmPage(origin: string, language: string): Buffer {
  const base = `${origin}${rufflePath}`;
  return Buffer.from(`<!doctype html>
<html lang="${language}" data-emulator>
<head>
<meta charset="utf-8">
<title>Ruffle</title>
<style>html, body { margin: 0; height: 100%; background: #000; } ruffle-player { display: block; width: 100%; height: 100%; }</style>
</head>
<body>
<script src="${base}ruffle.js"></script>
<script>
window.RufflePlayer.config = {
  publicPath: ${JSON.stringify(base)}, polyfills: false, allowScriptAccess: false, openUrlMode: 'deny',
  allowNetworking: 'none', autoplay: 'on', unmuteOverlay: 'hidden', splashScreen: false, letterbox: 'on',
  contextMenu: 'off', showSwfDownload: false, scale: 'showAll', logLevel: 'error',
};
const tell = (gongbang) => parent.postMessage({ gongbang }, '*');
const player = window.RufflePlayer.newest().createPlayer();
player.title = document.title;
document.body.append(player);
player.addEventListener('loadeddata', () => { tell('ready'); player.focus(); });
const film = typeof player.ruffle === 'function' ? player.ruffle() : player;
film.load({ url: ${JSON.stringify(filmName)} }).catch(() => tell('failed'));
addEventListener('gongbang:pause', () => film.suspend?.());
addEventListener('gongbang:resume', () => film.resume?.());
addEventListener('gongbang:muted', (event) => { film.volume = event.detail ? 0 : 1; });
</script>
</body>
</html>`);
}
