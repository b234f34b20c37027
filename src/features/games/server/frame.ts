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
/** The build puts the emulator beside the server, compressed; without a build it comes from its package. */
const builtRuffle = fileURLToPath(new URL('ruffle/', import.meta.url));
export const ruffleFolder = existsSync(builtRuffle) ? builtRuffle : rufflePackage;
/** Where the emulator is, for all games alike, so that it is fetched once. */
export const rufflePath = `/api/play/ruffle/${version}/`;

const dayMs = 24 * 60 * 60_000;

/**
 * Frames have no cookies, so what they may read is said in their addresses: which source of which resource, for whom
 * (`all`, or the owner of what is not published), and until when.
 */
export type Ticket = { resourceId: string; source: string; reader: string };

function signature(secret: string, { resourceId, source, reader }: Ticket, until: string): string {
  return createHmac('sha256', secret)
    .update(`play ${resourceId} ${source} ${reader} ${until}`)
    .digest('base64url');
}

/** Holds until the end of the next day: the same one all day long, so that caches keep what they have. */
export function makeTicket(secret: string, ticket: Ticket, now: Date): string {
  const until = String(Math.floor(now.getTime() / dayMs) + 2);
  return `${until}.${ticket.reader}.${signature(secret, ticket, until)}`;
}

/** For whom a ticket is; null for one that is false or over. */
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
 * Bluetooth is closed to an origin that is nobody's anyway, and sharing asks the person. Browsers that have neither warn in
 * the console of a name that they do not know.
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
 * What every answer to a frame carries, so that opening its address directly is as harmless as playing it in the page:
 * an origin of its own that is nobody's, and no way out but to its own files. See docs/decisions/0025.
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
      // Would forbid the page too, which `frame-ancestors` names.
      .removeHeader('x-frame-options')
      .removeHeader('cross-origin-opener-policy')
      .headers({
        'content-security-policy': policy,
        'permissions-policy': nothing.map((feature) => `${feature}=()`).join(', '),
        'referrer-policy': 'no-referrer',
        'x-dns-prefetch-control': 'off',
        // Its own files are foreign to an origin that is nobody's. No cookie is ever looked at here.
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

/** What a game's file is sent as; what is not known is bytes. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[extname(name).slice(1).toLowerCase()] ?? 'application/octet-stream';
}

/** The names in a game's folder that are ours. */
export const frameScriptName = 'gongbang.js';
export const filmName = 'film.swf';

/**
 * Where the first tag that begins so ends; null where none does. One pattern for the whole tag would look for the end of every
 * `<head ` of a page that never closes one.
 */
function endOfTag(text: string, opening: RegExp): number | null {
  const start = text.search(opening);
  const end = start === -1 ? -1 : text.indexOf('>', start);
  return end === -1 ? null : end + 1;
}

/** A game's page with our script ahead of everything else; the bytes of the rest stay as they are. */
export function withFrameScript(html: Buffer): { body: Buffer; type: string } {
  const text = html.toString('latin1');
  const script = `<script src="${frameScriptName}"></script>`;
  const at =
    endOfTag(text, /<head[\s>]/i) ?? endOfTag(text, /<html[\s>]/i) ?? endOfTag(text, /<!doctype/i) ?? 0;
  return {
    body: Buffer.from(text.slice(0, at) + script + text.slice(at), 'latin1'),
    // An older page names its encoding itself.
    type: isUtf8(html) ? 'text/html; charset=utf-8' : 'text/html',
  };
}

/** `game code` is a page, or a script that gets one with a canvas. */
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

/** The page that the emulator plays a film in. */
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
