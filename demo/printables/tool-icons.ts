import type { Point } from '../draw/letters.ts';
import { type Icon, gear } from './icon-kit.ts';

/** Drawn on a 48 × 48 grid with a stroke of 3: one tint and one line colour each. */
export const toolIcons: Icon[] = [
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
];
