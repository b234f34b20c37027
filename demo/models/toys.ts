import { gearRing } from '../mesh/gears.ts';
import { join, type Mesh, mirrorX, move, type Ring, turn, type Vec2 } from '../mesh/mesh.ts';
import { circle, inset, roundedRectangle, softened, star } from '../mesh/rings.ts';
import { block, cylinder, extrude, layered, revolve, sphere, tube } from '../mesh/solids.ts';

const arc = (inner: number, outer: number, from: number, to: number, steps: number): Ring => {
  const ring: Ring = [];
  for (let i = 0; i <= steps; i++) {
    const a = from + ((to - from) * i) / steps;
    ring.push([outer * Math.cos(a), outer * Math.sin(a)]);
  }
  for (let i = steps; i >= 0; i--) {
    const a = from + ((to - from) * i) / steps;
    ring.push([inner * Math.cos(a), inner * Math.sin(a)]);
  }
  return ring;
};

/** Round tower to drop dice into: open at the top, with an arch at the foot. */
export function diceTower(): Mesh {
  const r = 34;
  const gate = 0.62;
  const south = -Math.PI / 2;
  const plinth = circle(40, 96);
  const wall = [circle(r, 96), circle(r - 4, 96)];
  const open = arc(r - 3.8, r - 0.2, south + gate, south + Math.PI * 2 - gate, 80);
  const merlons = Array.from({ length: 10 }, (_, i) => {
    const a = (i / 10) * Math.PI * 2;
    return arc(r - 1.8, r + 3.2, a, a + 0.36, 8);
  });
  const belt = [circle(r + 1.4, 96), wall[1] as Ring];
  const crown = [circle(r + 3.6, 96), circle(r - 2.2, 96)];
  const tower = layered([
    { from: 0, to: 4, rings: [plinth] },
    { from: 4, to: 38, rings: [open] },
    { from: 38, to: 44, rings: belt },
    { from: 44, to: 104, rings: wall },
    { from: 104, to: 108, rings: belt },
    { from: 108, to: 118, rings: crown },
    { from: 118, to: 128, rings: merlons },
  ]);
  const ramp = (z: number, degrees: number): Mesh =>
    turn(move(turn(extrude([roundedRectangle(50, 30, 3)], 0, 3), 'x', 34), 0, 12, z), 'z', degrees);
  const windows = [40, 140, 250, 320].map((degrees, i) => {
    const frame: Ring = [];
    for (let k = 0; k <= 12; k++) {
      const a = (k / 12) * Math.PI;
      frame.push([5 * Math.cos(a), 8 + 5 * Math.sin(a)]);
    }
    frame.push([-5, -6], [5, -6]);
    const pane = extrude([frame, inset(frame, 1.6)], 0, 2);
    return turn(move(turn(pane, 'x', 90), 0, -r + 0.6, 68 + (i % 2) * 14), 'z', degrees);
  });
  const apron = layered([
    { from: 0, to: 3, rings: [roundedRectangle(74, 58, 8, 0, -60)] },
    {
      from: 3,
      to: 14,
      rings: [roundedRectangle(73.6, 57.6, 8, 0, -60), roundedRectangle(67, 51, 6, 0, -60)],
    },
  ]);
  return join(tower, ramp(84, 180), ramp(52, 0), ...windows, move(apron, 0, -10));
}

export const die = (size: number): Mesh => {
  const pips: Mesh[] = [];
  const pip = (x: number, y: number): Mesh =>
    move(cylinder(size * 0.085, 0.5, 20), x * size * 0.26, y * size * 0.26, size / 2 - 0.1);
  const faces: [number[][], 'x' | 'y', number][] = [
    [[[0, 0]], 'x', 0],
    [
      [
        [-1, -1],
        [1, 1],
        [0, 0],
      ],
      'x',
      90,
    ],
    [
      [
        [-1, -1],
        [1, 1],
        [-1, 1],
        [1, -1],
        [0, 0],
      ],
      'y',
      90,
    ],
  ];
  for (const [spots, axis, degrees] of faces) {
    for (const [x, y] of spots) pips.push(turn(pip(x ?? 0, y ?? 0), axis, degrees));
  }
  return join(move(block(size, size, size, size * 0.2, size * 0.12), 0, 0, -size / 2), ...pips);
};

export type RobotPart = { mesh: Mesh; role: 'body' | 'joint' | 'face' | 'eye' };

export function robot(): RobotPart[] {
  const parts: RobotPart[] = [];
  const add = (role: RobotPart['role'], mesh: Mesh): void => {
    parts.push({ role, mesh });
  };
  for (const side of [-1, 1]) {
    const put = (mesh: Mesh): Mesh => (side < 0 ? mirrorX(mesh) : mesh);
    add('joint', put(move(block(17, 26, 9, 5, 1.6), 12, -3)));
    add('body', put(move(block(13, 14, 17, 4, 1.4), 12, 0, 8)));
    add('joint', put(move(turn(cylinder(5.4, 15, 40), 'y', 90), 4.5, 0, 27)));
    add('joint', put(move(turn(cylinder(6.4, 8, 40), 'y', 90), 24, 0, 57)));
    add('body', put(move(block(11, 13, 22, 4, 1.4), 35, 0, 36)));
    add('joint', put(move(sphere(7.4, 32, 16), 35, 0, 33)));
    add('joint', put(move(turn(tube(3.2, 1.6, 6, 28), 'y', 90), 20.5, 0, 84)));
  }
  add('body', move(block(50, 34, 38, 9, 2.4), 0, 0, 28));
  add('joint', move(cylinder(8, 6, 40), 0, 0, 65));
  add('body', move(block(42, 34, 30, 10, 3), 0, 0, 70));
  add('face', move(turn(extrude([roundedRectangle(32, 18, 6)], 0, 1.6), 'x', 90), 0, -16.2, 86));
  for (const x of [-7.5, 7.5]) {
    add('eye', move(turn(cylinder(3.6, 1.4, 32), 'x', 90), x, -17.4, 86));
  }
  add(
    'eye',
    move(turn(extrude([gearRing({ module: 1.1, teeth: 14, play: 0.1 })], 0, 2.4), 'x', 90), 0, -16, 48),
  );
  add('joint', move(cylinder(1.2, 14, 20), 0, 0, 99));
  add('eye', move(sphere(3.4, 28, 14), 0, 0, 114));
  return parts;
}

export function cutter(shape: Ring, height = 16, flange = inset(shape, -4)): Mesh {
  const inner = shape;
  const blade = inset(shape, -1);
  return layered([
    { from: 0, to: 2.4, rings: [flange, inner] },
    { from: 2.4, to: height, rings: [blade, inner] },
  ]);
}

export const starCookie = (): Ring => softened(star(5, 32, 16), 6, 6);

export const gearCookie = (): Ring => {
  const ring: Ring = [];
  for (let i = 0; i < 10; i++) {
    const a = (i / 10) * Math.PI * 2;
    for (const [r, d] of [
      [22, -0.26],
      [30, -0.17],
      [30, 0.17],
      [22, 0.26],
    ] as Vec2[]) {
      ring.push([r * Math.cos(a + d), r * Math.sin(a + d)]);
    }
  }
  return softened(ring, 2, 4);
};

export const heartCookie = (): Ring =>
  softened(
    [
      [0, -30],
      [30, 0],
      [32, 16],
      [20, 28],
      [6, 26],
      [0, 18],
      [-6, 26],
      [-20, 28],
      [-32, 16],
      [-30, 0],
    ],
    6,
    6,
  );

export const grown = (ring: Ring, factor: number): Ring => ring.map(([x, y]) => [x * factor, y * factor]);

export const houseCookie = (): Ring =>
  softened(
    [
      [-24, -26],
      [24, -26],
      [24, 4],
      [32, 4],
      [0, 32],
      [-32, 4],
      [-24, 4],
    ],
    4,
    5,
  );

const pawnProfile = (scale: number): Ring =>
  (
    [
      [0, 0],
      [14, 0],
      [14.6, 2],
      [13.6, 5],
      [11, 7],
      [10.4, 9],
      [7.4, 12],
      [5.4, 20],
      [4.8, 27],
      [8, 29],
      [8.2, 30.4],
      [4.6, 32],
      [6.2, 34.4],
      [7.4, 37.6],
      [7.4, 40],
      [6.2, 43.4],
      [3.4, 45.8],
      [0, 46.6],
    ] as Vec2[]
  ).map(([r, z]) => [r * scale, z * scale]);

export const pawn = (scale = 1): Mesh => revolve(pawnProfile(scale), 64);

export function rook(scale = 1): Mesh {
  const body = revolve(
    (
      [
        [0, 0],
        [16, 0],
        [16.6, 2.4],
        [15.4, 6],
        [12.4, 8],
        [11.6, 10.4],
        [8.6, 15],
        [7.6, 32],
        [10.6, 36],
        [11.6, 38],
        [11.6, 46],
        [7.6, 46],
        [7.6, 42],
        [0, 42],
      ] as Vec2[]
    ).map(([r, z]) => [r * scale, z * scale]),
    64,
  );
  const teeth = Array.from({ length: 6 }, (_, i) => {
    const a = (i / 6) * Math.PI * 2;
    return extrude([arc(7.8 * scale, 11.4 * scale, a, a + 0.62, 8)], 45.4 * scale, 50.5 * scale);
  });
  return join(body, ...teeth);
}

export const spinningTop = (): Mesh =>
  revolve(
    [
      [0, 0],
      [2, 2.4],
      [6, 9],
      [21, 16],
      [24, 19],
      [24, 22],
      [20, 25],
      [6, 28],
      [3.2, 32],
      [2.6, 48],
      [3.4, 51],
      [2.4, 53],
      [0, 53.4],
    ],
    80,
  );

/** Letters and links: a chain that prints in one go. */
export const link = (): Mesh =>
  extrude([roundedRectangle(26, 15, 7.5), roundedRectangle(18, 7, 3.5)], 0, 4.4);
