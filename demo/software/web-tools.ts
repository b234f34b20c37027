/** Browser pages and Node programs, plain JavaScript. */
export const stlViewer = String.raw`'use strict';
// Draws binary and text STL files on a 2D canvas: no library, no server.
const canvas = document.querySelector('canvas');
const ctx = canvas.getContext('2d');
const info = document.querySelector('#info');
let triangles = [];
let turn = -0.6;
let tilt = 0.5;
let zoom = 1;

function parse(buffer) {
  const view = new DataView(buffer);
  const count = buffer.byteLength >= 84 ? view.getUint32(80, true) : 0;
  const found = [];
  if (buffer.byteLength === 84 + count * 50) {
    for (let t = 0; t < count; t++) {
      const corner = (k) => [0, 4, 8].map((o) => view.getFloat32(84 + t * 50 + 12 + k * 12 + o, true));
      found.push([corner(0), corner(1), corner(2)]);
    }
    return found;
  }
  const numbers = [...new TextDecoder().decode(buffer).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)]
    .map((m) => [Number(m[1]), Number(m[2]), Number(m[3])]);
  for (let i = 0; i + 2 < numbers.length; i += 3) found.push(numbers.slice(i, i + 3));
  return found;
}

function measure() {
  const all = triangles.flat();
  const low = [0, 1, 2].map((k) => all.reduce((m, p) => Math.min(m, p[k]), Infinity));
  const high = [0, 1, 2].map((k) => all.reduce((m, p) => Math.max(m, p[k]), -Infinity));
  const volume = triangles.reduce((sum, [a, b, c]) => sum +
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]), 0) / 6;
  return { low, high, volume };
}

function draw() {
  const scale = devicePixelRatio;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  if (triangles.length === 0) return;
  const { low, high } = measure();
  const middle = low.map((v, k) => (v + high[k]) / 2);
  const size = Math.hypot(...high.map((v, k) => v - low[k]));
  const fit = (Math.min(canvas.width, canvas.height) / size) * 1.1 * zoom;
  const place = (p) => {
    const [x, y, z] = p.map((v, k) => v - middle[k]);
    const rx = x * Math.cos(turn) - y * Math.sin(turn);
    const ry = x * Math.sin(turn) + y * Math.cos(turn);
    return [canvas.width / 2 + rx * fit, canvas.height / 2 - (z * Math.cos(tilt) + ry * Math.sin(tilt)) * fit, ry * Math.cos(tilt) - z * Math.sin(tilt)];
  };
  const faces = [];
  for (const corners of triangles) {
    const [a, b, c] = corners.map(place);
    const facing = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (facing >= 0) continue;
    const [p, q, r] = corners;
    const u = q.map((v, k) => v - p[k]);
    const w = r.map((v, k) => v - p[k]);
    const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const long = Math.hypot(...n) || 1;
    const light = Math.max(0, (n[2] * 0.75 - n[1] * 0.35 - n[0] * 0.5) / long);
    faces.push({ a, b, c, far: a[2] + b[2] + c[2], light });
  }
  faces.sort((f, g) => g.far - f.far);
  for (const { a, b, c, light } of faces) {
    ctx.fillStyle = ctx.strokeStyle = 'hsl(18 75% ' + (30 + light * 38) + '%)';
    ctx.beginPath();
    ctx.moveTo(a[0], a[1]);
    ctx.lineTo(b[0], b[1]);
    ctx.lineTo(c[0], c[1]);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
}

async function open(file) {
  triangles = parse(await file.arrayBuffer());
  const { low, high, volume } = measure();
  info.textContent = file.name + ': 삼각형 ' + triangles.length.toLocaleString() + '개, ' +
    high.map((v, k) => (v - low[k]).toFixed(1)).join(' × ') + ' mm, ' + (volume / 1000).toFixed(1) + ' cm³ (PLA ' + (volume / 1000 * 1.24).toFixed(0) + ' g)';
  zoom = 1;
  draw();
}
document.querySelector('input').addEventListener('change', (event) => { if (event.target.files[0]) open(event.target.files[0]); });
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => { event.preventDefault(); if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); });
canvas.addEventListener('pointermove', (event) => {
  if (!event.buttons) return;
  turn += event.movementX * 0.01;
  tilt = Math.max(-1.4, Math.min(1.4, tilt + event.movementY * 0.01));
  draw();
});
canvas.addEventListener('wheel', (event) => { event.preventDefault(); zoom *= event.deltaY < 0 ? 1.1 : 0.9; draw(); }, { passive: false });
addEventListener('resize', draw);
`;

export const page = (
  lang: string,
  title: string,
  main: string,
  script: string,
  css = '',
): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; background: #faf6ef; color: #2d2a26; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px; }
label { display: inline-block; margin: 6px 14px 6px 0; }
input, select, button { font: inherit; padding: 6px 10px; border: 1px solid #c9b99f; border-radius: 8px; background: #fff; }
table { border-collapse: collapse; width: 100%; } td, th { padding: 6px 10px; border-bottom: 1px solid #e5dac6; text-align: left; }
${css}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
<script src="${script}"></script>
</body>
</html>
`;

export const resistorApp = String.raw`'use strict';
const names = ['검정', '갈색', '빨강', '주황', '노랑', '초록', '파랑', '보라', '회색', '흰색'];
const colors = ['#111', '#7a4a21', '#d32f2f', '#f57c00', '#fbc02d', '#388e3c', '#1976d2', '#7b1fa2', '#888', '#f5f5f5'];
const selects = [...document.querySelectorAll('select')];
const ohms = document.querySelector('#ohms');
const answer = document.querySelector('#answer');
selects.forEach((select) => names.forEach((name, value) => select.add(new Option(name, value))));

function pretty(value) {
  for (const [limit, unit] of [[1e6, 'MΩ'], [1e3, 'kΩ']]) if (value >= limit) return Number((value / limit).toPrecision(3)) + unit;
  return Number(value.toPrecision(3)) + 'Ω';
}
/** E24 줄에서 가장 가까운 값 */
function nearest(value) {
  const e24 = [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91];
  const power = 10 ** (Math.floor(Math.log10(value)) - 1);
  return [...e24, 100].map((step) => step * power).reduce((best, v) => Math.abs(v - value) < Math.abs(best - value) ? v : best);
}
function paint(digits) {
  document.querySelectorAll('.band').forEach((band, i) => { band.style.background = colors[digits[i]]; });
}
function fromBands() {
  const [a, b, power] = selects.map((select) => Number(select.value));
  const value = (a * 10 + b) * 10 ** power;
  paint([a, b, power]);
  ohms.value = value;
  answer.textContent = pretty(value) + ' ±5%  (' + pretty(value * 0.95) + ' ~ ' + pretty(value * 1.05) + ')';
}
function fromOhms() {
  const value = nearest(Math.max(10, Number(ohms.value) || 10));
  const power = Math.floor(Math.log10(value) + 1e-9) - 1;
  const two = Math.round(value / 10 ** power);
  const digits = [Math.floor(two / 10), two % 10, power];
  selects.forEach((select, i) => { select.value = digits[i]; });
  paint(digits);
  answer.textContent = '가장 가까운 E24 값 ' + pretty(value);
}
selects.forEach((select) => select.addEventListener('change', fromBands));
ohms.addEventListener('change', fromOhms);
ohms.value = 4700;
fromOhms();
`;

export const gearApp = String.raw`'use strict';
// Involute gear outline as SVG, ready for a laser or CAD.
const field = (id) => Number(document.querySelector('#' + id).value);
function outline(module, teeth, degrees) {
  const alpha = (degrees * Math.PI) / 180;
  const pitch = (module * teeth) / 2;
  const base = pitch * Math.cos(alpha);
  const tip = pitch + module;
  const root = pitch - 1.25 * module;
  const inv = (a) => Math.tan(a) - a;
  const half = (r) => Math.PI / (2 * teeth) + inv(alpha) - inv(Math.acos(Math.min(1, base / Math.max(r, base))));
  const points = [];
  for (let t = 0; t < teeth; t++) {
    const middle = (t / teeth) * Math.PI * 2;
    const flank = [];
    if (root < base) flank.push([root, half(base)]);
    for (let i = 0; i <= 8; i++) {
      const r = Math.max(base, root) + ((tip - Math.max(base, root)) * i) / 8;
      flank.push([r, half(r)]);
    }
    for (const [r, h] of flank) points.push([r, middle - h]);
    for (const [r, h] of flank.reverse()) points.push([r, middle + h]);
  }
  return points.map(([r, a]) => (r * Math.cos(a)).toFixed(3) + ' ' + (r * Math.sin(a)).toFixed(3));
}
function draw() {
  const module = field('module');
  const teeth = Math.max(6, Math.round(field('teeth')));
  const partner = Math.max(6, Math.round(field('partner')));
  const size = module * (teeth + 2.4);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="' + size + 'mm" height="' + size + 'mm" viewBox="' +
    [-size / 2, -size / 2, size, size].join(' ') + '"><path d="M' + outline(module, teeth, field('angle')).join('L') +
    'Z" fill="none" stroke="#c8553d" stroke-width="0.2"/><circle r="' + field('bore') / 2 + '" fill="none" stroke="#c8553d" stroke-width="0.2"/></svg>';
  document.querySelector('#view').innerHTML = svg;
  document.querySelector('#numbers').textContent = 'pitch ' + module * teeth + ' mm, outside ' + module * (teeth + 2) +
    ' mm, centre distance ' + (module * (teeth + partner)) / 2 + ' mm, ratio ' + (partner / teeth).toFixed(3);
  document.querySelector('#save').href = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
}
document.querySelectorAll('input').forEach((input) => input.addEventListener('input', draw));
draw();
`;

export const kerf = String.raw`#!/usr/bin/env node
// 레이저 커팅 폭(커프) 계산기: 시험편을 재면 보정값을, 두께를 넣으면 손가락 이음 폭을 알려 줍니다.
// 사용법: node kerf.mjs --drawn 20 --measured 19.7 --gap 20.28 --thickness 3.1 --length 120
const options = Object.fromEntries(process.argv.slice(2).join(' ').split('--').filter(Boolean)
  .map((pair) => pair.trim().split(/\s+/)).map(([key, value]) => [key, Number(value)]));

export function kerfFrom({ drawn, measured, gap }) {
  const fromPart = drawn - measured;          // 조각은 커프만큼 작아지고
  const fromGap = gap ? gap - drawn : fromPart; // 구멍은 그만큼 커집니다.
  return (fromPart + fromGap) / 2;
}

/** 길이를 홀수 개로 나눠 양 끝이 같은 모양이 되게 합니다. */
export function fingers(length, thickness, widthHint = thickness * 3) {
  let count = Math.max(3, Math.round(length / widthHint));
  if (count % 2 === 0) count++;
  return { count, width: length / count };
}

if (options.drawn && options.measured) {
  const kerf = kerfFrom(options);
  console.log('커프          ' + kerf.toFixed(3) + ' mm');
  console.log('바깥선 보정   +' + (kerf / 2).toFixed(3) + ' mm');
  console.log('안쪽선 보정   -' + (kerf / 2).toFixed(3) + ' mm');
  if (options.thickness) {
    console.log('끼움 홈 폭    ' + (options.thickness - kerf).toFixed(3) + ' mm (꼭 맞게)');
    if (options.length) {
      const { count, width } = fingers(options.length, options.thickness);
      console.log('손가락 이음   ' + count + '개, 하나 ' + width.toFixed(2) + ' mm, 그릴 폭 ' + (width + kerf).toFixed(2) + ' mm');
    }
  }
} else if (process.argv[1] && process.argv[1].endsWith('kerf.mjs')) {
  console.log('사용법: node kerf.mjs --drawn 20 --measured 19.7 [--gap 20.28] [--thickness 3.1] [--length 120]');
}
`;

export const cutlist = String.raw`#!/usr/bin/env node
// 합판 한 장에 조각을 어떻게 놓을지 정합니다 (선반 방식, 톱날 폭 포함).
// 사용법: node cutlist.mjs 1220x2440 600x300x4 400x300x4 250x600x2
const kerf = 3;

export function pack(sheet, pieces) {
  const waiting = pieces.flatMap(({ w, h, count }) => Array.from({ length: count }, () => ({ w: Math.max(w, h), h: Math.min(w, h) })))
    .sort((a, b) => b.h - a.h || b.w - a.w);
  const sheets = [];
  for (const piece of waiting) {
    if (piece.w > sheet.w || piece.h > sheet.h) throw new Error(piece.w + 'x' + piece.h + '은 판보다 큽니다.');
    let placed = null;
    for (const [index, { shelves }] of sheets.entries()) {
      for (const shelf of shelves) {
        if (!placed && piece.h <= shelf.h && shelf.x + piece.w <= sheet.w) {
          placed = { sheet: index, x: shelf.x, y: shelf.y };
          shelf.x += piece.w + kerf;
        }
      }
      if (placed) break;
      const top = shelves.reduce((sum, shelf) => sum + shelf.h + kerf, 0);
      if (top + piece.h <= sheet.h) {
        shelves.push({ y: top, h: piece.h, x: piece.w + kerf });
        placed = { sheet: index, x: 0, y: top };
        break;
      }
    }
    if (!placed) {
      sheets.push({ shelves: [{ y: 0, h: piece.h, x: piece.w + kerf }] });
      placed = { sheet: sheets.length - 1, x: 0, y: 0 };
    }
    Object.assign(piece, placed);
  }
  return { sheets: sheets.length, placed: waiting };
}

const [board, ...wanted] = process.argv.slice(2);
if (board && wanted.length > 0) {
  const [w, h] = board.split('x').map(Number);
  const pieces = wanted.map((text) => { const [a, b, count = 1] = text.split('x').map(Number); return { w: a, h: b, count }; });
  const { sheets, placed } = pack({ w, h }, pieces);
  const used = placed.reduce((sum, piece) => sum + piece.w * piece.h, 0);
  placed.forEach((p, i) => console.log(String(i + 1).padStart(3) + '  판 ' + (p.sheet + 1) + '  x ' + p.x + ', y ' + p.y + '  ' + p.w + 'x' + p.h));
  console.log('판 ' + sheets + '장, 쓰는 면적 ' + ((used / (w * h * sheets)) * 100).toFixed(1) + '%');
} else if (process.argv[1] && process.argv[1].endsWith('cutlist.mjs')) {
  console.log('사용법: node cutlist.mjs 1220x2440 600x300x4 400x300x4');
}
`;

export const buttonHeader = String.raw`#pragma once
#include <Arduino.h>

// 버튼 하나로 누름, 길게 누름, 두 번 누름을 구분합니다. delay()를 쓰지 않습니다.
class SoftButton {
 public:
  enum Event : uint8_t { None, Press, DoublePress, LongPress };

  explicit SoftButton(uint8_t pin, bool activeLow = true) : pin_(pin), activeLow_(activeLow) {}
  void begin();
  Event update();
  void setLongPress(uint16_t ms) { longMs_ = ms; }
  void setDoublePress(uint16_t ms) { doubleMs_ = ms; }
  bool isDown() const { return down_; }

 private:
  uint8_t pin_;
  bool activeLow_;
  bool down_ = false, lastRaw_ = false, longSent_ = false;
  uint8_t clicks_ = 0;
  uint16_t longMs_ = 600, doubleMs_ = 280;
  static constexpr uint8_t debounceMs = 12;
  uint32_t changedAt_ = 0, pressedAt_ = 0, releasedAt_ = 0;
};
`;

export const buttonSource = String.raw`#include "soft-button.h"

void SoftButton::begin() { pinMode(pin_, activeLow_ ? INPUT_PULLUP : INPUT); }

SoftButton::Event SoftButton::update() {
  const uint32_t now = millis();
  const bool raw = (digitalRead(pin_) == LOW) == activeLow_;
  if (raw != lastRaw_) {
    lastRaw_ = raw;
    changedAt_ = now;
  }
  // 값이 debounceMs 동안 그대로일 때만 믿습니다.
  if (raw != down_ && now - changedAt_ >= debounceMs) {
    down_ = raw;
    if (down_) {
      pressedAt_ = now;
      longSent_ = false;
    } else if (!longSent_) {
      clicks_++;
      releasedAt_ = now;
    }
  }
  if (down_ && !longSent_ && now - pressedAt_ >= longMs_) {
    longSent_ = true;
    clicks_ = 0;
    return LongPress;
  }
  if (clicks_ >= 2) {
    clicks_ = 0;
    return DoublePress;
  }
  if (clicks_ == 1 && !down_ && now - releasedAt_ > doubleMs_) {
    clicks_ = 0;
    return Press;
  }
  return None;
}
`;

export const buttonExample = String.raw`#include <soft-button.h>

SoftButton button(2);

void setup() {
  Serial.begin(115200);
  button.begin();
  pinMode(LED_BUILTIN, OUTPUT);
}

void loop() {
  switch (button.update()) {
    case SoftButton::Press: digitalWrite(LED_BUILTIN, !digitalRead(LED_BUILTIN)); break;
    case SoftButton::DoublePress: Serial.println("double"); break;
    case SoftButton::LongPress: Serial.println("long"); break;
    default: break;
  }
}
`;
