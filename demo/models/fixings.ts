import { join, type Mesh, move, type Ring, turn, type Vec2 } from '../mesh/mesh.ts';
import { circle, hexagon, roundedRectangle, slot, softened } from '../mesh/rings.ts';
import {
  bevelled,
  cylinder,
  extrude,
  layered,
  loft,
  revolve,
  type SectionMap,
  sweep,
  tube,
} from '../mesh/solids.ts';

const countersunk = (x: number, y: number): [Ring, Ring] => [circle(2.1, 28, x, y), circle(4.2, 28, x, y)];

/** One leaf of a hinge, with its knuckles along the x axis. `first` is their start. */
export function hingeLeaf(first: 0 | 1, knuckles = 5, length = 60): Mesh {
  const seeds: [number, number][] = [
    [-20, 15],
    [20, 15],
    [0, 24],
  ];
  const screws = seeds.map(([x, y]) => countersunk(x, y));
  const plate: Ring = softened(
    [
      [-30, 5.2],
      [30, 5.2],
      [30, 32],
      [-30, 32],
    ],
    5,
  );
  const leaf = layered([
    { from: 0, to: 1.8, rings: [plate, ...screws.map(([small]) => small)] },
    { from: 1.8, to: 4, rings: [plate, ...screws.map(([, wide]) => wide)] },
  ]);
  const step = length / knuckles;
  const parts: Mesh[] = [leaf];
  for (let i = first; i < knuckles; i += 2) {
    const barrel = turn(tube(5, 2.15, step - 0.5, 40), 'y', 90);
    const x = -length / 2 + i * step + 0.25;
    parts.push(move(barrel, x, 0, 5));
    parts.push(
      move(
        extrude(
          [
            softened(
              [
                [0.2, 3.2],
                [step - 0.7, 3.2],
                [step - 0.7, 8],
                [0.2, 8],
              ],
              0.3,
              1,
            ),
          ],
          0.3,
          3.7,
        ),
        x,
        0,
      ),
    );
  }
  return join(...parts);
}

export const hingePin = (length = 62): Mesh =>
  join(
    cylinder(2, length, 32),
    revolve(
      [
        [0, -3],
        [3.6, -3],
        [4.4, -2],
        [4.4, 0.2],
        [0, 0.2],
      ],
      40,
    ),
  );

export function shelfBracket(): Mesh {
  const plate = (length: number): Mesh => {
    const outline = softened(
      [
        [-14, 0],
        [14, 0],
        [14, length],
        [-14, length],
      ],
      4,
    );
    const holes = [0.32, 0.78].map((share) => countersunk(0, length * share));
    return layered([
      { from: 0, to: 2.6, rings: [outline, ...holes.map(([small]) => small)] },
      { from: 2.6, to: 5, rings: [outline, ...holes.map(([, wide]) => wide)] },
    ]);
  };
  const web: Ring = softened(
    [
      [1, 1],
      [74, 1],
      [70, 8],
      [8, 96],
      [1, 100],
    ],
    3,
  );
  const opening: Ring = softened(
    [
      [13, 12],
      [50, 12],
      [13, 66],
    ],
    5,
  );
  const gusset = turn(turn(extrude([web, opening], -3, 3), 'x', 90), 'z', 90);
  const foot = plate(78);
  const back = move(turn(plate(104), 'x', 90), 0, 5.06, 0.06);
  return join(gusset, foot, back);
}

/** Thread ridge around a rod. The radius is a function of height and angle, so the surface closes. */
export function threadedRod(diameter: number, pitch: number, length: number, taper = 1): Mesh {
  const steps = Math.ceil((length / pitch) * 8);
  const depth = pitch * 0.61;
  return loft(
    [circle(1, 40)],
    Array.from({ length: steps + 1 }, (_, s): SectionMap => {
      const z = (s / steps) * length;
      return ([x, y]) => {
        const turnShare = Math.atan2(y, x) / (Math.PI * 2);
        const phase = (((z / pitch - turnShare) % 1) + 1) % 1;
        const ridge = Math.max(0, Math.min(1, 1.25 - Math.abs(phase - 0.5) * 2.6));
        const end = Math.min(1, z / (pitch * taper));
        const r = diameter / 2 - depth + depth * ridge * end;
        return [x * r, y * r, z];
      };
    }),
  );
}

export function hexBolt(diameter: number, pitch: number, length: number): Mesh {
  const head = bevelled([hexagon(diameter * 1.7)], [hexagon(diameter * 1.6)], 0, diameter * 0.7, 0.5);
  return join(head, move(turn(threadedRod(diameter - 0.3, pitch, length), 'x', 180), 0, 0, 0.4));
}

export function hexNut(diameter: number, pitch: number): Mesh {
  const height = diameter * 0.85;
  const steps = Math.ceil((height / pitch) * 8);
  return loft(
    [hexagon(diameter * 1.7), circle(1, 40)],
    Array.from({ length: steps + 1 }, (_, s): SectionMap => {
      const z = (s / steps) * height;
      return ([x, y], ring) => {
        if (ring === 0) return [x, y, z];
        const share = Math.atan2(y, x) / (Math.PI * 2);
        const phase = (((z / pitch - share) % 1) + 1) % 1;
        const ridge = Math.max(0, Math.min(1, 1.25 - Math.abs(phase - 0.5) * 2.6));
        const r = diameter / 2 + 0.15 - pitch * 0.61 * (1 - ridge);
        return [x * r, y * r, z];
      };
    }),
  );
}

export function thumbKnob(lobes: number, radius: number): Mesh {
  const wave = (grow: number): Ring =>
    Array.from({ length: lobes * 14 }, (_, i): Vec2 => {
      const a = (i / (lobes * 14)) * Math.PI * 2;
      const r = radius + grow + radius * 0.11 * Math.cos(a * lobes);
      return [r * Math.cos(a), r * Math.sin(a)];
    });
  const grip = bevelled([wave(0), hexagon(13.2)], [wave(-1.2), hexagon(13.2)], 0, 11, 1.2);
  const collar = layered([{ from: 10.6, to: 16, rings: [circle(radius * 0.5, 60), circle(4.2, 40)] }]);
  return join(grip, collar);
}

export function spring(radius: number, wire: number, turns: number, height: number): Mesh {
  const steps = turns * 36;
  return sweep(
    Array.from({ length: steps + 1 }, (_, i) => {
      const a = (i / steps) * turns * Math.PI * 2;
      return [radius * Math.cos(a), radius * Math.sin(a), wire + (i / steps) * height] as [
        number,
        number,
        number,
      ];
    }),
    circle(wire, 14),
  );
}

export const washer = (inner: number, outer: number, height: number): Mesh =>
  tube(outer / 2, inner / 2, height, 48);

/** A drilling guide: a fence with a row of bushings. */
export function drillGuide(): Mesh {
  const outline = roundedRectangle(90, 34, 5);
  const holes = [3, 4, 5, 6, 8].map((d, i) => circle(d / 2 + 0.1, 32, -33 + i * 16.5, 3));
  const rims = [3, 4, 5, 6, 8].map((d, i) => circle(d / 2 + 3, 40, -33 + i * 16.5, 3));
  const guide = layered([
    { from: 0, to: 8, rings: [outline, ...holes] },
    { from: 8, to: 16, rings: rims.flatMap((rim, i) => [rim, holes[i] as Ring]) },
  ]);
  const fence = move(extrude([roundedRectangle(90, 6, 2)], -14, 7), 0, -14);
  return join(guide, fence);
}

export function cornerClamp(): { jaw: Mesh; screw: Mesh } {
  const jaw: Ring = softened(
    [
      [0, 0],
      [86, 0],
      [86, 24],
      [24, 24],
      [24, 86],
      [0, 86],
    ],
    3,
  );
  const body = layered([
    { from: 0, to: 5, rings: [jaw, slot(26, 5, 56, 12), slot(26, 5, 12, 56, 90), circle(3, 28, 12, 12)] },
  ]);
  const wallA = extrude(
    [
      softened(
        [
          [1, 1],
          [84, 1],
          [84, 5],
          [1, 5],
        ],
        1,
      ),
    ],
    4,
    22,
  );
  const wallB = extrude(
    [
      softened(
        [
          [1, 4.4],
          [5, 4.4],
          [5, 84],
          [1, 84],
        ],
        1,
      ),
    ],
    4,
    22,
  );
  return {
    jaw: join(body, wallA, wallB),
    screw: join(threadedRod(8, 1.6, 46), move(thumbKnob(6, 12), 0, 0, 44)),
  };
}

/** Foot for a board: a plate with a post under each of its screw holes, which takes an M2.5 self-tapping screw. */
export function boardStand({
  width,
  height,
  mounting,
}: {
  width: number;
  height: number;
  mounting: number;
}): Mesh {
  const [thickness, clearance, post, hole] = [2, 8, 3, 1.05];
  const [x, y] = [width / 2 - mounting, height / 2 - mounting];
  const corners: Vec2[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  const holes = corners.map(([at, up]) => circle(hole, 32, at, up));
  const plate = roundedRectangle(width + 6, height + 6, 4);
  const posts = corners.map(([at, up]) => circle(post, 48, at, up));
  return layered([
    { from: 0, to: thickness, rings: [plate, ...holes] },
    { from: thickness, to: thickness + clearance, rings: [...posts, ...holes] },
  ]);
}
