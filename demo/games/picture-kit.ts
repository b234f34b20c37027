import { Drawing } from '../draw/drawing.ts';
import { type Point, textWidth } from '../draw/letters.ts';
import { mixHex } from '../draw/palettes.ts';
import { seeded } from '../draw/random.ts';

export const cog = (
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
export function sheet(
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
