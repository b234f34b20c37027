/** View direction: the angle around the model, and the one from straight above, as in the viewer. */
export type Direction = { azimuth: number; polar: number };
/** Field of view of a camera: half of its vertical angle, and its aspect ratio. */
export type Lens = { halfAngle: number; aspect: number };

const directions = 128;
/**
 * Maximum number of corners that are searched, in addition to the extreme ones: more would delay the page and change
 * nothing visible.
 */
const maxCorners = 60_000;

/** Returns the extreme corners in all directions: if these are visible, the whole model is. */
export function outline(positions: ArrayLike<number>): number[] {
  const corners: number[] = [];
  const outermost = [0, 0, 0, 0, 0, 0];
  const count = Math.floor(positions.length / 3);
  const stride = Math.ceil(count / maxCorners);
  for (let corner = 0; corner < count; corner += 1) {
    if (corner % stride === 0) corners.push(corner);
    for (const axis of [0, 1, 2]) {
      const place = positions[corner * 3 + axis]!;
      if (place < positions[outermost[axis]! * 3 + axis]!) outermost[axis] = corner;
      if (place > positions[outermost[axis + 3]! * 3 + axis]!) outermost[axis + 3] = corner;
    }
  }
  const found = new Set(count > 0 ? outermost : []);
  for (let index = 0; index < directions; index += 1) {
    // Evenly distributed on a sphere: https://en.wikipedia.org/wiki/Fibonacci_sphere
    const z = 1 - (2 * index + 1) / directions;
    const turn = index * Math.PI * (3 - Math.sqrt(5));
    const x = Math.cos(turn) * Math.sqrt(1 - z * z);
    const y = Math.sin(turn) * Math.sqrt(1 - z * z);
    let farthestOut = -Infinity;
    let farthestCorner = -1;
    for (const corner of corners) {
      const at = corner * 3;
      const out = positions[at]! * x + positions[at + 1]! * y + positions[at + 2]! * z;
      if (out > farthestOut) [farthestOut, farthestCorner] = [out, corner];
    }
    if (farthestCorner >= 0) found.add(farthestCorner);
  }
  return [...found].flatMap((corner) => [0, 1, 2].map((axis) => positions[corner * 3 + axis]!));
}

/** Margin around the model. */
const air = 1.06;

type Point = readonly [number, number, number];

/** Yields each point's offset from the centre in camera axes: right, up and towards the camera. */
function* seenFrom(points: ArrayLike<number>, [middleX, middleY, middleZ]: Point, direction: Direction) {
  const { azimuth, polar } = direction;
  const [sinA, cosA, sinP, cosP] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(polar), Math.cos(polar)];
  for (let at = 0; at + 2 < points.length; at += 3) {
    const x = points[at]! - middleX;
    const y = points[at + 1]! - middleY;
    const z = points[at + 2]! - middleZ;
    const flat = cosA * x + sinA * y;
    yield { aside: cosA * y - sinA * x, above: z * sinP - flat * cosP, nearer: flat * sinP + z * cosP };
  }
}

/**
 * Returns the camera distance at which a model, given by its {@link outline}, fills the picture in height or width,
 * looking at `middle`.
 */
export function fitDistance(
  points: ArrayLike<number>,
  middle: Point,
  direction: Direction,
  { halfAngle, aspect }: Lens,
): number {
  const perHeight = air / Math.tan(halfAngle);
  const perWidth = perHeight / aspect;
  let distance = 0;
  for (const { aside, above, nearer } of seenFrom(points, middle, direction))
    distance = Math.max(distance, nearer + Math.max(Math.abs(aside) * perWidth, Math.abs(above) * perHeight));
  return distance;
}

/** Same, but the camera may look past the middle of the model, so that the margins on both sides are equal. */
export function fit(
  points: ArrayLike<number>,
  middle: Point,
  direction: Direction,
  lens: Lens,
): { distance: number; center: Point } {
  const { azimuth, polar } = direction;
  const [sinA, cosA, sinP, cosP] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(polar), Math.cos(polar)];
  let center = middle;
  let distance = fitDistance(points, center, direction, lens);
  // Perspective enlarges near points, so the centre is found by iteration.
  for (let times = 0; times < 6; times += 1) {
    const asides: number[] = [];
    const aboves: number[] = [];
    for (const { aside, above, nearer } of seenFrom(points, center, direction)) {
      asides.push(aside / (distance - nearer));
      aboves.push(above / (distance - nearer));
    }
    if (asides.length === 0) break;
    const right = ((Math.min(...asides) + Math.max(...asides)) / 2) * distance;
    const up = ((Math.min(...aboves) + Math.max(...aboves)) / 2) * distance;
    center = [
      center[0] - sinA * right - cosA * cosP * up,
      center[1] + cosA * right - sinA * cosP * up,
      center[2] + sinP * up,
    ];
    distance = fitDistance(points, center, direction, lens);
  }
  return { distance, center };
}

const nearest = 1 / 20;
const farthest = 2;

/** Distance after zooming, limited from close enough to see a detail to the model at half size. */
export function zoomedDistance(distance: number, factor: number, fitting: number): number {
  return Math.min(fitting * farthest, Math.max(fitting * nearest, distance / factor));
}
