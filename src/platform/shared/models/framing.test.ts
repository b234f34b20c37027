import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fit, fitDistance, outline, zoomedDistance } from './framing.ts';
import { readStl } from './stl.ts';
import { binaryStl, sphere } from './testing.ts';

const halfAngle = (35 * Math.PI) / 360;

/** Corners of a box around a centre. */
function corners([x, y, z]: readonly number[], [mx, my, mz] = [0, 0, 0]): number[] {
  return [-1, 1].flatMap((a) =>
    [-1, 1].flatMap((b) => [-1, 1].flatMap((c) => [mx + (a * x!) / 2, my + (b * y!) / 2, mz + (c * z!) / 2])),
  );
}

/** Distance of each point from the centre of the picture, where 1 is its edge. */
function placed(points: number[], azimuth: number, polar: number, aspect: number, distance: number) {
  const [sa, ca, sp, cp] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(polar), Math.cos(polar)];
  return Array.from({ length: points.length / 3 }, (_, at) => {
    const [x, y, z] = points.slice(at * 3) as [number, number, number];
    const depth = distance - (x * ca * sp + y * sa * sp + z * cp);
    const reach = depth * Math.tan(halfAngle);
    return {
      aside: Math.abs(y * ca - x * sa) / reach / aspect,
      above: Math.abs(z * sp - (x * ca + y * sa) * cp) / reach,
      depth,
    };
  });
}

/** Same with sign, as tangents of the angles. */
function tangents(
  points: number[],
  { azimuth, polar }: { azimuth: number; polar: number },
  distance: number,
) {
  const [sa, ca, sp, cp] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(polar), Math.cos(polar)];
  const each = Array.from({ length: points.length / 3 }, (_, at) => {
    const [x, y, z] = points.slice(at * 3) as [number, number, number];
    const depth = distance - (x * ca * sp + y * sa * sp + z * cp);
    return [(y * ca - x * sa) / depth, (z * sp - (x * ca + y * sa) * cp) / depth] as const;
  });
  return { asides: each.map(([aside]) => aside), aboves: each.map(([, above]) => above) };
}

const size = fc.double({ min: 0.1, max: 500, noNaN: true });
test('any box is completely visible from any direction and fills the picture', () => {
  fc.assert(
    fc.property(
      fc.tuple(size, size, size),
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.double({ min: 0.001, max: Math.PI - 0.001, noNaN: true }),
      fc.double({ min: 0.5, max: 2.5, noNaN: true }),
      (sides, azimuth, polar, aspect) => {
        const distance = fitDistance(corners(sides), [0, 0, 0], { azimuth, polar }, { halfAngle, aspect });
        const points = placed(corners(sides), azimuth, polar, aspect, distance);
        const largest = Math.max(...points.flatMap(({ aside, above }) => [aside, above]));
        expect(Math.min(...points.map(({ depth }) => depth))).toBeGreaterThan(0);
        expect(largest).toBeLessThanOrEqual(1);
        expect(largest).toBeGreaterThan(0.9);
      },
    ),
  );
});

test('a model that is closer on one side has equal margins', () => {
  const direction = { azimuth: -0.7, polar: 1.1 };
  const plate = corners([160, 3, 40]);
  const lens = { halfAngle, aspect: 16 / 9 };
  const { distance, center } = fit(plate, [0, 0, 0], direction, lens);
  expect(distance).toBeLessThan(fitDistance(plate, [0, 0, 0], direction, lens));
  const moved = plate.map((place, index) => place - center[index % 3]!);
  const { asides, aboves } = tangents(moved, direction, distance);
  expect(Math.max(...asides) + Math.min(...asides)).toBeCloseTo(0, 2);
  expect(Math.max(...aboves) + Math.min(...aboves)).toBeCloseTo(0, 2);
});

test('the outline of a model gives the same distance as the model itself', () => {
  const { positions } = readStl(binaryStl(sphere(10, 60)));
  const spike = Float32Array.from([...positions, 0, 0, 40]);
  const outermost = outline(spike);
  expect(outermost.length / 3).toBeLessThan(140);
  fc.assert(
    fc.property(
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.double({ min: 0.001, max: Math.PI - 0.001, noNaN: true }),
      (azimuth, polar) => {
        const distanceTo = (points: ArrayLike<number>) =>
          fitDistance(points, [0, 0, 0], { azimuth, polar }, { halfAngle, aspect: 1.5 });
        expect(distanceTo(outermost) / distanceTo(spike)).toBeGreaterThan(0.97);
      },
    ),
  );
  expect(outline([])).toEqual([]);
});

test('a wide plate fills the width of a wide picture', () => {
  const front = { azimuth: -Math.PI / 2, polar: Math.PI / 2 };
  const plate = corners([160, 2, 40], [10, 20, 30]);
  const distance = fitDistance(plate, [10, 20, 30], front, { halfAngle, aspect: 16 / 9 });
  const [{ aside } = { aside: 0 }] = placed(
    corners([160, 2, 40]),
    front.azimuth,
    front.polar,
    16 / 9,
    distance,
  ).toSorted((a, b) => b.aside - a.aside);
  expect(aside).toBeCloseTo(1 / 1.06, 1);
});

test('zooming stops where nothing more could be seen', () => {
  let distance = 100;
  for (let times = 0; times < 100; times += 1) distance = zoomedDistance(distance, 0.8, 100);
  expect(distance).toBe(200);
  for (let times = 0; times < 100; times += 1) distance = zoomedDistance(distance, 1.25, 100);
  expect(distance).toBe(5);
  expect(zoomedDistance(100, 1.25, 100)).toBe(80);
});
