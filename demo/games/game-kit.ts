import type { Locale } from '#i18n/languages.ts';
import { zipOf } from '../resources/make.ts';

export type Game = {
  slug: string;
  lang: Locale;
  title: string;
  hint: string;
  /** Background, panel, ink and accent. */
  colors: [string, string, string, string];
  width?: number;
  height?: number;
  code: string;
};

const kit = String.raw`'use strict';
// Canvas, keys, touches and the frame loop: everything the games share.
const canvas = document.getElementById('game');
const ctx = canvas.getContext('2d');
const W = canvas.width;
const H = canvas.height;
const held = new Set();
const pointer = { x: W / 2, y: H / 2, down: false };
const on = { key: () => {}, tap: () => {}, swipe: () => {} };
const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  w: [0, -1], s: [0, 1], a: [-1, 0], d: [1, 0] };

addEventListener('keydown', (event) => {
  if (event.key in arrows || event.key === ' ') event.preventDefault();
  held.add(event.key);
  if (!event.repeat) on.key(event.key);
});
addEventListener('keyup', (event) => held.delete(event.key));
addEventListener('blur', () => held.clear());

let start = null;
function place(event) {
  const box = canvas.getBoundingClientRect();
  pointer.x = ((event.clientX - box.left) / box.width) * W;
  pointer.y = ((event.clientY - box.top) / box.height) * H;
}
canvas.addEventListener('pointerdown', (event) => {
  place(event);
  pointer.down = true;
  start = { x: event.clientX, y: event.clientY };
});
addEventListener('pointermove', place);
addEventListener('pointerup', (event) => {
  pointer.down = false;
  if (!start) return;
  const dx = event.clientX - start.x;
  const dy = event.clientY - start.y;
  start = null;
  if (Math.hypot(dx, dy) < 24) on.tap(pointer.x, pointer.y);
  else if (Math.abs(dx) > Math.abs(dy)) on.swipe([Math.sign(dx), 0]);
  else on.swipe([0, Math.sign(dy)]);
});

function loop(step) {
  let last = performance.now();
  const frame = (now) => {
    step(Math.min(0.05, (now - last) / 1000));
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const show = (id, text) => { document.getElementById(id).textContent = text; };
const score = (text) => show('score', text);
const say = (text) => show('say', text);
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const shuffle = (list) => {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
};

function box(x, y, w, h, r, color) {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
}
function disc(x, y, r, color) {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, Math.PI * 2);
  ctx.fill();
}
function cog(x, y, r, teeth, turn, color, hole) {
  ctx.fillStyle = color;
  ctx.beginPath();
  for (let i = 0; i < teeth * 4; i++) {
    const a = turn + (i / (teeth * 4)) * Math.PI * 2;
    const q = i % 4 < 2 ? r : r * 0.8;
    ctx.lineTo(x + Math.cos(a) * q, y + Math.sin(a) * q);
  }
  ctx.fill();
  disc(x, y, r * 0.34, hole);
}
function label(text, x, y, size, color, align) {
  ctx.fillStyle = color;
  ctx.font = '700 ' + size + 'px system-ui, sans-serif';
  ctx.textAlign = align || 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y);
}
`;

const style = (game: Game): string => {
  const [back, panel, ink, accent] = game.colors;
  return `:root { color-scheme: light; }
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: ${back}; color: ${ink}; font: 16px/1.5 system-ui, sans-serif;
}
main { width: min(94vw, ${Math.min(640, (game.width ?? 480) + 40)}px); padding: 16px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
#score { color: ${accent}; font-weight: 700; font-variant-numeric: tabular-nums; }
canvas {
  width: 100%; display: block; background: ${panel}; border-radius: 16px;
  touch-action: none; box-shadow: 0 10px 30px rgb(0 0 0 / 0.18);
}
#say { min-height: 1.6em; margin: 10px 0 0; }
`;
};

const body = (game: Game): string => `<main>
<header><h1>${game.title}</h1><span id="score"></span></header>
<canvas id="game" width="${game.width ?? 480}" height="${game.height ?? 480}"></canvas>
<p id="say" aria-live="polite">${game.hint}</p>
</main>`;

const head = (game: Game): string => `<!doctype html>
<html lang="${game.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${game.title}</title>`;

export const gameFiles = (game: Game): Record<string, string> => ({
  'index.html': `${head(game)}
<link rel="stylesheet" href="style.css">
</head>
<body>
${body(game)}
<script src="kit.js"></script>
<script src="game.js"></script>
</body>
</html>
`,
  'style.css': style(game),
  'kit.js': kit,
  'game.js': game.code,
});

export const gameZip = (game: Game): Uint8Array => zipOf(gameFiles(game));

/** Same game as one page, for playing without unpacking. */
export const gamePage = (game: Game): string => `${head(game)}
<style>
${style(game)}</style>
</head>
<body>
${body(game)}
<script>
${kit}
${game.code}</script>
</body>
</html>
`;
