import type { Game } from './game-kit.ts';

export const maze: Game = {
  slug: 'workshop-maze',
  lang: 'ko',
  title: '공방 미로 탈출',
  hint: '방향키나 밀기로 열쇠를 찾고 문으로 나가세요.',
  colors: ['#dcd6ee', '#2f2d3a', '#2f2d3a', '#6c4ab6'],
  code: String.raw`let n = 9, walls, at, key, hasKey, seconds, level = 1;

function carve() {
  walls = Array.from({ length: n * n }, () => [true, true]);  // 오른쪽 벽, 아래쪽 벽
  const seen = new Set([0]);
  const path = [0];
  while (path.length) {
    const here = path[path.length - 1];
    const x = here % n;
    const y = Math.floor(here / n);
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]].filter(([dx, dy]) =>
      x + dx >= 0 && y + dy >= 0 && x + dx < n && y + dy < n && !seen.has(here + dx + dy * n));
    if (ways.length === 0) { path.pop(); continue; }
    const [dx, dy] = pick(ways);
    const there = here + dx + dy * n;
    walls[Math.min(here, there)][dx ? 0 : 1] = false;
    seen.add(there);
    path.push(there);
  }
}
function reset() {
  carve();
  at = [0, 0];
  key = [n - 1, Math.floor(Math.random() * (n - 2))];
  hasKey = false;
  seconds = 0;
}
const open = ([x, y], [dx, dy]) => {
  const here = y * n + x;
  if (dx) return x + dx >= 0 && x + dx < n && !walls[Math.min(here, here + dx)][0];
  return y + dy >= 0 && y + dy < n && !walls[Math.min(here, here + dy * n)][1];
};
function go(dir) {
  if (!open(at, dir)) return;
  at = [at[0] + dir[0], at[1] + dir[1]];
  if (at[0] === key[0] && at[1] === key[1]) { hasKey = true; say('열쇠를 찾았어요. 왼쪽 아래 문으로!'); }
  if (hasKey && at[0] === 0 && at[1] === n - 1) {
    say(Math.round(seconds) + '초 만에 탈출! 더 큰 미로예요.');
    level++;
    n = Math.min(19, n + 2);
    reset();
  }
}
on.key = (k) => { if (arrows[k]) go(arrows[k]); };
on.swipe = (dir) => { for (let i = 0; i < n && open(at, dir); i++) go(dir); };

reset();
loop((dt) => {
  seconds += dt;
  score(level + '층  ' + Math.round(seconds) + '초');
  const s = (W - 24) / n;
  ctx.clearRect(0, 0, W, H);
  ctx.save();
  ctx.translate(12, 12);
  box(0, (n - 1) * s, s, s, 4, hasKey ? '#6cae75' : '#574f78');
  ctx.strokeStyle = '#b9a7ef';
  ctx.lineWidth = Math.max(3, s * 0.14);
  ctx.lineCap = 'round';
  ctx.strokeRect(0, 0, n * s, n * s);
  walls.forEach(([right, below], i) => {
    const x = (i % n) * s;
    const y = Math.floor(i / n) * s;
    ctx.beginPath();
    if (right && i % n < n - 1) { ctx.moveTo(x + s, y); ctx.lineTo(x + s, y + s); }
    if (below && y < (n - 1) * s) { ctx.moveTo(x, y + s); ctx.lineTo(x + s, y + s); }
    ctx.stroke();
  });
  if (!hasKey) cog((key[0] + 0.5) * s, (key[1] + 0.5) * s, s * 0.34, 8, seconds * 2, '#f6c945', '#2f2d3a');
  disc((at[0] + 0.5) * s, (at[1] + 0.5) * s, s * 0.32, '#ef767a');
  disc((at[0] + 0.42) * s, (at[1] + 0.42) * s, s * 0.08, '#ffffff');
  ctx.restore();
});
`,
};

export const mines: Game = {
  slug: 'solder-sweeper',
  lang: 'ko',
  title: '냉납 찾기',
  hint: '눌러서 검사하고, 길게 누르거나 F를 켜고 눌러 깃발을 꽂으세요.',
  colors: ['#d5e8dd', '#1d6b45', '#16392a', '#c8553d'],
  code: String.raw`const n = 10;
const count = 14;
const s = W / n;
let cells, started, over, seconds, flagging = false;

function reset() {
  cells = Array.from({ length: n * n }, () => ({ bad: false, near: 0, open: false, flag: false }));
  started = false;
  over = false;
  seconds = 0;
  status();
}
const around = (i) => [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [i % n + dx, Math.floor(i / n) + dy]))
  .filter(([x, y]) => x >= 0 && y >= 0 && x < n && y < n).map(([x, y]) => y * n + x).filter((k) => k !== i);
function plant(first) {
  const safe = new Set([first, ...around(first)]);
  const spots = shuffle(cells.map((_, i) => i).filter((i) => !safe.has(i))).slice(0, count);
  for (const i of spots) cells[i].bad = true;
  cells.forEach((cell, i) => { cell.near = around(i).filter((k) => cells[k].bad).length; });
  started = true;
}
function openFrom(first) {
  const queue = [first];
  while (queue.length) {
    const i = queue.pop();
    const cell = cells[i];
    if (cell.open || cell.flag) continue;
    cell.open = true;
    if (cell.near === 0 && !cell.bad) queue.push(...around(i));
  }
}
const status = () => score('남은 냉납 ' + (count - cells.filter((c) => c.flag).length) + (flagging ? '  깃발' : '') + '  ' + Math.floor(seconds) + '초');
let pressedAt = 0;
canvas.addEventListener('pointerdown', () => { pressedAt = performance.now(); });
on.tap = (px, py) => {
  if (over) { reset(); say('새 기판입니다.'); return; }
  const i = Math.floor(py / s) * n + Math.floor(px / s);
  const cell = cells[i];
  if (!cell) return;
  if (flagging || performance.now() - pressedAt > 380) { if (!cell.open) cell.flag = !cell.flag; status(); return; }
  if (cell.flag) return;
  if (!started) plant(i);
  openFrom(i);
  if (cell.bad) { over = true; for (const c of cells) if (c.bad) c.open = true; say('냉납을 건드렸어요! 눌러서 다시'); }
  else if (cells.every((c) => c.open || c.bad)) { over = true; say(Math.floor(seconds) + '초 만에 검사 합격!'); }
  status();
};
on.key = (key) => { if (key === 'f') { flagging = !flagging; status(); } if (key === 'r') reset(); };
const inks = ['', '#8fd3ff', '#b6f09c', '#ffb199', '#e0b0ff', '#ffd166', '#ffffff', '#ffffff', '#ffffff'];
reset();
loop((dt) => {
  if (started && !over) { const before = Math.floor(seconds); seconds += dt; if (Math.floor(seconds) !== before) status(); }
  ctx.clearRect(0, 0, W, H);
  cells.forEach((cell, i) => {
    const x = (i % n) * s;
    const y = Math.floor(i / n) * s;
    const mx = x + s / 2;
    const my = y + s / 2;
    box(x + 2, y + 2, s - 4, s - 4, 8, cell.open ? '#175336' : '#2e8b5c');
    if (!cell.open) { disc(mx, my, s * 0.24, '#e2c47b'); disc(mx, my, s * 0.12, '#c9a352'); }
    else if (cell.bad) { disc(mx, my, s * 0.28, '#c8553d'); disc(mx - 3, my - 3, s * 0.1, '#e79a86'); }
    else if (cell.near) label(String(cell.near), mx, my + 1, 22, inks[cell.near]);
    if (cell.flag) { box(mx - 2, my - 14, 4, 26, 2, '#ffffff'); box(mx, my - 14, 15, 11, 2, '#ff5a5f'); }
  });
});
`,
};

export const typing: Game = {
  slug: 'conveyor-typing',
  lang: 'ko',
  title: '컨베이어 타자',
  hint: '상자가 떨어지기 전에 부품 이름을 치고 엔터를 누르세요.',
  colors: ['#fcf3d8', '#fffdf2', '#30343f', '#00798c'],
  width: 560,
  height: 380,
  code: String.raw`const words = ['기어', '볼트', '너트', '드론', '경첩', '화분', '로봇', '키트', '상자', '저항', '모터', '센서', '납땜',
  '인두', '노즐', '베어링', '스프링', '브래킷', '필라멘트', '아두이노', '콘덴서', '다이오드', '프로펠러', '컨베이어'];
const input = document.createElement('input');
input.setAttribute('aria-label', '부품 이름');
input.style.cssText = 'width:100%;margin-top:10px;padding:10px 14px;font:inherit;border:2px solid #00798c;border-radius:10px';
canvas.after(input);

let boxes, clock, points, lives, over;
function reset() { boxes = []; clock = 0; points = 0; lives = 5; over = false; input.value = ''; status(); }
const status = () => score(points + '점  ♥' + lives);
input.addEventListener('keydown', (event) => {
  event.stopPropagation();
  if (event.key !== 'Enter' || event.isComposing) return;
  if (over) { reset(); say('다시 출발!'); return; }
  const typed = input.value.trim();
  input.value = '';
  const hit = boxes.filter((b) => b.word === typed).sort((a, b) => b.x - a.x)[0];
  if (!hit) { say('"' + typed + '" 상자는 없어요.'); return; }
  boxes.splice(boxes.indexOf(hit), 1);
  points += typed.length * 10;
  say(typed + ' 포장 완료!');
  status();
});
reset();
input.focus({ preventScroll: true });
let belt = 0;
loop((dt) => {
  const speed = 42 + points / 22;
  if (!over) {
    belt += speed * dt;
    clock -= dt;
    if (clock <= 0) {
      boxes.push({ word: pick(words), x: -70, lane: Math.floor(Math.random() * 3) });
      clock = Math.max(0.9, 2.6 - points / 700);
    }
    for (const b of boxes) b.x += speed * dt;
    if (boxes.some((b) => b.x > W)) {
      boxes = boxes.filter((b) => b.x <= W);
      lives--;
      status();
      if (lives <= 0) { over = true; say('라인 정지! ' + points + '점. 엔터를 누르면 다시'); }
    }
  }
  ctx.clearRect(0, 0, W, H);
  for (let lane = 0; lane < 3; lane++) {
    const y = 100 + lane * 108;
    box(0, y, W, 20, 0, '#4b5563');
    for (let i = 0; i < 16; i++) disc(((i * 40 + belt) % (W + 40)) - 10, y + 10, 7, '#9ca3af');
  }
  for (const b of boxes) {
    const y = 100 + b.lane * 108;
    const w = 44 + b.word.length * 19;
    box(b.x, y - 56, w, 56, 6, '#e0b277');
    box(b.x, y - 56, w, 12, 6, '#c9955a');
    box(b.x + w / 2 - 8, y - 56, 16, 20, 2, '#f2d3a5');
    label(b.word, b.x + w / 2, y - 20, 21, '#30343f');
  }
  cog(W - 30, 30, 24, 10, belt / 24, '#d1495b', '#fffdf2');
});
`,
};
