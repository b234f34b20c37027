import sharp from 'sharp';
import { Drawing } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';
import { mixHex, type PaletteName, palettes } from '../draw/palettes.ts';
import { renderPixels, pictureHeight, pictureWidth } from '../draw/render.ts';
import type { Scene } from '../draw/scene.ts';
import { gearRing } from '../mesh/gears.ts';

/** Window on a coloured wall: everything else is drawn inside it. */
export function appWindow(
  palette: PaletteName,
  dark: boolean,
  title: string,
): { d: Drawing; x: number; y: number; w: number; h: number } {
  const p = palettes[palette];
  const d = new Drawing(1200, 900);
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', p.glow, p.floor) });
  d.circle(1080, 120, 250, { fill: p.parts[3] ?? '#ffffff', opacity: 0.22 }).circle(90, 830, 210, {
    fill: p.parts[0] ?? '#ffffff',
    opacity: 0.16,
  });
  const [x, y, w, h] = [110, 96, 980, 708];
  for (let i = 7; i > 0; i--)
    d.rect(x - i * 4, y + 18 - i * 2, w + i * 8, h + i * 7, { fill: '#1d2230', opacity: 0.028 }, 26 + i * 3);
  d.rect(x, y, w, h, { fill: dark ? '#1d2230' : '#fffdf8' }, 20);
  d.rect(x, y, w, 54, { fill: dark ? '#2a3042' : '#f0e9dc' }, 20).rect(x, y + 34, w, 20, {
    fill: dark ? '#2a3042' : '#f0e9dc',
  });
  ['#ff5f57', '#febc2e', '#28c840'].forEach((fill, i) => d.circle(x + 32 + i * 30, y + 27, 9, { fill }));
  d.text(title, x + w / 2, y + 34, { size: 16, color: dark ? '#9aa5bd' : '#8a7f6d', anchor: 'middle' });
  return { d, x, y: y + 54, w, h: h - 54 };
}

export type TerminalLine = [text: string, color?: string][];
export const inks = {
  green: '#8be9a8',
  blue: '#7cc4ff',
  gold: '#f4c76b',
  red: '#ff8f8f',
  pale: '#d5dcec',
  dim: '#77819b',
  violet: '#c9a6ff',
};

export function terminal(palette: PaletteName, title: string, lines: TerminalLine[]): Drawing {
  const { d, x, y } = appWindow(palette, true, title);
  const size = 21;
  const step = (5.5 * size) / 6;
  lines.forEach((line, row) => {
    let column = 0;
    for (const [text, color = inks.pale] of line) {
      d.text(text, x + 40 + column * step, y + 58 + row * 42, { size, color, mono: true, weight: 0.13 });
      column += text.length;
    }
  });
  return d;
}

/** A rendered scene shown in a viewer's window. */
export async function viewerPicture(scene: Scene): Promise<Uint8Array> {
  const { d, x, y, w, h } = appWindow(scene.palette, false, 'part.stl');
  const inner = await sharp(renderPixels(scene), {
    raw: { width: pictureWidth, height: pictureHeight, channels: 3 },
  })
    .resize(w - 240, h - 40, { fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const rows: [string, string][] = [
    ['TRIANGLES', '16,848'],
    ['X', '84.6 mm'],
    ['Y', '84.6 mm'],
    ['Z', '12.0 mm'],
    ['VOLUME', '17.6 cm'],
  ];
  rows.forEach(([name, value], i) => {
    const ty = y + 70 + i * 92;
    d.text(name, x + 30, ty, { size: 13, color: '#a0957f' }).text(value, x + 30, ty + 34, {
      size: 22,
      color: '#2d2a26',
      weight: 0.15,
    });
  });
  d.rect(x + 30, y + h - 92, 140, 50, { fill: palettes[scene.palette].parts[0] ?? '#e4572e' }, 12).text(
    'OPEN',
    x + 100,
    y + h - 59,
    { size: 20, color: '#ffffff', anchor: 'middle', weight: 0.17 },
  );
  const base = await sharp(Buffer.from(d.toSvg())).png({ compressionLevel: 1 }).toBuffer();
  return new Uint8Array(
    await sharp(base)
      .composite([{ input: inner, left: x + 210, top: y + 10 }])
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 3 })
      .toBuffer(),
  );
}

export function resistorPicture(): Drawing {
  const { d, x, y, w } = appWindow('butter', false, 'RESISTOR DECODER');
  const cx = x + w / 2;
  const cy = y + 220;
  d.line(
    [
      [x + 60, cy],
      [x + w - 60, cy],
    ],
    { stroke: '#b9bfc6', width: 16 },
  );
  d.rect(cx - 270, cy - 84, 540, 168, { fill: '#e6d1a8' }, 60)
    .rect(cx - 290, cy - 100, 130, 200, { fill: '#e6d1a8' }, 56)
    .rect(cx + 160, cy - 100, 130, 200, { fill: '#e6d1a8' }, 56);
  d.rect(cx - 270, cy - 70, 540, 26, { fill: '#ffffff', opacity: 0.35 }, 12);
  (
    [
      [-232, '#fbc02d', 100],
      [-100, '#7b1fa2', 84],
      [-10, '#d32f2f', 84],
      [200, '#c9a227', 100],
    ] as const
  ).forEach(([ox, fill, half]) => d.rect(cx + ox, cy - half, 46, half * 2, { fill }));
  d.text('4.7 kΩ', cx, y + 440, { size: 76, color: '#30343f', anchor: 'middle', weight: 0.15 });
  d.text('± 5%', cx, y + 500, { size: 30, color: '#00798c', anchor: 'middle' });
  [
    '#111111',
    '#7a4a21',
    '#d32f2f',
    '#f57c00',
    '#fbc02d',
    '#388e3c',
    '#1976d2',
    '#7b1fa2',
    '#888888',
    '#f5f5f5',
  ].forEach((fill, i) => {
    d.rect(x + 112 + i * 78, y + 545, 58, 58, { fill, stroke: '#e0d6c2', width: 3 }, 14).text(
      String(i),
      x + 141 + i * 78,
      y + 632,
      { size: 16, color: '#8a7f6d', anchor: 'middle' },
    );
  });
  return d;
}

export function gearAppPicture(): Drawing {
  const { d, x, y, w, h } = appWindow('sage', false, 'GEAR OUTLINE');
  d.rect(x, y, 250, h, { fill: '#f5f0e4' });
  (
    [
      ['MODULE', '2.0'],
      ['TEETH', '24'],
      ['PARTNER', '12'],
      ['ANGLE', '20 °'],
      ['BORE', '8 mm'],
    ] as const
  ).forEach(([name, value], i) => {
    const ty = y + 56 + i * 98;
    d.text(name, x + 34, ty, { size: 14, color: '#8a7f6d' })
      .rect(x + 30, ty + 14, 190, 50, { fill: '#ffffff', stroke: '#d8cdb8', width: 3 }, 10)
      .text(value, x + 50, ty + 48, { size: 21, color: '#33403a' });
  });
  for (let i = 0; i < 15; i++)
    d.line(
      [
        [x + 290 + i * 48, y + 30],
        [x + 290 + i * 48, y + h - 30],
      ],
      { stroke: '#eee8da', width: 2 },
    );
  for (let i = 0; i < 13; i++)
    d.line(
      [
        [x + 270, y + 40 + i * 48],
        [x + w - 20, y + 40 + i * 48],
      ],
      { stroke: '#eee8da', width: 2 },
    );
  const outline = (teeth: number, cx: number, cy: number, k: number, turn: number, fill: string): void => {
    const ring = gearRing({ module: 2, teeth }).map(([px, py]): Point => [
      cx + (px * Math.cos(turn) - py * Math.sin(turn)) * k,
      cy - (px * Math.sin(turn) + py * Math.cos(turn)) * k,
    ]);
    d.polygon(ring, { fill: mixHex(fill, '#ffffff', 0.72), stroke: fill, width: 5 });
    d.circle(cx, cy, teeth * k, { stroke: fill, width: 2, dash: [10, 8] }).circle(cx, cy, 4 * k, {
      fill: '#fffdf8',
      stroke: fill,
      width: 5,
    });
  };
  outline(24, x + 500, y + 330, 7.4, 0, '#5b8e55');
  outline(12, x + 500 + 36 * 7.4 * 1.004, y + 330, 7.4, Math.PI - Math.PI / 12, '#c8553d');
  d.text('36.0', x + 632, y + 610, { size: 24, color: '#33403a', anchor: 'middle' }).line(
    [
      [x + 500, y + 574],
      [x + 766, y + 574],
    ],
    { stroke: '#33403a', width: 3 },
  );
  return d;
}

export function cutlistPicture(): Drawing {
  const { d, x, y, w, h } = appWindow('sand', false, 'CUT LIST  1220 x 2440');
  const s = 0.345;
  const [bx, by] = [x + 60, y + 60];
  d.rect(bx, by, 2440 * s, 1220 * s, { fill: '#e7cf9f', stroke: '#a8743f', width: 4 });
  for (let i = 0; i < 22; i++)
    d.line(
      [
        [bx + 4, by + 12 + i * 19],
        [bx + 200, by + 9 + i * 19.2],
        [bx + 500, by + 15 + i * 18.8],
        [bx + 2440 * s - 4, by + 10 + i * 19],
      ],
      { stroke: '#d5b880', width: 2 },
    );
  const colors = ['#dd8b4a', '#7fa36b', '#6d94b5', '#c96f5a'];
  const rows: [number, number, number][] = [
    [600, 400, 4],
    [800, 300, 3],
    [400, 260, 6],
    [300, 220, 7],
  ];
  let top = 0;
  rows.forEach(([pw, ph, count], row) => {
    for (let i = 0; i < count; i++) {
      const px = bx + i * (pw + 6) * s;
      const py = by + top * s;
      d.rect(px + 2, py + 2, pw * s - 3, ph * s - 3, { fill: colors[row] ?? '#dd8b4a', opacity: 0.86 }, 4);
      d.text(`${pw}x${ph}`, px + (pw * s) / 2, py + (ph * s) / 2 + 7, {
        size: 15,
        color: '#ffffff',
        anchor: 'middle',
      });
    }
    top += ph + 8;
  });
  d.text('92.8%', x + 60, y + h - 66, { size: 48, color: '#9c6644', weight: 0.16 }).text(
    '1 SHEET  20 PIECES',
    x + 330,
    y + h - 70,
    { size: 22, color: '#8a7f6d' },
  );
  d.rect(x + w - 230, y + h - 116, 170, 60, { fill: '#3d5a6c' }, 14).text('PRINT', x + w - 145, y + h - 77, {
    size: 22,
    color: '#ffffff',
    anchor: 'middle',
  });
  return d;
}

export function dashboardPicture(): Drawing {
  const { d, x, y, w } = appWindow('lilac', false, 'FILAMENT');
  const spools: [string, string, number][] = [
    ['PLA ORANGE', '#e4572e', 0.82],
    ['PLA WHITE', '#e9e4d8', 0.47],
    ['PETG BLUE', '#2e86ab', 0.63],
    ['TPU BLACK', '#3b3b46', 0.12],
    ['SILK GOLD', '#f2b134', 0.91],
    ['ABS GREEN', '#3d9970', 0.34],
  ];
  spools.forEach(([name, color, left], i) => {
    const cx = x + 170 + (i % 3) * 320;
    const cy = y + 165 + Math.floor(i / 3) * 316;
    d.rect(cx - 140, cy - 140, 280, 292, { fill: '#f7f3fc' }, 24);
    d.circle(cx, cy - 18, 94, { fill: '#2f3238' })
      .circle(cx, cy - 18, 40 + 48 * left, { fill: color })
      .circle(cx, cy - 18, 34, { fill: '#4a4e57' })
      .circle(cx, cy - 18, 16, { fill: '#f7f3fc' });
    d.text(name, cx, cy + 102, { size: 17, color: '#2f2d3a', anchor: 'middle' });
    d.rect(cx - 100, cy + 118, 200, 12, { fill: '#e3dbf2' }, 6).rect(
      cx - 100,
      cy + 118,
      200 * left,
      12,
      { fill: left < 0.15 ? '#ef476f' : '#6c4ab6' },
      6,
    );
    if (left < 0.15)
      d.circle(cx + 112, cy - 112, 15, { fill: '#ef476f' }).text('!', cx + 112, cy - 103, {
        size: 18,
        color: '#ffffff',
        anchor: 'middle',
        weight: 0.2,
      });
  });
  d.rect(x + w - 16, y + 20, 4, 400, { fill: '#e3dbf2' }, 2);
  return d;
}

export function thrustPicture(): Drawing {
  const { d, x, y, w, h } = appWindow('sky', true, 'thrust.py  run.csv');
  const [gx, gy, gw, gh] = [x + 100, y + 60, w - 170, h - 160];
  for (let i = 0; i <= 5; i++) {
    d.line(
      [
        [gx, gy + (gh * i) / 5],
        [gx + gw, gy + (gh * i) / 5],
      ],
      { stroke: '#38415a', width: 2 },
    );
    d.text(String((5 - i) * 100), gx - 16, gy + (gh * i) / 5 + 6, {
      size: 15,
      color: '#9aa5bd',
      anchor: 'end',
    });
    d.text(`${i * 20}%`, gx + (gw * i) / 5, gy + gh + 32, { size: 15, color: '#9aa5bd', anchor: 'middle' });
  }
  const data: Point[] = [
    [0, 0],
    [20, 48],
    [40, 132],
    [60, 246],
    [80, 371],
    [100, 482],
  ];
  const at = ([t, g]: Point): Point => [gx + (t / 100) * gw, gy + gh - (g / 500) * gh];
  d.polygon([...data.map(at), [gx + gw, gy + gh], [gx, gy + gh]], { fill: '#2274a5', opacity: 0.35 });
  d.line(data.map(at), { stroke: '#7cc4ff', width: 7 });
  for (const point of data) d.circle(...at(point), 9, { fill: '#1d2230', stroke: '#7cc4ff', width: 5 });
  const hover = at([38, 120]);
  d.line(
    [
      [hover[0], gy],
      [hover[0], gy + gh],
    ],
    { stroke: '#f4c76b', width: 3, dash: [10, 9] },
  ).circle(...hover, 12, { fill: '#f4c76b' });
  d.text('HOVER 37%', hover[0] + 24, gy + 44, { size: 24, color: '#f4c76b' }).text(
    '4.02 : 1',
    gx + gw - 20,
    gy + gh - 40,
    { size: 44, color: '#ffffff', anchor: 'end', weight: 0.15 },
  );
  d.text('g / motor', gx, gy - 20, { size: 15, color: '#9aa5bd' });
  return d;
}
