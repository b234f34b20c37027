import type { Drawing } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';
import { seeded } from '../draw/random.ts';
import { swfActors, swfStage } from './swf.ts';
import { cog, sheet } from './picture-kit.ts';

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

/** One frame of the film in the SWF. */
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
