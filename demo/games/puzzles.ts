import type { Game } from './game-kit.ts';

export const merge: Game = {
  slug: 'bolt-merge',
  lang: 'ko',
  title: '볼트 합치기 M2048',
  hint: '방향키나 밀기. 같은 볼트가 만나면 한 단계 커집니다.',
  colors: ['#f4ecdd', '#cbb994', '#3a3128', '#b5523b'],
  code: String.raw`const n = 4;
const pad = 12;
const tile = (W - pad * (n + 1)) / n;
const names = ['', 'M2', 'M3', 'M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M16', 'M20', 'M24', 'M30'];
const colors = ['#dccdaa', '#f6efe0', '#f3e2bd', '#f2c185', '#ee9d5f', '#e97f56', '#dc5a4a', '#c9a13b', '#8aa352', '#4d8f7c', '#3b7ea1', '#5a5aa8', '#7b3f8c'];
let grid, points, done;

function add() {
  const free = [];
  grid.forEach((value, i) => { if (!value) free.push(i); });
  if (free.length) grid[pick(free)] = Math.random() < 0.9 ? 1 : 2;
}
function reset() { grid = Array(n * n).fill(0); points = 0; done = false; add(); add(); score('0점'); draw(); }
function slide(line) {
  const kept = line.filter(Boolean);
  for (let i = 0; i + 1 < kept.length; i++) {
    if (kept[i] !== kept[i + 1]) continue;
    kept[i]++;
    points += 2 ** kept[i];
    kept.splice(i + 1, 1);
  }
  while (kept.length < n) kept.push(0);
  return kept;
}
function lines([dx, dy]) {
  return Array.from({ length: n }, (_, k) => Array.from({ length: n }, (_, i) => {
    const at = dx + dy > 0 ? n - 1 - i : i;
    return dx ? k * n + at : at * n + k;
  }));
}
function go(dir) {
  if (done) return;
  const before = grid.join();
  for (const line of lines(dir)) {
    const moved = slide(line.map((i) => grid[i]));
    line.forEach((i, k) => { grid[i] = moved[k]; });
  }
  if (grid.join() === before) return;
  add();
  score(points + '점');
  if (Math.max(...grid) === 11) say('M24 완성! 계속할 수 있어요.');
  const stuck = grid.every(Boolean) && [[1, 0], [0, 1]].every((d) => lines(d).every((l) => l.every((i, k) => k === 0 || grid[i] !== grid[l[k - 1]])));
  if (stuck) { done = true; say('더 합칠 볼트가 없어요. R 또는 눌러서 다시'); }
  draw();
}
function hex(x, y, r, color) {
  ctx.fillStyle = color;
  ctx.beginPath();
  for (let i = 0; i < 6; i++) ctx.lineTo(x + r * Math.cos((i / 6) * Math.PI * 2), y + r * Math.sin((i / 6) * Math.PI * 2));
  ctx.fill();
}
function draw() {
  ctx.clearRect(0, 0, W, H);
  grid.forEach((value, i) => {
    const x = pad + (i % n) * (tile + pad);
    const y = pad + Math.floor(i / n) * (tile + pad);
    box(x, y, tile, tile, 14, '#dccdaa');
    if (!value) return;
    box(x, y, tile, tile, 14, colors[value] || '#333333');
    hex(x + tile / 2, y + tile / 2, tile * 0.4, 'rgb(255 255 255 / 0.28)');
    label(names[value] || 'M?', x + tile / 2, y + tile / 2 + 2, 30, value < 4 ? '#4a4035' : '#ffffff');
  });
}
on.key = (key) => { if (arrows[key]) go(arrows[key]); else if (key === 'r') reset(); };
on.swipe = go;
on.tap = () => { if (done) reset(); };
reset();
`,
};

export const lights: Game = {
  slug: 'lights-out-board',
  lang: 'ja',
  title: '回路消灯パズル',
  hint: 'ランプを押すと上下左右も反転します。すべて消しましょう。',
  colors: ['#dcefe5', '#1d6b45', '#173d2b', '#c0392b'],
  code: String.raw`const n = 5;
const cell = W / n;
let lamps, moves, level = 1;

function toggle(x, y) {
  for (const [dx, dy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]) {
    const a = x + dx;
    const b = y + dy;
    if (a >= 0 && b >= 0 && a < n && b < n) lamps[b * n + a] ^= 1;
  }
}
function deal() {
  lamps = Array(n * n).fill(0);
  moves = 0;
  do {
    for (let i = 0; i < level + 2; i++) toggle(Math.floor(Math.random() * n), Math.floor(Math.random() * n));
  } while (!lamps.some(Boolean));
  score(level + ' 面  0 手');
}
on.tap = (px, py) => {
  if (!lamps.some(Boolean)) { level++; deal(); say('次の面です。'); draw(); return; }
  toggle(Math.floor(px / cell), Math.floor(py / cell));
  moves++;
  score(level + ' 面  ' + moves + ' 手');
  if (!lamps.some(Boolean)) say('消灯! ' + moves + ' 手でした。押して次の面へ');
  draw();
};
on.key = (key) => { if (key === 'r') { deal(); draw(); } };
function draw() {
  ctx.clearRect(0, 0, W, H);
  ctx.strokeStyle = '#4fa477';
  ctx.lineWidth = 4;
  for (let i = 0; i < n; i++) {
    ctx.beginPath();
    ctx.moveTo(cell / 2, (i + 0.5) * cell); ctx.lineTo(W - cell / 2, (i + 0.5) * cell);
    ctx.moveTo((i + 0.5) * cell, cell / 2); ctx.lineTo((i + 0.5) * cell, H - cell / 2);
    ctx.stroke();
  }
  lamps.forEach((lit, i) => {
    const x = ((i % n) + 0.5) * cell;
    const y = (Math.floor(i / n) + 0.5) * cell;
    if (lit) {
      const halo = ctx.createRadialGradient(x, y, 8, x, y, cell * 0.62);
      halo.addColorStop(0, 'rgb(255 214 102 / 0.9)');
      halo.addColorStop(1, 'rgb(255 214 102 / 0)');
      disc(x, y, cell * 0.62, halo);
    }
    disc(x, y, cell * 0.3, '#d8b15a');
    disc(x, y, cell * 0.25, lit ? '#fff3bf' : '#27543c');
    disc(x - cell * 0.07, y - cell * 0.08, cell * 0.06, lit ? '#ffffff' : '#3f7a5a');
  });
}
deal();
draw();
`,
};

export const memory: Game = {
  slug: 'parts-memory',
  lang: 'ko',
  title: '부품 짝 맞추기',
  hint: '카드 두 장을 뒤집어 같은 부품을 찾으세요.',
  colors: ['#fdebd3', '#fff8ec', '#41322a', '#2a9d8f'],
  code: String.raw`const kinds = ['gear', 'bolt', 'led', 'cap', 'chip', 'nut', 'spring', 'plug'];
const size = W / 4;
let cards, open, turns, wait;

function reset() {
  cards = shuffle(kinds.concat(kinds)).map((kind) => ({ kind, up: false, done: false }));
  open = [];
  turns = 0;
  wait = 0;
  score('0번');
}
on.key = (key) => { if (key === 'r') reset(); };
on.tap = (px, py) => {
  if (cards.every((card) => card.done)) { reset(); say('새 판입니다.'); return; }
  if (wait > 0) return;
  const card = cards[Math.floor(py / size) * 4 + Math.floor(px / size)];
  if (!card || card.up || card.done) return;
  card.up = true;
  open.push(card);
  if (open.length < 2) return;
  turns++;
  score(turns + '번');
  if (open[0].kind === open[1].kind) {
    for (const same of open) same.done = true;
    open = [];
    say(cards.every((c) => c.done) ? turns + '번 만에 다 찾았어요! 눌러서 다시' : '찾았다!');
  } else wait = 0.9;
};
function part(kind, x, y) {
  const r = size * 0.26;
  if (kind === 'gear') cog(x, y, r, 9, 0.2, '#e76f51', '#fff8ec');
  if (kind === 'bolt') { box(x - r * 0.8, y - r, r * 1.6, r * 0.7, 4, '#6c757d'); box(x - r * 0.35, y - r * 0.3, r * 0.7, r * 1.3, 4, '#adb5bd'); }
  if (kind === 'led') { box(x - r * 0.6, y - r, r * 1.2, r * 1.2, r * 0.6, '#e63946'); box(x - r * 0.7, y + r * 0.1, r * 1.4, 6, 2, '#c1121f'); box(x - r * 0.35, y + r * 0.3, 4, r * 0.7, 1, '#888'); box(x + r * 0.25, y + r * 0.3, 4, r * 0.5, 1, '#888'); }
  if (kind === 'cap') { box(x - r * 0.6, y - r, r * 1.2, r * 1.6, 8, '#264653'); box(x + r * 0.2, y - r, r * 0.4, r * 1.6, 4, '#a8c5d1'); box(x - r * 0.3, y + r * 0.6, 4, r * 0.4, 1, '#888'); box(x + r * 0.2, y + r * 0.6, 4, r * 0.4, 1, '#888'); }
  if (kind === 'chip') { for (let i = -1; i <= 1; i++) { box(x - r, y + i * r * 0.5 - 3, r * 2, 6, 1, '#adb5bd'); } box(x - r * 0.65, y - r * 0.85, r * 1.3, r * 1.7, 5, '#2b2d42'); disc(x - r * 0.35, y - r * 0.55, 4, '#8d99ae'); }
  if (kind === 'nut') { ctx.fillStyle = '#e9c46a'; ctx.beginPath(); for (let i = 0; i < 6; i++) ctx.lineTo(x + r * Math.cos(i * 1.0472), y + r * Math.sin(i * 1.0472)); ctx.fill(); disc(x, y, r * 0.5, '#fff8ec'); }
  if (kind === 'spring') { ctx.strokeStyle = '#2a9d8f'; ctx.lineWidth = 5; ctx.lineJoin = 'round'; ctx.beginPath(); for (let i = 0; i <= 8; i++) ctx.lineTo(x + (i % 2 ? r * 0.7 : -r * 0.7), y - r + i * r * 0.25); ctx.stroke(); }
  if (kind === 'plug') { box(x - r * 0.6, y - r * 0.3, r * 1.2, r * 0.9, 6, '#457b9d'); box(x - r * 0.4, y - r, 6, r * 0.8, 2, '#888'); box(x + r * 0.3, y - r, 6, r * 0.8, 2, '#888'); box(x - 3, y + r * 0.5, 6, r * 0.6, 2, '#457b9d'); }
}
reset();
loop((dt) => {
  if (wait > 0 && (wait -= dt) <= 0) { for (const card of open) card.up = false; open = []; }
  ctx.clearRect(0, 0, W, H);
  cards.forEach((card, i) => {
    const x = (i % 4) * size;
    const y = Math.floor(i / 4) * size;
    const face = card.up || card.done;
    box(x + 8, y + 8, size - 16, size - 16, 14, face ? (card.done ? '#e3f3ea' : '#ffffff') : '#2a9d8f');
    if (face) part(card.kind, x + size / 2, y + size / 2);
    else cog(x + size / 2, y + size / 2, size * 0.2, 8, 0, '#3fb3a4', '#2a9d8f');
  });
});
`,
};

export const sokobanLevels = [
  ['#######', '#.    #', '# $   #', '#  @  #', '#     #', '#######'],
  ['########', '#  .   #', '# $  $ #', '#  @ . #', '#      #', '########'],
  ['########', '#   .  #', '# $##$ #', '#  @   #', '# .    #', '########'],
  ['########', '#.     #', '#  ##$ #', '# $ #  #', '#  @ $ #', '#..    #', '########'],
  [
    '  ##### ',
    '###   # ',
    '#.@$  # ',
    '### $.# ',
    '#.##$ # ',
    '# # . ##',
    '#$ *$$.#',
    '#   .  #',
    '########',
  ],
];

export const sokoban: Game = {
  slug: 'warehouse-boxes',
  lang: 'ko',
  title: '자재 창고 상자 밀기',
  hint: '상자를 모두 초록 자리에 밀어 넣으세요. U 되돌리기, R 처음부터.',
  colors: ['#efe2cf', '#f8f1e4', '#41322a', '#3d7a4a'],
  code: `const levels = ${JSON.stringify(sokobanLevels)};
${String.raw`let level = 0, walls, goals, boxes, man, past;

function load() {
  walls = new Set(); goals = new Set(); boxes = new Set(); past = [];
  levels[level].forEach((row, y) => [...row].forEach((c, x) => {
    const at = x + ',' + y;
    if (c === '#') walls.add(at);
    if ('.*+'.includes(c)) goals.add(at);
    if ('$*'.includes(c)) boxes.add(at);
    if ('@+'.includes(c)) man = [x, y];
  }));
  status();
}
const solved = () => [...boxes].every((at) => goals.has(at));
function status() { score(level + 1 + '/' + levels.length + '판  ' + past.length + '걸음'); draw(); }
function go([dx, dy]) {
  if (solved()) { level = (level + 1) % levels.length; load(); say(level + 1 + '판'); return; }
  const next = man[0] + dx + ',' + (man[1] + dy);
  const beyond = man[0] + dx * 2 + ',' + (man[1] + dy * 2);
  if (walls.has(next)) return;
  if (boxes.has(next) && (walls.has(beyond) || boxes.has(beyond))) return;
  past.push([man.slice(), new Set(boxes)]);
  if (boxes.delete(next)) boxes.add(beyond);
  man = [man[0] + dx, man[1] + dy];
  if (solved()) say('정리 끝! 아무 방향이나 누르면 다음 판');
  status();
}
function undo() { const last = past.pop(); if (last) [man, boxes] = last; status(); }
on.key = (key) => { if (arrows[key]) go(arrows[key]); else if (key === 'u') undo(); else if (key === 'r') load(); };
on.swipe = go;
on.tap = () => { if (solved()) go([0, 0]); };
function draw() {
  const rows = levels[level].length;
  const cols = Math.max(...levels[level].map((row) => row.length));
  const s = Math.min((W - 20) / cols, (H - 20) / rows);
  const ox = (W - s * cols) / 2;
  const oy = (H - s * rows) / 2;
  ctx.clearRect(0, 0, W, H);
  const each = (set, paint) => { for (const at of set) { const [x, y] = at.split(',').map(Number); paint(ox + x * s, oy + y * s, at); } };
  each(walls, (x, y) => { box(x, y, s, s, 3, '#8a6a4f'); box(x + 3, y + 3, s - 6, s * 0.36, 3, '#a3805f'); });
  each(goals, (x, y) => { disc(x + s / 2, y + s / 2, s * 0.3, '#cfe8c9'); disc(x + s / 2, y + s / 2, s * 0.16, '#6cae75'); });
  each(boxes, (x, y, at) => {
    const home = goals.has(at);
    box(x + 3, y + 3, s - 6, s - 6, 6, home ? '#6cae75' : '#d9a566');
    ctx.strokeStyle = home ? '#3d7a4a' : '#9c6b38';
    ctx.lineWidth = 3;
    ctx.strokeRect(x + 9, y + 9, s - 18, s - 18);
    ctx.beginPath(); ctx.moveTo(x + 9, y + 9); ctx.lineTo(x + s - 9, y + s - 9); ctx.stroke();
  });
  const mx = ox + (man[0] + 0.5) * s;
  const my = oy + (man[1] + 0.5) * s;
  disc(mx, my, s * 0.38, '#e4572e');
  disc(mx - s * 0.12, my - s * 0.06, s * 0.06, '#fff');
  disc(mx + s * 0.12, my - s * 0.06, s * 0.06, '#fff');
  box(mx - s * 0.36, my - s * 0.42, s * 0.72, s * 0.18, 5, '#f2b134');
}
load();
`}`,
};
