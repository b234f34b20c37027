import earcut from 'earcut';
import { box, sphere, torus, type Soup } from './testing.ts';

/** Bodies whose weight and time a slicer told, for tests and `npm run bench estimate`. Sizes are in millimetres. */

type Point = [number, number];

const round = 96;

/** Turns an outline of (radius, height) around z, counter-clockwise in that plane. */
export function revolve(outline: readonly Point[], steps = round): Soup {
  const soup: Soup = [];
  const at = ([radius, height]: Point, step: number) => {
    const angle = (2 * Math.PI * (step % steps)) / steps;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  };
  outline.forEach((from, index) => {
    const to = outline[(index + 1) % outline.length]!;
    for (let step = 0; step < steps; step += 1) {
      const [a, b, c, d] = [at(from, step), at(from, step + 1), at(to, step + 1), at(to, step)];
      if (from[0] > 0) soup.push([...a, ...b, ...c]);
      if (to[0] > 0) soup.push([...a, ...c, ...d]);
    }
  });
  return soup;
}

/** Raises a counter-clockwise outline with clockwise holes along z. */
export function raise(
  outline: readonly Point[],
  height: number,
  holes: readonly (readonly Point[])[] = [],
): Soup {
  const rings = [outline, ...holes];
  const points = rings.flat();
  const starts = holes.map((_, index) =>
    rings.slice(0, index + 1).reduce((sum, ring) => sum + ring.length, 0),
  );
  const indices = earcut(points.flat(), starts);
  const soup: Soup = [];
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [0, 1, 2].map((each) => points[indices[at + each]!]!);
    const [[ax, ay], [bx, by], [cx, cy]] = corners as [Point, Point, Point];
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0) corners.reverse();
    soup.push(corners.flatMap(([x, y]) => [x, y, height]));
    soup.push(corners.toReversed().flatMap(([x, y]) => [x, y, 0]));
  }
  for (const ring of rings) {
    ring.forEach(([x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!;
      soup.push([x, y, 0, nextX, nextY, 0, nextX, nextY, height]);
      soup.push([x, y, 0, nextX, nextY, height, x, y, height]);
    });
  }
  return soup;
}

export function circle(radius: number, [x, y]: Point = [0, 0], steps = round): Point[] {
  return Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
const hole = (radius: number, centre: Point = [0, 0]) => circle(radius, centre, 48).toReversed();
const rectangle = (x: number, y: number, [left, front]: Point = [0, 0]): Point[] => [
  [left, front],
  [left + x, front],
  [left + x, front + y],
  [left, front + y],
];

export function moved(soup: Soup, by: readonly [number, number, number]): Soup {
  return soup.map((triangle) => triangle.map((value, index) => value + by[index % 3]!));
}
/** Lays a body down: y becomes z. */
const laid = (soup: Soup): Soup =>
  soup.map((triangle) => [0, 3, 6].flatMap((at) => [triangle[at]!, -triangle[at + 2]!, triangle[at + 1]!]));

export const cylinder = (radius: number, height: number) =>
  revolve([
    [0, 0],
    [radius, 0],
    [radius, height],
    [0, height],
  ]);

function gear(teeth: number, inner: number, outer: number): Point[] {
  return Array.from({ length: teeth }, (_, tooth) =>
    (
      [
        [0, inner],
        [0.3, inner],
        [0.42, outer],
        [0.68, outer],
        [0.8, inner],
      ] as const
    ).map(([part, radius]): Point => {
      const angle = (2 * Math.PI * (tooth + part)) / teeth;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  ).flat();
}

/** Hull of a small boat with a cabin: slanted sides, thin walls, a floor and a solid bow. */
function boat(): Soup {
  const half = (along: number) => 12 * Math.sqrt(Math.max(0, 1 - (along / 30) ** 2)) + 2;
  const ring = (inset: number, spread: number): Point[] => {
    const along = Array.from({ length: 41 }, (_, index) => -30 + inset + (index * (60 - 2 * inset)) / 40);
    const right = along.map((x): Point => [x, -(half(x) - inset) * spread]);
    const left = along.toReversed().map((x): Point => [x, (half(x) - inset) * spread]);
    return [...right, ...left];
  };
  const loft = (lower: Point[], low: number, upper: Point[], high: number): Soup =>
    lower.flatMap(([x, y], index) => {
      const next = (index + 1) % lower.length;
      const [a, b] = [
        [x, y, low],
        [...lower[next]!, low],
      ];
      const [c, d] = [
        [...upper[next]!, high],
        [...upper[index]!, high],
      ];
      return [
        [...a, ...b, ...c],
        [...a, ...c, ...d],
      ];
    });
  const cap = (ringPoints: Point[], height: number, holes: Point[][] = []): Soup =>
    raise(ringPoints, 1, holes)
      .filter((t) => t[2] === 1 && t[5] === 1 && t[8] === 1)
      .map((t) => t.map((value, index) => (index % 3 === 2 ? height : value)));
  const flipped = (soup: Soup) => soup.map((t) => [...t.slice(6), ...t.slice(3, 6), ...t.slice(0, 3)]);
  const [keel, rim, inside, floor] = [ring(0, 0.55), ring(0, 1), ring(2.5, 1), ring(2.5, 0.75)];
  const hull = [
    ...loft(keel, 0, rim, 18),
    ...flipped(cap(keel, 0)),
    ...cap(rim, 18, [inside.toReversed()]),
    ...flipped(loft(floor, 8, inside, 18)),
    ...cap(floor, 8),
  ];
  const cabin = raise(rectangle(20, 14, [-10, -7]), 24, [rectangle(15, 9, [-7.5, -4.5]).toReversed()]);
  const roof = box(24, 18, 3);
  // They overlap by half a millimetre, as parts that were put together by hand do.
  return [...hull, ...moved(cabin, [0, 0, 7.5]), ...moved(roof, [-12, -9, 31])];
}

/** Rod with a coarse thread, as rings that swell and shrink. */
function threaded(radius: number, depth: number, pitch: number, length: number): Soup {
  const turns = Math.round(length / pitch);
  const outline: Point[] = [[0, 0]];
  for (let turn = 0; turn < turns; turn += 1) {
    outline.push(
      [radius - depth, turn * pitch],
      [radius, (turn + 0.4) * pitch],
      [radius, (turn + 0.6) * pitch],
    );
  }
  outline.push([radius - depth, turns * pitch], [0, turns * pitch]);
  return revolve(outline, 64);
}

const many = (one: Soup, columns: number, rows: number, step: number): Soup =>
  Array.from({ length: columns * rows }, (_, index) =>
    moved(one, [(index % columns) * step, Math.floor(index / columns) * step, 0]),
  ).flat();

/** What the formula was fitted with. */
export const fittedBodies: Record<string, () => Soup> = {
  cylinder: () => cylinder(30, 60),
  sphere: () => sphere(30, 64),
  box: () => box(40, 40, 40),
  'open box': () => [
    ...raise(rectangle(60, 40), 50, [rectangle(57.6, 37.6, [1.2, 1.2]).toReversed()]),
    ...moved(box(58.6, 38.6, 2), [0.7, 0.7, 0]),
  ],
  gear: () => raise(gear(24, 22, 26), 10, [hole(4)]),
  bracket: () => [
    ...raise(rectangle(60, 40), 5, [hole(3, [45, 10]), hole(3, [45, 30])]),
    ...moved(box(5.5, 40, 40), [0, 0, 0]),
    ...moved(
      laid(
        raise(
          [
            [5, 5],
            [30, 5],
            [5, 30],
          ],
          4,
        ),
      ),
      [0, 22, 0],
    ),
  ],
  post: () => box(8, 8, 100),
  plate: () => box(100, 60, 2),
  torus: () => torus(25, 8, 48),
  'many small parts': () => many(cylinder(4, 8), 5, 5, 14),
  boat,
  'threaded rod': () => threaded(8, 1.2, 2.5, 60),
};

/** What it was not fitted with. */
export const otherBodies: Record<string, () => Soup> = {
  vase: () =>
    revolve([
      [0, 0],
      [18, 0],
      [30, 40],
      [16, 75],
      [22, 90],
      [20.4, 90],
      [14.4, 75],
      [28.4, 40],
      [17, 2],
      [0, 2],
    ]),
  cone: () =>
    revolve([
      [0, 0],
      [25, 0],
      [0, 60],
    ]),
  'hollow ball': () => [
    ...sphere(25, 48),
    ...sphere(20, 48).map((t) => [...t.slice(6), ...t.slice(3, 6), ...t.slice(0, 3)]),
  ],
  nut: () => raise(circle(11, [0, 0], 6), 8, [hole(6)]),
  pawn: () =>
    revolve([
      [0, 0],
      [14, 0],
      [14, 4],
      [7, 10],
      [5, 25],
      [9, 28],
      [5, 30],
      [9, 36],
      [8, 42],
      [0, 46],
    ]),
  comb: () => [...box(80, 20, 4), ...many(moved(box(1.2, 20, 25), [2, 0, 3.5]), 16, 1, 5)],
  tube: () => raise(circle(10), 80, [hole(7)]),
  wedge: () =>
    moved(
      laid(
        raise(
          [
            [0, 0],
            [90, 0],
            [90, 25],
          ],
          35,
        ),
      ),
      [0, 35, 0],
    ),
  'small cube': () => box(10, 10, 10),
  tray: () => [
    ...raise(rectangle(120, 80), 20, [rectangle(116, 76, [2, 2]).toReversed()]),
    ...box(120, 80, 2.4),
  ],
  'tall frame': () => laid(raise(rectangle(70, 90), 6, [rectangle(54, 74, [8, 8]).toReversed()])),
  block: () => box(90, 70, 50),
};
