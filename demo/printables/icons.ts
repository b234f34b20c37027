import { Drawing, type Paint } from '../draw/drawing.ts';
import type { Point } from '../draw/letters.ts';

type Icon = { name: string; draw: (d: Drawing, line: Paint, fill: Paint) => void };

const arc = (x: number, y: number, r: number, from: number, to: number): Point[] =>
  Array.from({ length: 17 }, (_, i): Point => {
    const a = ((from + ((to - from) * i) / 16) * Math.PI) / 180;
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  });

const gear = (x: number, y: number, r: number, teeth: number): Point[] =>
  Array.from({ length: teeth * 4 }, (_, i): Point => {
    const a = (i / (teeth * 4)) * Math.PI * 2 - 0.2;
    const q = i % 4 < 2 ? r : r * 0.76;
    return [x + Math.cos(a) * q, y + Math.sin(a) * q];
  });

/** Drawn on a 48 × 48 grid with a stroke of 3: one tint and one line colour each. */
export const icons: Icon[] = [
  {
    name: 'gear',
    draw: (d, l, f) =>
      d.polygon(gear(24, 24, 19, 9), { ...l, ...f }).circle(24, 24, 6, { ...l, fill: '#ffffff' }),
  },
  {
    name: 'printer',
    draw: (d, l, f) =>
      d
        .rect(7, 8, 34, 32, l, 4)
        .rect(15, 30, 18, 5, { ...l, ...f }, 1)
        .line(
          [
            [7, 17],
            [41, 17],
          ],
          l,
        )
        .polygon(
          [
            [20, 17],
            [28, 17],
            [24, 24],
          ],
          { ...l, ...f },
        ),
  },
  {
    name: 'drone',
    draw: (d, l, f) =>
      d
        .rect(18, 20, 12, 9, { ...l, ...f }, 3)
        .line(
          [
            [18, 22],
            [9, 15],
          ],
          l,
        )
        .line(
          [
            [30, 22],
            [39, 15],
          ],
          l,
        )
        .line(
          [
            [2, 14],
            [16, 14],
          ],
          l,
        )
        .line(
          [
            [32, 14],
            [46, 14],
          ],
          l,
        )
        .line(
          [
            [19, 29],
            [14, 37],
          ],
          l,
        )
        .line(
          [
            [29, 29],
            [34, 37],
          ],
          l,
        ),
  },
  {
    name: 'solder',
    draw: (d, l, f) =>
      d
        .line(
          [
            [8, 40],
            [19, 29],
          ],
          l,
        )
        .polygon(
          [
            [19, 23],
            [25, 29],
            [42, 12],
            [36, 6],
          ],
          { ...l, ...f },
        )
        .line(
          [
            [10, 30],
            [6, 26],
            [10, 22],
          ],
          l,
        ),
  },
  {
    name: 'chip',
    draw: (d, l, f) => {
      d.rect(13, 13, 22, 22, { ...l, ...f }, 3);
      for (const o of [17, 24, 31])
        d.line(
          [
            [o, 5],
            [o, 13],
          ],
          l,
        )
          .line(
            [
              [o, 35],
              [o, 43],
            ],
            l,
          )
          .line(
            [
              [5, o],
              [13, o],
            ],
            l,
          )
          .line(
            [
              [35, o],
              [43, o],
            ],
            l,
          );
    },
  },
  {
    name: 'robot',
    draw: (d, l, f) =>
      d
        .rect(10, 15, 28, 24, { ...l, ...f }, 6)
        .line(
          [
            [24, 15],
            [24, 7],
          ],
          l,
        )
        .circle(24, 6, 2.4, l)
        .circle(18, 25, 2.6, l)
        .circle(30, 25, 2.6, l)
        .line(
          [
            [18, 33],
            [30, 33],
          ],
          l,
        ),
  },
  {
    name: 'spool',
    draw: (d, l, f) =>
      d
        .circle(24, 24, 19, l)
        .circle(24, 24, 12, { ...l, ...f })
        .circle(24, 24, 4, { ...l, fill: '#ffffff' }),
  },
  {
    name: 'ruler',
    draw: (d, l, f) => {
      d.polygon(
        [
          [6, 32],
          [32, 6],
          [42, 16],
          [16, 42],
        ],
        { ...l, ...f },
      );
      for (let i = 1; i < 6; i++)
        d.line(
          [
            [6 + i * 4.4, 32 - i * 4.4],
            [9 + i * 4.4, 35 - i * 4.4],
          ],
          l,
        );
    },
  },
  {
    name: 'bolt',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [12, 6],
            [36, 6],
            [39, 15],
            [9, 15],
          ],
          { ...l, ...f },
        )
        .rect(18, 15, 12, 27, l)
        .line(
          [
            [18, 22],
            [30, 25],
          ],
          l,
        )
        .line(
          [
            [18, 29],
            [30, 32],
          ],
          l,
        )
        .line(
          [
            [18, 36],
            [30, 39],
          ],
          l,
        ),
  },
  {
    name: 'nut',
    draw: (d, l, f) =>
      d
        .polygon(
          Array.from({ length: 6 }, (_, i): Point => [
            24 + 19 * Math.cos((i * Math.PI) / 3),
            24 + 19 * Math.sin((i * Math.PI) / 3),
          ]),
          { ...l, ...f },
        )
        .circle(24, 24, 9, { ...l, fill: '#ffffff' }),
  },
  {
    name: 'hammer',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [10, 8],
            [32, 8],
            [38, 14],
            [38, 18],
            [10, 18],
          ],
          { ...l, ...f },
        )
        .rect(19, 18, 8, 25, l, 2),
  },
  {
    name: 'saw',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [6, 28],
            [32, 14],
            [36, 22],
            [10, 36],
          ],
          { ...l, ...f },
        )
        .polygon(
          [
            [32, 14],
            [43, 10],
            [45, 20],
            [36, 22],
          ],
          l,
        ),
  },
  {
    name: 'box',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [24, 5],
            [42, 14],
            [42, 34],
            [24, 43],
            [6, 34],
            [6, 14],
          ],
          { ...l, ...f },
        )
        .line(
          [
            [6, 14],
            [24, 23],
            [42, 14],
          ],
          l,
        )
        .line(
          [
            [24, 23],
            [24, 43],
          ],
          l,
        ),
  },
  {
    name: 'plant',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [13, 30],
            [35, 30],
            [32, 43],
            [16, 43],
          ],
          { ...l, ...f },
        )
        .line(
          [
            [24, 30],
            [24, 16],
          ],
          l,
        )
        .line([[24, 22], ...arc(15, 17, 7, 30, -120)], l)
        .line([[24, 18], ...arc(33, 12, 7, 150, 300)], l),
  },
  {
    name: 'battery',
    draw: (d, l, f) =>
      d
        .rect(6, 14, 32, 20, l, 4)
        .rect(10, 18, 16, 12, f, 1)
        .line(
          [
            [42, 20],
            [42, 28],
          ],
          l,
        ),
  },
  {
    name: 'led',
    draw: (d, l, f) =>
      d
        .polygon([[14, 28], [14, 18], ...arc(24, 18, 10, 180, 360), [34, 28]], { ...l, ...f })
        .line(
          [
            [11, 28],
            [37, 28],
          ],
          l,
        )
        .line(
          [
            [20, 28],
            [20, 43],
          ],
          l,
        )
        .line(
          [
            [28, 28],
            [28, 40],
          ],
          l,
        ),
  },
  {
    name: 'hinge',
    draw: (d, l, f) =>
      d
        .rect(5, 10, 16, 28, { ...l, ...f }, 3)
        .rect(27, 10, 16, 28, l, 3)
        .line(
          [
            [24, 8],
            [24, 40],
          ],
          l,
        )
        .circle(12, 18, 1.8, l)
        .circle(12, 30, 1.8, l)
        .circle(36, 18, 1.8, l)
        .circle(36, 30, 1.8, l),
  },
  {
    name: 'keycap',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [8, 38],
            [13, 12],
            [35, 12],
            [40, 38],
          ],
          l,
        )
        .rect(15, 12, 18, 16, { ...l, ...f }, 4),
  },
  {
    name: 'laser',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [17, 5],
            [31, 5],
            [31, 16],
            [24, 23],
            [17, 16],
          ],
          { ...l, ...f },
        )
        .line(
          [
            [24, 23],
            [24, 38],
          ],
          { ...l, dash: [3, 4] },
        )
        .line(
          [
            [8, 40],
            [40, 40],
          ],
          l,
        )
        .line(
          [
            [16, 33],
            [12, 30],
          ],
          l,
        )
        .line(
          [
            [32, 33],
            [36, 30],
          ],
          l,
        ),
  },
  {
    name: 'lathe',
    draw: (d, l, f) =>
      d
        .rect(5, 14, 10, 22, { ...l, ...f }, 2)
        .polygon(
          [
            [15, 20],
            [30, 20],
            [34, 23],
            [40, 23],
            [40, 27],
            [34, 27],
            [30, 30],
            [15, 30],
          ],
          l,
        )
        .line(
          [
            [4, 42],
            [44, 42],
          ],
          l,
        ),
  },
  {
    name: 'caliper',
    draw: (d, l, f) =>
      d
        .rect(6, 12, 36, 6, l)
        .polygon(
          [
            [6, 12],
            [6, 34],
            [12, 28],
            [12, 18],
          ],
          l,
        )
        .polygon(
          [
            [22, 9],
            [34, 9],
            [34, 21],
            [28, 21],
            [28, 30],
            [22, 34],
          ],
          { ...l, ...f },
        ),
  },
  {
    name: 'controller',
    draw: (d, l, f) =>
      d
        .rect(5, 15, 38, 20, { ...l, ...f }, 10)
        .line(
          [
            [13, 25],
            [21, 25],
          ],
          l,
        )
        .line(
          [
            [17, 21],
            [17, 29],
          ],
          l,
        )
        .circle(31, 22, 2, l)
        .circle(35, 28, 2, l),
  },
  {
    name: 'wave',
    draw: (d, l, f) =>
      d.rect(5, 9, 38, 28, { ...l, ...f }, 4).line(
        [
          [9, 23],
          [14, 23],
          [17, 15],
          [22, 31],
          [27, 17],
          [31, 27],
          [34, 23],
          [39, 23],
        ],
        l,
      ),
  },
  {
    name: 'shield',
    draw: (d, l, f) =>
      d
        .polygon(
          [
            [24, 5],
            [40, 11],
            [38, 28],
            [24, 43],
            [10, 28],
            [8, 11],
          ],
          { ...l, ...f },
        )
        .line(
          [
            [16, 24],
            [22, 30],
            [32, 18],
          ],
          l,
        ),
  },
];

export function iconDrawing(icon: Icon, ink = '#2b2d33', tint = '#ffd9a0'): Drawing {
  const d = new Drawing(48, 48);
  icon.draw(d, { stroke: ink, width: 3 }, { fill: tint });
  return d;
}

const tints = ['#ffd9a0', '#bfe3d0', '#c9dff2', '#f6c9c4', '#ddd3f2', '#f3e5a8'];

export function iconsPicture(): Drawing {
  const d = new Drawing(1200, 900);
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', '#fffdf6', '#f6ead2') });
  icons.forEach((icon, i) => {
    const x = 90 + (i % 6) * 175;
    const y = 62 + Math.floor(i / 6) * 200;
    d.rect(x, y + 6, 148, 168, { fill: '#e3d4b6' }, 30).rect(x, y, 148, 168, { fill: '#ffffff' }, 30);
    d.raw(`<g transform="translate(${x + 24} ${y + 20}) scale(2.08)">`);
    d.shapes.push(...iconDrawing(icon, '#2b2d33', tints[i % tints.length]).shapes);
    d.raw('</g>');
    d.text(icon.name, x + 74, y + 150, { size: 14, color: '#8a8577', anchor: 'middle' });
  });
  return d;
}

/** Overlapping gears on a quiet ground, in any size. */
export function gearWallpaper(
  width: number,
  height: number,
  back: [string, string],
  inks: string[],
): Drawing {
  const d = new Drawing(width, height);
  d.rect(0, 0, width, height, { fill: d.gradient('sky', back[0], back[1]) });
  const s = height / 900;
  const spots: [number, number, number, number, number][] = [
    [0.78, 0.62, 300, 22, 0],
    [0.53, 0.9, 170, 14, 1],
    [0.96, 0.16, 190, 15, 2],
    [0.66, 0.16, 110, 11, 3],
    [0.3, 0.86, 90, 10, 2],
    [0.13, 0.98, 140, 13, 0],
    [0.46, 0.6, 70, 9, 3],
  ];
  for (const [x, y, r, teeth, tone] of spots) {
    const ink = inks[tone] ?? '#ffffff';
    const [cx, cy] = [x * width, y * height];
    d.polygon(gear(cx + 8 * s, cy + 14 * s, r * s, teeth), { fill: '#000000', opacity: 0.12 });
    d.polygon(gear(cx, cy, r * s, teeth), { fill: ink, stroke: ink, width: r * s * 0.05 });
    d.circle(cx, cy, r * s * 0.58, { fill: back[1], opacity: 0.28 })
      .circle(cx, cy, r * s * 0.36, { fill: ink })
      .circle(cx, cy, r * s * 0.16, { fill: back[1] });
    for (let i = 0; i < 5; i++)
      d.circle(
        cx + Math.cos(i * 1.2566) * r * s * 0.47,
        cy + Math.sin(i * 1.2566) * r * s * 0.47,
        r * s * 0.055,
        { fill: ink },
      );
  }
  return d;
}
