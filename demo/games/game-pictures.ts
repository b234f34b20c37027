import { Drawing } from '../draw/drawing.ts';
import { type Point, textWidth } from '../draw/letters.ts';
import { mixHex } from '../draw/palettes.ts';
import { seeded } from '../draw/random.ts';
import { swfActors, swfStage } from './swf.ts';

const cog = (
  d: Drawing,
  x: number,
  y: number,
  r: number,
  teeth: number,
  turn: number,
  color: string,
  hole: string,
): void => {
  const points: Point[] = [];
  for (let i = 0; i < teeth * 4; i++) {
    const a = turn + (i / (teeth * 4)) * Math.PI * 2;
    const q = i % 4 < 2 ? r : r * 0.8;
    points.push([x + Math.cos(a) * q, y + Math.sin(a) * q]);
  }
  d.polygon(points, { fill: color, stroke: color, width: r * 0.06 }).circle(x, y, r * 0.34, { fill: hole });
};

type Sheet = { d: Drawing; x: number; y: number; w: number; h: number };

/** A desk-coloured sheet with the game's screen on it and the name in large letters. */
function sheet(
  name: string[],
  back: string,
  panel: string,
  ink: string,
  accent: string,
  w = 760,
  h = 760,
): Sheet {
  const d = new Drawing(1200, 900);
  d.rect(0, 0, 1200, 900, { fill: d.gradient('g', mixHex(back, '#ffffff', 0.35), back) });
  const random = seeded(name.join('').length * 97 + 5);
  for (let i = 0; i < 9; i++) {
    cog(
      d,
      random() * 1200,
      random() * 900,
      34 + random() * 90,
      9 + Math.floor(random() * 6),
      random(),
      mixHex(back, ink, 0.05),
      mixHex(back, '#ffffff', 0.2),
    );
  }
  const x = 1200 - w - 60;
  const y = (900 - h) / 2;
  for (let i = 5; i > 0; i--)
    d.rect(x - i * 3, y + 8 - i, w + i * 6, h + i * 6, { fill: ink, opacity: 0.05 }, 38 + i * 2);
  d.rect(x - 14, y - 14, w + 28, h + 28, { fill: '#ffffff' }, 40);
  d.rect(x, y, w, h, { fill: panel }, 28);
  if (w < 900) {
    const size = Math.min(50, ...name.map((line) => (50 * (x - 120)) / textWidth(line, { size: 50 })));
    name.forEach((line, i) => d.text(line, 62, 300 + i * 74, { size, color: ink, weight: 0.17 }));
    const ky = 340 + name.length * 74;
    const keys: [number, number, Point[]][] = [
      [
        58,
        0,
        [
          [-8, 5],
          [0, -7],
          [8, 5],
        ],
      ],
      [
        0,
        58,
        [
          [5, -8],
          [-7, 0],
          [5, 8],
        ],
      ],
      [
        58,
        58,
        [
          [-8, -5],
          [0, 7],
          [8, -5],
        ],
      ],
      [
        116,
        58,
        [
          [-5, -8],
          [7, 0],
          [-5, 8],
        ],
      ],
    ];
    for (const [kx, kyy, arrow] of keys) {
      d.rect(62 + kx, ky + kyy + 4, 50, 50, { fill: mixHex(back, ink, 0.3) }, 12).rect(
        62 + kx,
        ky + kyy,
        50,
        50,
        { fill: '#ffffff' },
        12,
      );
      d.line(
        arrow.map(([ax, ay]): Point => [62 + kx + 25 + ax, ky + kyy + 25 + ay]),
        { stroke: accent, width: 5 },
      );
    }
  }
  return { d, x, y, w, h };
}

export function snakePicture(): Drawing {
  const { d, x, y, w } = sheet(['GEAR', 'SNAKE'], '#cfe3d2', '#1f3a34', '#1f3a34', '#c8553d');
  const s = w / 20;
  for (let i = 0; i < 20; i++)
    for (let j = i % 2; j < 20; j += 2)
      if (i > 0 && i < 19 && j > 0 && j < 19) d.rect(x + i * s, y + j * s, s, s, { fill: '#24443d' });
  const path: Point[] = [
    [6, 5],
    [7, 5],
    [8, 5],
    [9, 5],
    [10, 5],
    [10, 6],
    [10, 7],
    [10, 8],
    [9, 8],
    [8, 8],
    [7, 8],
    [6, 8],
    [5, 8],
    [5, 9],
    [5, 10],
    [5, 11],
    [6, 11],
    [7, 11],
    [8, 11],
    [9, 11],
    [10, 11],
    [11, 11],
    [12, 11],
    [13, 11],
  ];
  path.forEach(([px, py], i) => {
    const head = i === path.length - 1;
    d.rect(
      x + px * s + 2,
      y + py * s + 2,
      s - 4,
      s - 4,
      { fill: head ? '#ff8552' : i % 2 ? '#7fc29b' : '#68b088' },
      12,
    );
    if (head)
      d.circle(x + (px + 0.68) * s, y + (py + 0.3) * s, 4.4, { fill: '#1f3a34' }).circle(
        x + (px + 0.68) * s,
        y + (py + 0.7) * s,
        4.4,
        { fill: '#1f3a34' },
      );
  });
  cog(d, x + 16.5 * s, y + 11.5 * s, s * 0.6, 8, 0.3, '#f2b134', '#24443d');
  cog(d, x + 14.5 * s, y + 4.5 * s, s * 0.6, 8, 0.1, '#f2b134', '#24443d');
  d.text('240', x + w - 30, y + 62, { size: 34, color: '#f2b134', anchor: 'end', weight: 0.17 });
  return d;
}

export function bricksPicture(): Drawing {
  const { d, x, y, w, h } = sheet(['TOOLBOX', 'BREAKER'], '#f3d9c4', '#2b2d42', '#2b2d42', '#d1495b', 720);
  const colors = ['#ef476f', '#f78c6b', '#ffd166', '#06d6a0', '#118ab2'];
  const random = seeded(12);
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i < 8; i++) {
      if (row > 2 && random() < 0.5) continue;
      const bx = x + 22 + i * 85;
      const by = y + 90 + row * 42;
      d.rect(bx, by, 79, 34, { fill: colors[row] ?? '#fff' }, 8).rect(
        bx + 8,
        by + 6,
        63,
        5,
        { fill: '#ffffff', opacity: 0.4 },
        2,
      );
    }
  }
  for (let i = 1; i < 9; i++)
    d.circle(x + 420 + i * 15, y + 600 - i * 34, 11 - i, { fill: '#edf2f4', opacity: 0.1 + 0.06 * (9 - i) });
  d.circle(x + 424, y + 590, 14, { fill: '#edf2f4' });
  d.rect(x + 320, y + h - 84, 170, 26, { fill: '#f4d06f' }, 8);
  for (let i = 0; i < 17; i++)
    d.line(
      [
        [x + 330 + i * 9.4, y + h - 84],
        [x + 330 + i * 9.4, y + h - (i % 5 === 0 ? 68 : 75)],
      ],
      { stroke: '#8a6d1d', width: 2.4 },
    );
  d.text('1280', x + 30, y + 58, { size: 30, color: '#ffd166', weight: 0.17 });
  for (let i = 0; i < 3; i++) d.circle(x + w - 40 - i * 34, y + 46, 11, { fill: '#ef476f' });
  return d;
}

export function dronePicture(): Drawing {
  const { d, x, y, w, h } = sheet([], '#bcd4e6', '#1d4468', '#10243a', '#2274a5', 1060, 680);
  d.rect(x, y, w, h, { fill: d.gradient('sky', '#17324f', '#4d8fbf') }, 28);
  for (let i = 0; i < 15; i++)
    d.rect(
      x + 20 + i * 70,
      y + h - 70 - ((i * 67) % 150),
      54,
      70 + ((i * 67) % 150) - 8,
      { fill: '#1d4468', opacity: 0.8 },
      6,
    );
  for (const [gx, gap, middle] of [
    [330, 250, 250],
    [640, 230, 400],
    [940, 220, 280],
  ] as const) {
    const top = middle - gap / 2;
    const low = middle + gap / 2;
    d.rect(x + gx - 22, y + 8, 44, top - 8, { fill: '#f4a259' }, 10).rect(
      x + gx - 22,
      y + low,
      44,
      h - low - 8,
      { fill: '#f4a259' },
      10,
    );
    cog(d, x + gx, y + top, 52, 11, 0.2, '#f6c177', '#24496e');
    cog(d, x + gx, y + low, 52, 11, 0.05, '#f6c177', '#24496e');
  }
  const cx = x + 480;
  const cy = y + 300;
  for (let i = 1; i < 7; i++)
    d.circle(cx - 60 - i * 34, cy + i * 3, 9 - i, { fill: '#ffffff', opacity: 0.35 - i * 0.045 });
  d.rect(cx - 84, cy - 20, 168, 9, { fill: '#32373b' }, 4).rect(
    cx - 48,
    cy - 12,
    96,
    30,
    { fill: '#f7f4ec' },
    15,
  );
  for (const side of [-74, 74])
    d.rect(cx + side - 46, cy - 38, 92, 7, { fill: '#9fd8ff', opacity: 0.9 }, 3).rect(
      cx + side - 6,
      cy - 34,
      12,
      18,
      { fill: '#32373b' },
      4,
    );
  d.circle(cx + 32, cy + 3, 9, { fill: '#f75c03' });
  d.text('DRONE CORRIDOR', x + 34, y + 62, { size: 34, color: '#ffffff', weight: 0.16 });
  d.text('248 m', x + w - 34, y + 62, { size: 30, color: '#f6c177', anchor: 'end', weight: 0.16 });
  return d;
}

export function stackerPicture(): Drawing {
  const { d, x, y, w, h } = sheet(['LAYER', 'STACKER'], '#dcd6ee', '#fbf9ff', '#2f2d3a', '#6c4ab6', 700);
  let left = x + w / 2 - 170;
  let width = 340;
  const inks = [
    '#6c4ab6',
    '#7a4ac0',
    '#9a4bc4',
    '#bb4dbb',
    '#d1559f',
    '#df6283',
    '#e67867',
    '#e5934f',
    '#dfae45',
    '#c6bf4a',
    '#9cc65a',
    '#6fc277',
    '#4ab795',
  ];
  d.rect(x + 60, y + h - 66, w - 120, 24, { fill: '#4a4e57' }, 8);
  const random = seeded(3);
  inks.forEach((ink, i) => {
    const top = y + h - 66 - (i + 1) * 38;
    d.rect(left, top, width, 35, { fill: ink }, 12).rect(
      left + 14,
      top + 6,
      Math.max(10, width - 28),
      5,
      { fill: '#ffffff', opacity: 0.42 },
      2,
    );
    const cut = random() < 0.35 ? 0 : random() * 24;
    left += random() < 0.5 ? cut : 0;
    width -= cut;
  });
  const top = y + h - 66 - 15.2 * 38;
  d.rect(left + 60, top, width, 35, { fill: '#2f9fb8' }, 12);
  const nx = left + 60 + width / 2;
  d.polygon(
    [
      [nx - 20, top - 46],
      [nx + 20, top - 46],
      [nx + 5, top - 10],
      [nx - 5, top - 10],
    ],
    { fill: '#d8b15a' },
  );
  d.rect(nx - 34, top - 92, 68, 46, { fill: '#32353d' }, 10);
  d.text('13', x + 30, y + 62, { size: 38, color: '#6c4ab6', weight: 0.18 });
  return d;
}

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

export function typingPicture(): Drawing {
  const { d, x, y, w, h } = sheet([], '#f3e3b0', '#fffdf2', '#30343f', '#00798c', 1060, 700);
  const words = [
    ['GEAR', 'LED'],
    ['NOZZLE', 'M3'],
    ['SENSOR', 'BOLT'],
  ];
  words.forEach((row, lane) => {
    const by = y + 230 + lane * 180;
    d.rect(x + 6, by, w - 12, 34, { fill: '#4b5563' }, 6);
    for (let i = 0; i < 17; i++)
      d.circle(x + 36 + i * 62, by + 17, 12, { fill: '#9ca3af' }).circle(x + 36 + i * 62, by + 17, 4, {
        fill: '#6b7280',
      });
    row.forEach((word, k) => {
      const bw = 90 + word.length * 30;
      const bx = x + 90 + k * 420 + lane * 110;
      d.rect(bx, by - 104, bw, 104, { fill: '#e0b277' }, 9)
        .rect(bx, by - 104, bw, 22, { fill: '#c9955a' }, 9)
        .rect(bx + bw / 2 - 14, by - 104, 28, 38, { fill: '#f2d3a5' }, 3);
      d.text(word, bx + bw / 2, by - 22, { size: 30, color: '#30343f', anchor: 'middle', weight: 0.17 });
    });
  });
  cog(d, x + w - 70, y + 66, 44, 11, 0.1, '#d1495b', '#fffdf2');
  cog(d, x + w - 132, y + 92, 26, 8, 0.3, '#edae49', '#fffdf2');
  d.text('TYPE TO PACK', x + 40, y + 74, { size: 36, color: '#00798c', weight: 0.17 });
  d.rect(x + 40, y + h - 62, 420, 44, { fill: '#ffffff', stroke: '#00798c', width: 4 }, 14);
  d.text('NOZZ', x + 60, y + h - 29, { size: 24, color: '#30343f', weight: 0.15 }).rect(
    x + 158,
    y + h - 52,
    4,
    26,
    { fill: '#00798c' },
  );
  return d;
}

/** One moment of the very film that the SWF shows. */
export function swfPicture(frame: number): Drawing {
  const { d, x, y, w } = sheet([], '#e9d3b8', '#f6ead8', '#2b2d42', '#e4572e', 990, 720);
  const k = w / swfStage.width;
  for (const { fills, at } of swfActors()) {
    const pose = at(frame);
    const c = Math.cos(pose.turn);
    const s = Math.sin(pose.turn);
    for (const { color, rings } of fills) {
      for (const ring of rings) {
        const points = ring.map(([px, py]): Point => [
          x + (pose.x + px * c - py * s) * k,
          y + (pose.y + px * s + py * c) * k,
        ]);
        d.polygon(points, { fill: `rgb(${color.join(',')})` });
      }
    }
  }
  d.text('GEAR THEATER', x + 40, y + 66, { size: 30, color: '#b98d5d', weight: 0.17 });
  return d;
}
