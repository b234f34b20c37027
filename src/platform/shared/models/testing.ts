import earcut from 'earcut';
import { strToU8, zipSync } from 'fflate';

/** Builds triangles from corners, for tests. */
export type Soup = number[][];

type Point = [number, number, number];

function grid(rows: number, columns: number, at: (u: number, v: number) => Point): Soup {
  const soup: Soup = [];
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      const [a, b, c, d] = [
        at(i / rows, j / columns),
        at((i + 1) / rows, j / columns),
        at((i + 1) / rows, (j + 1) / columns),
        at(i / rows, (j + 1) / columns),
      ];
      soup.push([...a, ...b, ...c], [...a, ...c, ...d]);
    }
  }
  return soup.filter(([ax, ay, az, bx, by, bz, cx, cy, cz]) => {
    const same = (p: number, q: number) => Math.abs(p - q) < 1e-9;
    const ab = same(ax!, bx!) && same(ay!, by!) && same(az!, bz!);
    const bc = same(bx!, cx!) && same(by!, cy!) && same(bz!, cz!);
    const ca = same(cx!, ax!) && same(cy!, ay!) && same(cz!, az!);
    return !ab && !bc && !ca;
  });
}

export function sphere(radius: number, rows: number): Soup {
  return grid(rows, rows * 2, (u, v) => [
    radius * Math.sin(u * Math.PI) * Math.cos(v * 2 * Math.PI),
    radius * Math.sin(u * Math.PI) * Math.sin(v * 2 * Math.PI),
    radius * Math.cos(u * Math.PI),
  ]);
}

export function torus(ring: number, tube: number, rows: number): Soup {
  return grid(rows, rows * 2, (u, v) => {
    const [a, b] = [-u * 2 * Math.PI, v * 2 * Math.PI];
    return [
      (ring + tube * Math.cos(a)) * Math.cos(b),
      (ring + tube * Math.cos(a)) * Math.sin(b),
      tube * Math.sin(a),
    ];
  });
}

export function box(x: number, y: number, z: number): Soup {
  const corner = (bits: number): Point => [(bits & 1) * x, ((bits >> 1) & 1) * y, ((bits >> 2) & 1) * z];
  return [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
  ].map((corners) => corners.flatMap(corner));
}

export function binaryStl(soup: Soup, header = 'made by a test'): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * soup.length);
  bytes.set(strToU8(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, soup.length, true);
  soup.forEach((triangle, index) =>
    triangle.forEach((value, corner) => view.setFloat32(84 + 50 * index + 12 + 4 * corner, value, true)),
  );
  return bytes;
}

export function textStl(soup: Soup, name = 'test'): Uint8Array {
  const facets = soup.map((t) => {
    const vertices = [0, 3, 6].map(
      (at) =>
        `      vertex ${t
          .slice(at, at + 3)
          .map((value) => value.toExponential(8))
          .join(' ')}\n`,
    );
    return `  facet normal 0 0 0\n    outer loop\n${vertices.join('')}    endloop\n  endfacet\n`;
  });
  return strToU8(`solid ${name}\n${facets.join('')}endsolid ${name}\n`);
}

export function obj(soup: Soup): Uint8Array {
  const points = soup.flatMap((t) => [0, 3, 6].map((at) => `v ${t.slice(at, at + 3).join(' ')}\n`));
  const faces = soup.map(
    (_, index) => `f ${3 * index + 1}/1/1 ${3 * index + 2}//2 ${3 * index + 2 - 3 * soup.length}\n`,
  );
  return strToU8(`# test\no thing\n${points.join('')}${faces.join('')}`);
}

export function threeMf(model: string, more: Record<string, string> = {}): Uint8Array {
  return zipSync({
    '_rels/.rels': strToU8(
      '<Relationships><Relationship Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/main.model"/></Relationships>',
    ),
    '3D/main.model': strToU8(model),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [path, strToU8(text)])),
  });
}

export function meshXml(soup: Soup): string {
  const vertices = soup.flatMap((t) =>
    [0, 3, 6].map((at) => `<vertex x="${t[at]}" y="${t[at + 1]}" z="${t[at + 2]}"/>`),
  );
  const triangles = soup.map(
    (_, index) => `<triangle v1="${3 * index}" v2="${3 * index + 1}" v3="${3 * index + 2}"/>`,
  );
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
}

export function glb(json: object, binary: Uint8Array): Uint8Array {
  const text = strToU8(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  padded.set(text);
  const bytes = new Uint8Array(28 + padded.length + binary.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, padded.length, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.set(padded, 20);
  view.setUint32(20 + padded.length, binary.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  bytes.set(binary, 28 + padded.length);
  return bytes;
}

/** Builds a glTF whose only node holds the triangles. */
export function glbOf(soup: Soup, change: (json: Record<string, unknown>) => void = () => {}): Uint8Array {
  const points = new Float32Array(soup.flat());
  const json: Record<string, unknown> = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: points.length / 3 }],
    bufferViews: [{ buffer: 0, byteLength: points.byteLength }],
    buffers: [{ byteLength: points.byteLength }],
  };
  change(json);
  return glb(json, new Uint8Array(points.buffer));
}

/** Bodies whose weight and time a slicer told, for tests and `npm run bench estimate`. Sizes are in millimetres. */

type Point2 = [number, number];

const round = 96;

/** Turns an outline of (radius, height) around z, counter-clockwise in that plane. */
export function revolve(outline: readonly Point2[], steps = round): Soup {
  const soup: Soup = [];
  const at = ([radius, height]: Point2, step: number) => {
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
  outline: readonly Point2[],
  height: number,
  holes: readonly (readonly Point2[])[] = [],
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
    const [[ax, ay], [bx, by], [cx, cy]] = corners as [Point2, Point2, Point2];
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

export function circle(radius: number, [x, y]: Point2 = [0, 0], steps = round): Point2[] {
  return Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
const hole = (radius: number, centre: Point2 = [0, 0]) => circle(radius, centre, 48).toReversed();
const rectangle = (x: number, y: number, [left, front]: Point2 = [0, 0]): Point2[] => [
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

function gear(teeth: number, inner: number, outer: number): Point2[] {
  return Array.from({ length: teeth }, (_, tooth) =>
    (
      [
        [0, inner],
        [0.3, inner],
        [0.42, outer],
        [0.68, outer],
        [0.8, inner],
      ] as const
    ).map(([part, radius]): Point2 => {
      const angle = (2 * Math.PI * (tooth + part)) / teeth;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  ).flat();
}

/** Hull of a small boat with a cabin: slanted sides, thin walls, a floor and a solid bow. */
function boat(): Soup {
  const half = (along: number) => 12 * Math.sqrt(Math.max(0, 1 - (along / 30) ** 2)) + 2;
  const ring = (inset: number, spread: number): Point2[] => {
    const along = Array.from({ length: 41 }, (_, index) => -30 + inset + (index * (60 - 2 * inset)) / 40);
    const right = along.map((x): Point2 => [x, -(half(x) - inset) * spread]);
    const left = along.toReversed().map((x): Point2 => [x, (half(x) - inset) * spread]);
    return [...right, ...left];
  };
  const loft = (lower: Point2[], low: number, upper: Point2[], high: number): Soup =>
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
  const cap = (ringPoints: Point2[], height: number, holes: Point2[][] = []): Soup =>
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
  const outline: Point2[] = [[0, 0]];
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

/** Letters of bars, as raised text is: E, T, H and L, each 10 mm wide and 16 mm high. */
function letters(height: number): Soup {
  const bars: Record<string, readonly (readonly [number, number, number, number])[]> = {
    E: [
      [0, 0, 2.4, 16],
      [0, 0, 9, 2.4],
      [0, 6.8, 8, 2.4],
      [0, 13.6, 9, 2.4],
    ],
    T: [
      [3.8, 0, 2.4, 16],
      [0, 13.6, 10, 2.4],
    ],
    H: [
      [0, 0, 2.4, 16],
      [7, 0, 2.4, 16],
      [0, 6.8, 9, 2.4],
    ],
    L: [
      [0, 0, 2.4, 16],
      [0, 0, 9, 2.4],
    ],
  };
  return [...'ETHLE'].flatMap((letter, index) =>
    bars[letter]!.flatMap(([x, y, width, depth]) => moved(box(width, depth, height), [index * 13 + x, y, 0])),
  );
}

/** Points of an arc in the plane of radius and height, from the floor up or from the top down. */
const arc = (radius: number, steps: number, isDown = false): Point2[] => {
  const points = Array.from({ length: steps + 1 }, (_, step): Point2 => {
    const angle = (Math.PI / 2) * (step / steps);
    return [step === steps ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return isDown ? points.toReversed() : points;
};

/** Bodies of other kinds that were tried afterwards. */
export const laterBodies: Record<string, () => Soup> = {
  // A wall of two lines: what is thinner than the walls on both sides is full.
  'thin vase': () =>
    revolve([
      [0, 0],
      [22, 0],
      [34, 60],
      [24, 120],
      [23.1, 120],
      [33.1, 60],
      [21.1, 1.2],
      [0, 1.2],
    ]),
  'tall thin tower': () => raise(rectangle(14, 14), 140, [rectangle(10, 10, [2, 2]).toReversed()]),
  'box with lid': () => [
    ...raise(rectangle(60, 40), 25, [rectangle(56, 36, [2, 2]).toReversed()]),
    ...box(60, 40, 2),
    ...moved([...box(60, 40, 2), ...moved(box(55.6, 35.6, 3), [2.2, 2.2, 2])], [70, 0, 0]),
  ],
  'text plate': () => [...box(70, 24, 2.4), ...moved(letters(1.2), [3, 4, 2.2])],
  'hollow dome': () => revolve([...arc(30, 24), ...arc(27, 24, true)]),
  'gear with holes': () =>
    raise(gear(36, 27, 30), 6, [
      hole(4),
      ...Array.from({ length: 6 }, (_, index) => {
        const angle = (Math.PI / 3) * index;
        return hole(5.5, [16 * Math.cos(angle), 16 * Math.sin(angle)]);
      }),
    ]),
  bolt: () => [...raise(circle(9, [0, 0], 6), 6), ...moved(threaded(5, 0.8, 1.5, 36), [0, 0, 5.8])],
  lattice: () => {
    const bars = [0, 10, 20, 30, 40];
    return bars.flatMap((a) =>
      bars.flatMap((b) => [
        ...moved(box(43, 3, 3), [0, a, b]),
        ...moved(box(3, 43, 3), [a, 0, b]),
        ...moved(box(3, 3, 43), [a, b, 0]),
      ]),
    );
  },
};
