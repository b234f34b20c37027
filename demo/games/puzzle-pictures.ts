import type { Drawing } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';
import { seeded } from '../draw/random.ts';
import { cog, sheet } from './picture-kit.ts';

export function mergePicture(): Drawing {
  const { d, x, y } = sheet(['BOLT', 'MERGE'], '#eadfc9', '#cbb994', '#3a3128', '#b5523b', 740, 740);
  const values = [1, 0, 2, 1, 3, 2, 1, 0, 5, 4, 3, 2, 9, 8, 6, 4];
  const names = ['', 'M2', 'M3', 'M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M16'];
  const colors = [
    '#dccdaa',
    '#f6efe0',
    '#f3e2bd',
    '#f2c185',
    '#ee9d5f',
    '#e97f56',
    '#dc5a4a',
    '#c9a13b',
    '#8aa352',
    '#4d8f7c',
  ];
  values.forEach((value, i) => {
    const tx = x + 18 + (i % 4) * 179;
    const ty = y + 18 + Math.floor(i / 4) * 179;
    d.rect(tx, ty, 166, 166, { fill: colors[value] ?? '#dccdaa' }, 24);
    if (value === 0) return;
    const hexagon = Array.from({ length: 6 }, (_, k): Point => [
      tx + 83 + 66 * Math.cos((k / 3) * Math.PI),
      ty + 83 + 66 * Math.sin((k / 3) * Math.PI),
    ]);
    d.polygon(hexagon, { fill: '#ffffff', opacity: 0.3 });
    d.text(names[value] ?? '', tx + 83, ty + 104, {
      size: 42,
      color: value < 4 ? '#4a4035' : '#ffffff',
      anchor: 'middle',
      weight: 0.18,
    });
  });
  return d;
}

export function lightsPicture(): Drawing {
  const { d, x, y, w } = sheet(['LIGHTS', 'OUT', 'PCB'], '#cfe6da', '#1d6b45', '#173d2b', '#c0392b');
  const c = w / 5;
  const on = new Set([1, 3, 6, 7, 8, 11, 13, 17, 20, 24]);
  d.define(
    '<radialGradient id="halo"><stop offset="0" stop-color="#ffd666" stop-opacity="0.95"/><stop offset="1" stop-color="#ffd666" stop-opacity="0"/></radialGradient>',
  );
  for (let i = 0; i < 5; i++) {
    d.line(
      [
        [x + c / 2, y + (i + 0.5) * c],
        [x + w - c / 2, y + (i + 0.5) * c],
      ],
      { stroke: '#4fa477', width: 7 },
    );
    d.line(
      [
        [x + (i + 0.5) * c, y + c / 2],
        [x + (i + 0.5) * c, y + w - c / 2],
      ],
      { stroke: '#4fa477', width: 7 },
    );
  }
  for (let i = 0; i < 25; i++) {
    const cx = x + ((i % 5) + 0.5) * c;
    const cy = y + (Math.floor(i / 5) + 0.5) * c;
    const lit = on.has(i);
    if (lit) d.circle(cx, cy, c * 0.66, { fill: 'url(#halo)' });
    d.circle(cx, cy, c * 0.3, { fill: '#d8b15a' }).circle(cx, cy, c * 0.25, {
      fill: lit ? '#fff3bf' : '#27543c',
    });
    d.circle(cx - c * 0.07, cy - c * 0.08, c * 0.06, { fill: lit ? '#ffffff' : '#3f7a5a' });
  }
  return d;
}

export function memoryPicture(): Drawing {
  const { d, x, y, w } = sheet(['PARTS', 'MEMORY'], '#f8dfbd', '#fff8ec', '#41322a', '#2a9d8f');
  const c = w / 4;
  const faces: Record<number, string> = {
    0: 'gear',
    3: 'led',
    5: 'nut',
    6: 'gear',
    9: 'chip',
    10: 'cap',
    12: 'bolt',
    15: 'led',
  };
  for (let i = 0; i < 16; i++) {
    const px = x + (i % 4) * c;
    const py = y + Math.floor(i / 4) * c;
    const mx = px + c / 2;
    const my = py + c / 2;
    const r = c * 0.26;
    const face = faces[i];
    const done = face === 'gear' || face === 'led';
    d.rect(px + 12, py + 15, c - 24, c - 24, { fill: '#e7d6bb' }, 24);
    d.rect(px + 12, py + 11, c - 24, c - 24, { fill: face ? (done ? '#dff2e7' : '#ffffff') : '#2a9d8f' }, 24);
    if (!face) cog(d, mx, my, c * 0.2, 8, 0, '#3fb3a4', '#2a9d8f');
    if (face === 'gear') cog(d, mx, my, r, 9, 0.2, '#e76f51', '#dff2e7');
    if (face === 'led')
      d.rect(mx - r * 0.6, my - r, r * 1.2, r * 1.3, { fill: '#e63946' }, r * 0.6)
        .rect(mx - r * 0.75, my + r * 0.1, r * 1.5, 10, { fill: '#c1121f' }, 3)
        .rect(mx - r * 0.35, my + r * 0.3, 6, r * 0.8, { fill: '#8d99ae' })
        .rect(mx + r * 0.2, my + r * 0.3, 6, r * 0.6, { fill: '#8d99ae' });
    if (face === 'nut')
      d.polygon(
        Array.from({ length: 6 }, (_, k): Point => [
          mx + r * Math.cos((k * Math.PI) / 3),
          my + r * Math.sin((k * Math.PI) / 3),
        ]),
        { fill: '#e9c46a' },
      ).circle(mx, my, r * 0.5, { fill: '#ffffff' });
    if (face === 'chip') {
      for (let k = -1; k <= 1; k++) d.rect(mx - r, my + k * r * 0.5 - 5, r * 2, 10, { fill: '#adb5bd' }, 2);
      d.rect(mx - r * 0.65, my - r * 0.85, r * 1.3, r * 1.7, { fill: '#2b2d42' }, 8).circle(
        mx - r * 0.35,
        my - r * 0.55,
        6,
        { fill: '#8d99ae' },
      );
    }
    if (face === 'cap')
      d.rect(mx - r * 0.6, my - r, r * 1.2, r * 1.6, { fill: '#264653' }, 12)
        .rect(mx + r * 0.2, my - r, r * 0.4, r * 1.6, { fill: '#a8c5d1' }, 6)
        .rect(mx - r * 0.3, my + r * 0.6, 6, r * 0.4, { fill: '#8d99ae' })
        .rect(mx + r * 0.2, my + r * 0.6, 6, r * 0.4, { fill: '#8d99ae' });
    if (face === 'bolt')
      d.rect(mx - r * 0.8, my - r, r * 1.6, r * 0.7, { fill: '#6c757d' }, 6).rect(
        mx - r * 0.35,
        my - r * 0.3,
        r * 0.7,
        r * 1.3,
        { fill: '#adb5bd' },
        5,
      );
  }
  return d;
}

export function sokobanPicture(rows: string[]): Drawing {
  const { d, x, y, w, h } = sheet(['BOX', 'PUSHER'], '#e6d5bb', '#f8f1e4', '#41322a', '#3d7a4a');
  const cols = Math.max(...rows.map((line) => line.length));
  const s = Math.min((w - 40) / cols, (h - 40) / rows.length);
  const ox = x + (w - s * cols) / 2;
  const oy = y + (h - s * rows.length) / 2;
  rows.forEach((line, j) =>
    [...line].forEach((mark, i) => {
      const px = ox + i * s;
      const py = oy + j * s;
      if (mark === '#')
        d.rect(px, py, s, s, { fill: '#8a6a4f' }, 5).rect(
          px + 5,
          py + 5,
          s - 10,
          s * 0.36,
          { fill: '#a3805f' },
          5,
        );
      if ('.*'.includes(mark))
        d.circle(px + s / 2, py + s / 2, s * 0.3, { fill: '#cfe8c9' }).circle(
          px + s / 2,
          py + s / 2,
          s * 0.16,
          { fill: '#6cae75' },
        );
      if ('$*'.includes(mark)) {
        const home = mark === '*';
        d.rect(px + 5, py + 5, s - 10, s - 10, { fill: home ? '#6cae75' : '#d9a566' }, 9);
        d.rect(px + 15, py + 15, s - 30, s - 30, { stroke: home ? '#3d7a4a' : '#9c6b38', width: 5 });
        d.line(
          [
            [px + 15, py + 15],
            [px + s - 15, py + s - 15],
          ],
          { stroke: home ? '#3d7a4a' : '#9c6b38', width: 5 },
        );
      }
      if (mark === '@') {
        d.circle(px + s / 2, py + s / 2, s * 0.38, { fill: '#e4572e' });
        d.circle(px + s * 0.38, py + s * 0.46, s * 0.06, { fill: '#ffffff' }).circle(
          px + s * 0.62,
          py + s * 0.46,
          s * 0.06,
          { fill: '#ffffff' },
        );
        d.rect(px + s * 0.14, py + s * 0.08, s * 0.72, s * 0.18, { fill: '#f2b134' }, 7);
      }
    }),
  );
  return d;
}

export function mazePicture(): Drawing {
  const { d, x, y, w } = sheet(['WORKSHOP', 'MAZE'], '#d3cbe9', '#2f2d3a', '#2f2d3a', '#6c4ab6', 720, 720);
  const n = 13;
  const s = (w - 40) / n;
  const ox = x + 20;
  const oy = y + 20;
  const random = seeded(21);
  const right = new Set<number>();
  const below = new Set<number>();
  for (let i = 0; i < n * n; i++) {
    right.add(i);
    below.add(i);
  }
  const seen = new Set([0]);
  const path = [0];
  while (path.length > 0) {
    const here = path[path.length - 1] ?? 0;
    const cx = here % n;
    const cy = Math.floor(here / n);
    const ways = (
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as Point[]
    ).filter(
      ([dx, dy]) =>
        cx + dx >= 0 && cy + dy >= 0 && cx + dx < n && cy + dy < n && !seen.has(here + dx + dy * n),
    );
    const way = ways[Math.floor(random() * ways.length)];
    if (!way) {
      path.pop();
      continue;
    }
    const there = here + way[0] + way[1] * n;
    (way[0] ? right : below).delete(Math.min(here, there));
    seen.add(there);
    path.push(there);
  }
  d.rect(ox + 3, oy + (n - 1) * s + 3, s - 6, s - 6, { fill: '#6cae75' }, 6);
  const paint = { stroke: '#b9a7ef', width: 8 };
  d.rect(ox, oy, n * s, n * s, paint, 4);
  for (const i of right)
    if (i % n < n - 1)
      d.line(
        [
          [ox + ((i % n) + 1) * s, oy + Math.floor(i / n) * s],
          [ox + ((i % n) + 1) * s, oy + (Math.floor(i / n) + 1) * s],
        ],
        paint,
      );
  for (const i of below)
    if (i < n * (n - 1))
      d.line(
        [
          [ox + (i % n) * s, oy + (Math.floor(i / n) + 1) * s],
          [ox + ((i % n) + 1) * s, oy + (Math.floor(i / n) + 1) * s],
        ],
        paint,
      );
  cog(d, ox + (n - 0.5) * s, oy + 5.5 * s, s * 0.34, 8, 0.2, '#f6c945', '#2f2d3a');
  d.circle(ox + 0.5 * s, oy + 0.5 * s, s * 0.3, { fill: '#ef767a' }).circle(
    ox + 0.42 * s,
    oy + 0.42 * s,
    s * 0.08,
    { fill: '#ffffff' },
  );
  return d;
}

export function minesPicture(): Drawing {
  const { d, x, y, w } = sheet(['SOLDER', 'SWEEPER'], '#c9e2d3', '#1d6b45', '#16392a', '#c8553d');
  const n = 10;
  const s = w / n;
  const random = seeded(44);
  const bad = new Set(Array.from({ length: 14 }, () => Math.floor(random() * 100)));
  const inks = ['', '#8fd3ff', '#b6f09c', '#ffb199', '#e0b0ff', '#ffd166'];
  for (let i = 0; i < 100; i++) {
    const cx = i % n;
    const cy = Math.floor(i / n);
    const px = x + cx * s;
    const py = y + cy * s;
    const open = !bad.has(i) && (cx - 4) ** 2 + (cy - 5) ** 2 < 15;
    let near = 0;
    for (const b of bad) if (Math.abs((b % n) - cx) <= 1 && Math.abs(Math.floor(b / n) - cy) <= 1) near++;
    d.rect(px + 3, py + 3, s - 6, s - 6, { fill: open ? '#175336' : '#2e8b5c' }, 13);
    if (!open)
      d.circle(px + s / 2, py + s / 2, s * 0.24, { fill: '#e2c47b' }).circle(
        px + s / 2,
        py + s / 2,
        s * 0.12,
        { fill: '#c9a352' },
      );
    else if (near > 0)
      d.text(String(near), px + s / 2, py + s / 2 + 13, {
        size: 27,
        color: inks[near] ?? '#ffffff',
        anchor: 'middle',
        weight: 0.18,
      });
    if (!open && bad.has(i) && (cx - 4) ** 2 + (cy - 5) ** 2 < 20)
      d.rect(px + s / 2 - 4, py + s * 0.2, 6, s * 0.6, { fill: '#ffffff' }, 2).polygon(
        [
          [px + s / 2, py + s * 0.2],
          [px + s * 0.82, py + s * 0.32],
          [px + s / 2, py + s * 0.46],
        ],
        { fill: '#ff5a5f' },
      );
  }
  return d;
}
