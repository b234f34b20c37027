import type { Game } from './game-kit.ts';

export const snake: Game = {
  slug: 'gear-snake',
  lang: 'ko',
  title: '기어 스네이크',
  hint: '방향키나 밀기로 움직여 기어를 모으세요.',
  colors: ['#dfeadf', '#1f3a34', '#1f3a34', '#c8553d'],
  code: String.raw`const size = 24;
const cells = W / size;
let body, dir, next, gear, timer, pace, points, over;

function drop() {
  do gear = [Math.floor(Math.random() * cells), Math.floor(Math.random() * cells)];
  while (body.some(([x, y]) => x === gear[0] && y === gear[1]));
}
function reset() {
  body = [[8, 10], [7, 10], [6, 10]];
  dir = next = [1, 0];
  timer = 0; pace = 0.15; points = 0; over = false;
  drop();
  score('0');
}
function turnTo(want) {
  if (over) { reset(); say('다시 시작!'); return; }
  if (want[0] !== -dir[0] || want[1] !== -dir[1]) next = want;
}
on.key = (key) => {
  if (arrows[key]) turnTo(arrows[key]);
  else if (key === ' ' && over) reset();
};
on.swipe = turnTo;
on.tap = () => { if (over) reset(); };

function move() {
  dir = next;
  const head = [(body[0][0] + dir[0] + cells) % cells, (body[0][1] + dir[1] + cells) % cells];
  if (body.some(([x, y]) => x === head[0] && y === head[1])) {
    over = true;
    say('꼬였어요! ' + points + '점. 눌러서 다시 하기');
    return;
  }
  body.unshift(head);
  if (head[0] === gear[0] && head[1] === gear[1]) {
    points += 10;
    pace = Math.max(0.06, pace * 0.97);
    score(points + '점');
    drop();
  } else body.pop();
}

let spin = 0;
reset();
loop((dt) => {
  spin += dt * 2;
  if (!over && (timer += dt) > pace) { timer = 0; move(); }
  ctx.clearRect(0, 0, W, H);
  ctx.fillStyle = '#24443d';
  for (let i = 0; i < cells; i++) for (let j = i % 2; j < cells; j += 2) ctx.fillRect(i * size, j * size, size, size);
  cog((gear[0] + 0.5) * size, (gear[1] + 0.5) * size, size * 0.52, 8, spin, '#f2b134', '#24443d');
  body.forEach(([x, y], i) => {
    box(x * size + 1, y * size + 1, size - 2, size - 2, 8, i === 0 ? '#ff8552' : i % 2 ? '#7fc29b' : '#68b088');
  });
  const [hx, hy] = body[0];
  disc((hx + 0.5 + dir[0] * 0.2 - dir[1] * 0.2) * size, (hy + 0.5 + dir[1] * 0.2 + dir[0] * 0.2) * size, 3, '#1f3a34');
  disc((hx + 0.5 + dir[0] * 0.2 + dir[1] * 0.2) * size, (hy + 0.5 + dir[1] * 0.2 - dir[0] * 0.2) * size, 3, '#1f3a34');
});
`,
};

export const bricks: Game = {
  slug: 'toolbox-breaker',
  lang: 'ko',
  title: '공구함 벽돌 깨기',
  hint: '마우스나 방향키로 자를 움직이고, 눌러서 공을 띄우세요.',
  colors: ['#f6e3d3', '#2b2d42', '#2b2d42', '#d1495b'],
  code: String.raw`const colors = ['#ef476f', '#f78c6b', '#ffd166', '#06d6a0', '#118ab2'];
const paddle = { w: 92, x: W / 2 };
let bricks, ball, lives, points, stuck, level = 1;

function build() {
  bricks = [];
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i < 8; i++) {
      if ((row + i + level) % 7 === 0) continue;
      bricks.push({ x: 12 + i * 57, y: 46 + row * 24, w: 53, h: 18, color: colors[row], hits: row === 0 && level > 1 ? 2 : 1 });
    }
  }
}
function serve() {
  stuck = true;
  ball = { x: paddle.x, y: H - 46, vx: 150, vy: -250 - level * 20 };
}
function reset() { lives = 3; points = 0; level = 1; build(); serve(); status(); }
const status = () => score(points + '점  ♥' + lives + '  ' + level + '판');
function launch() {
  if (lives === 0) reset();
  stuck = false;
  say('공을 놓치지 마세요.');
}
on.key = (key) => { if (key === ' ') launch(); };
on.tap = launch;

function bounce(dt) {
  ball.x += ball.vx * dt;
  ball.y += ball.vy * dt;
  if (ball.x < 8 || ball.x > W - 8) { ball.vx = Math.abs(ball.vx) * (ball.x < 8 ? 1 : -1); }
  if (ball.y < 8) ball.vy = Math.abs(ball.vy);
  const onPaddle = ball.vy > 0 && ball.y > H - 38 && ball.y < H - 18 && Math.abs(ball.x - paddle.x) < paddle.w / 2 + 6;
  if (onPaddle) {
    const speed = Math.min(520, Math.hypot(ball.vx, ball.vy) * 1.02);
    const angle = ((ball.x - paddle.x) / (paddle.w / 2)) * 1.05;
    ball.vx = Math.sin(angle) * speed;
    ball.vy = -Math.cos(angle) * speed;
  }
  for (const brick of bricks) {
    if (ball.x < brick.x - 7 || ball.x > brick.x + brick.w + 7 || ball.y < brick.y - 7 || ball.y > brick.y + brick.h + 7) continue;
    const side = Math.min(Math.abs(ball.x - brick.x), Math.abs(ball.x - brick.x - brick.w)) <
      Math.min(Math.abs(ball.y - brick.y), Math.abs(ball.y - brick.y - brick.h));
    if (side) ball.vx *= -1; else ball.vy *= -1;
    if (--brick.hits <= 0) bricks.splice(bricks.indexOf(brick), 1);
    points += 10;
    status();
    break;
  }
  if (bricks.length === 0) { level++; build(); serve(); say(level + '판! 눌러서 시작'); status(); }
  if (ball.y > H + 10) {
    lives--;
    status();
    serve();
    say(lives > 0 ? '공이 떨어졌어요. 눌러서 다시' : '끝! ' + points + '점. 눌러서 새로 하기');
  }
}

let lastX = pointer.x;
reset();
loop((dt) => {
  if (pointer.x !== lastX) { paddle.x = pointer.x; lastX = pointer.x; }
  if (held.has('ArrowLeft')) paddle.x -= 420 * dt;
  if (held.has('ArrowRight')) paddle.x += 420 * dt;
  paddle.x = Math.max(paddle.w / 2, Math.min(W - paddle.w / 2, paddle.x));
  if (stuck) ball.x = paddle.x; else bounce(dt);
  ctx.clearRect(0, 0, W, H);
  for (const brick of bricks) {
    box(brick.x, brick.y, brick.w, brick.h, 5, brick.color);
    box(brick.x + 4, brick.y + 3, brick.w - 8, 3, 2, 'rgb(255 255 255 / 0.35)');
  }
  box(paddle.x - paddle.w / 2, H - 32, paddle.w, 14, 5, '#f4d06f');
  ctx.fillStyle = '#8a6d1d';
  for (let i = 0; i < 12; i++) ctx.fillRect(paddle.x - paddle.w / 2 + 6 + i * 7, H - 32, 1.5, i % 5 === 0 ? 9 : 5);
  disc(ball.x, ball.y, 8, '#edf2f4');
});
`,
};

export const drone: Game = {
  slug: 'drone-dodge',
  lang: 'ja',
  title: 'ドローン回廊',
  hint: '上下キー、または押している間だけ上昇します。',
  colors: ['#d7e6f2', '#10243a', '#10243a', '#2274a5'],
  width: 640,
  height: 400,
  code: String.raw`let y, vy, gates, far, over, points, best = 0, blades = 0;

function reset() {
  y = H / 2; vy = 0; far = 0; points = 0; over = false; gates = [];
  for (let i = 0; i < 4; i++) gates.push(gate(460 + i * 210));
  score('0 m');
}
const gate = (x) => ({ x, gap: Math.max(104, 160 - far / 60), middle: 90 + Math.random() * (H - 180), spin: Math.random() * 6, passed: false });
function again() { if (over) { reset(); say('離陸!'); } }
on.key = (key) => { if (key === ' ' || key === 'Enter') again(); };
on.tap = again;

reset();
loop((dt) => {
  const up = held.has('ArrowUp') || held.has(' ') || held.has('w') || pointer.down;
  blades += dt * (up ? 60 : 34);
  if (!over) {
    const speed = 170 + Math.min(150, far / 12);
    vy += (up ? -620 : 460) * dt;
    if (held.has('ArrowDown') || held.has('s')) vy += 500 * dt;
    vy *= 0.985;
    y += vy * dt;
    far += speed * dt;
    for (const g of gates) {
      g.x -= speed * dt;
      g.spin += dt * 2;
      if (!g.passed && g.x < 110) { g.passed = true; points++; score(points + ' ゲート / ' + Math.round(far / 10) + ' m'); }
      if (g.x < -60) Object.assign(g, gate(g.x + 840));
      if (Math.abs(g.x - 120) < 44 && Math.abs(y - g.middle) > g.gap / 2 - 14) over = true;
    }
    if (y < 12 || y > H - 12) over = true;
    if (over) { best = Math.max(best, points); say('墜落! ' + points + ' ゲート(最高 ' + best + ')。押してもう一度'); }
  }
  const sky = ctx.createLinearGradient(0, 0, 0, H);
  sky.addColorStop(0, '#17324f');
  sky.addColorStop(1, '#2f6690');
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, W, H);
  for (let i = 0; i < 12; i++) {
    const x = ((i * 97 - far * 0.3) % (W + 120) + W + 120) % (W + 120) - 60;
    box(x, H - 40 - (i * 37) % 90, 46, 140, 4, '#1d4468');
  }
  for (const g of gates) {
    box(g.x - 12, -10, 24, g.middle - g.gap / 2 + 10, 6, '#f4a259');
    box(g.x - 12, g.middle + g.gap / 2, 24, H, 6, '#f4a259');
    cog(g.x, g.middle - g.gap / 2, 28, 10, g.spin, '#f6c177', '#17324f');
    cog(g.x, g.middle + g.gap / 2, 28, 10, -g.spin, '#f6c177', '#17324f');
  }
  ctx.save();
  ctx.translate(120, y);
  ctx.rotate(Math.max(-0.4, Math.min(0.4, vy / 500)));
  box(-20, -5, 40, 12, 6, '#f7f4ec');
  box(-34, -8, 68, 4, 2, '#32373b');
  for (const side of [-30, 30]) {
    const half = 18 * Math.abs(Math.cos(blades + side));
    box(side - half, -15, half * 2, 3, 2, '#7fc8f8');
    box(side - 3, -14, 6, 8, 2, '#32373b');
  }
  disc(13, 1, 4, '#f75c03');
  ctx.restore();
});
`,
};

export const stacker: Game = {
  slug: 'layer-stacker',
  lang: 'en',
  title: 'Layer Stacker',
  hint: 'Press space or tap to drop the layer. Overhang is cut off.',
  colors: ['#efe9fb', '#fbf9ff', '#2f2d3a', '#6c4ab6'],
  code: String.raw`const high = 22;
let layers, moving, view, over, best = 0;
const hue = (i) => 'hsl(' + ((i * 14 + 262) % 360) + ' 62% 58%)';

function reset() {
  layers = [{ x: W / 2 - 90, w: 180 }];
  view = 0;
  over = false;
  spawn();
  score('0 layers');
}
function spawn() {
  const top = layers[layers.length - 1];
  moving = { x: -top.w, w: top.w, v: 190 + layers.length * 9 };
}
function press() {
  if (over) { reset(); say('New print started.'); return; }
  const top = layers[layers.length - 1];
  const left = Math.max(top.x, moving.x);
  const right = Math.min(top.x + top.w, moving.x + moving.w);
  if (right <= left) {
    over = true;
    best = Math.max(best, layers.length - 1);
    say('Spaghetti! ' + (layers.length - 1) + ' layers, best ' + best + '. Press to print again.');
    return;
  }
  const exact = Math.abs(moving.x - top.x) < 4;
  layers.push(exact ? { x: top.x, w: Math.min(180, top.w + 4) } : { x: left, w: right - left });
  say(exact ? 'Perfect layer!' : 'Keep going.');
  score(layers.length - 1 + ' layers');
  spawn();
}
on.key = (key) => { if (key === ' ' || key === 'Enter') press(); };
on.tap = press;
on.swipe = press;

reset();
loop((dt) => {
  if (!over) {
    moving.x += moving.v * dt;
    if (moving.x > W - moving.w / 2 || moving.x < -moving.w / 2) moving.v *= -1;
    moving.x = Math.max(-moving.w / 2, Math.min(W - moving.w / 2, moving.x));
  }
  const wanted = Math.max(0, layers.length * high - 240);
  view += (wanted - view) * Math.min(1, dt * 6);
  ctx.clearRect(0, 0, W, H);
  box(40, H - 34 + view, W - 80, 14, 5, '#4a4e57');
  const yOf = (i) => H - 34 - (i + 1) * high + view;
  layers.forEach((layer, i) => {
    box(layer.x, yOf(i), layer.w, high - 2, 7, hue(i));
    box(layer.x + 8, yOf(i) + 4, Math.max(0, layer.w - 16), 3, 2, 'rgb(255 255 255 / 0.4)');
  });
  if (!over) {
    const y = yOf(layers.length);
    box(moving.x, y, moving.w, high - 2, 7, hue(layers.length));
    ctx.fillStyle = '#d8b15a';
    ctx.beginPath();
    const x = moving.x + moving.w / 2;
    ctx.moveTo(x - 12, y - 30); ctx.lineTo(x + 12, y - 30); ctx.lineTo(x + 3, y - 6); ctx.lineTo(x - 3, y - 6);
    ctx.fill();
    box(x - 20, y - 56, 40, 27, 6, '#32353d');
  }
});
`,
};
