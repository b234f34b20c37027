import type { Ring, Vec2 } from './mesh.ts';

export function areaOf(ring: Ring): number {
  let twice = 0;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i] as Vec2;
    const b = ring[(i + 1) % ring.length] as Vec2;
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return twice / 2;
}

export const ccw = (ring: Ring): Ring => (areaOf(ring) < 0 ? ring.toReversed() : ring);
export const cw = (ring: Ring): Ring => (areaOf(ring) > 0 ? ring.toReversed() : ring);

export function contains(ring: Ring, [x, y]: Vec2): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i] as Vec2;
    const b = ring[j] as Vec2;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) {
      inside = !inside;
    }
  }
  return inside;
}

export function circle(radius: number, segments = 48, x = 0, y = 0, startDegrees = 0): Ring {
  const ring: Ring = [];
  for (let i = 0; i < segments; i++) {
    const a = (i / segments) * Math.PI * 2 + (startDegrees * Math.PI) / 180;
    ring.push([x + radius * Math.cos(a), y + radius * Math.sin(a)]);
  }
  return ring;
}

export const hexagon = (acrossFlats: number, x = 0, y = 0, startDegrees = 30): Ring =>
  circle(acrossFlats / Math.sqrt(3), 6, x, y, startDegrees);

export function rectangle(width: number, height: number, x = 0, y = 0): Ring {
  const w = width / 2;
  const h = height / 2;
  return [
    [x - w, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
  ];
}

export function roundedRectangle(
  width: number,
  height: number,
  radius: number,
  x = 0,
  y = 0,
  steps = 8,
): Ring {
  const ring: Ring = [];
  const r = Math.min(radius, width / 2 - 0.01, height / 2 - 0.01);
  const corners: Vec2[] = [
    [width / 2 - r, height / 2 - r],
    [r - width / 2, height / 2 - r],
    [r - width / 2, r - height / 2],
    [width / 2 - r, r - height / 2],
  ];
  corners.forEach(([cx, cy], quarter) => {
    for (let i = 0; i <= steps; i++) {
      const a = ((quarter + i / steps) * Math.PI) / 2;
      ring.push([x + cx + r * Math.cos(a), y + cy + r * Math.sin(a)]);
    }
  });
  return ring;
}

export function slot(length: number, width: number, x = 0, y = 0, degrees = 0): Ring {
  const r = width / 2;
  const half = length / 2 - r;
  const ring: Ring = [];
  for (let side = 0; side < 2; side++) {
    for (let i = 0; i <= 10; i++) {
      const a = -Math.PI / 2 + side * Math.PI + (i / 10) * Math.PI;
      ring.push([(side === 0 ? half : -half) + r * Math.cos(a), r * Math.sin(a)]);
    }
  }
  return placed(ring, x, y, degrees);
}

export function placed(ring: Ring, x: number, y: number, degrees = 0): Ring {
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  return ring.map(([px, py]) => [x + px * c - py * s, y + px * s + py * c]);
}

/** Rounds every corner of a polygon with a quadratic curve. */
export function softened(ring: Ring, radius: number, steps = 5): Ring {
  const out: Ring = [];
  for (let i = 0; i < ring.length; i++) {
    const before = ring[(i + ring.length - 1) % ring.length] as Vec2;
    const at = ring[i] as Vec2;
    const after = ring[(i + 1) % ring.length] as Vec2;
    const toward = (to: Vec2): Vec2 => {
      const length = Math.hypot(to[0] - at[0], to[1] - at[1]);
      const t = Math.min(radius / length, 0.45);
      return [at[0] + (to[0] - at[0]) * t, at[1] + (to[1] - at[1]) * t];
    };
    const a = toward(before);
    const b = toward(after);
    for (let k = 0; k <= steps; k++) {
      const t = k / steps;
      out.push([
        (1 - t) * (1 - t) * a[0] + 2 * t * (1 - t) * at[0] + t * t * b[0],
        (1 - t) * (1 - t) * a[1] + 2 * t * (1 - t) * at[1] + t * t * b[1],
      ]);
    }
  }
  return out;
}

/** Band of constant width along an open line: phone stands, hooks, clips. */
export function band(line: Vec2[], width: number): Ring {
  const left: Ring = [];
  const right: Ring = [];
  for (let i = 0; i < line.length; i++) {
    const at = line[i] as Vec2;
    const before = line[i - 1] ?? at;
    const after = line[i + 1] ?? at;
    const d1 = unit([at[0] - before[0], at[1] - before[1]]);
    const d2 = unit([after[0] - at[0], after[1] - at[1]]);
    const d = i === 0 ? d2 : i === line.length - 1 ? d1 : unit([d1[0] + d2[0], d1[1] + d2[1]]);
    const reference = i === 0 ? d2 : d1;
    const miter = 1 / Math.max(0.4, d[0] * reference[0] + d[1] * reference[1]);
    const w = (width / 2) * miter;
    left.push([at[0] - d[1] * w, at[1] + d[0] * w]);
    right.push([at[0] + d[1] * w, at[1] - d[0] * w]);
  }
  return ccw([...right, ...left.toReversed()]);
}

/** Offsets every edge inwards (positive distance) along its normal. */
export function inset(ring: Ring, distance: number): Ring {
  const source = ccw(ring);
  return source.map((at, i) => {
    const before = source[(i + source.length - 1) % source.length] as Vec2;
    const after = source[(i + 1) % source.length] as Vec2;
    const d1 = unit([at[0] - before[0], at[1] - before[1]]);
    const d2 = unit([after[0] - at[0], after[1] - at[1]]);
    const n: Vec2 = unit([-(d1[1] + d2[1]), d1[0] + d2[0]]);
    const cosine = Math.max(0.35, n[0] * -d1[1] + n[1] * d1[0]);
    return [at[0] + (n[0] * distance) / cosine, at[1] + (n[1] * distance) / cosine];
  });
}

function unit([x, y]: Vec2): Vec2 {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

export function star(points: number, outer: number, inner: number): Ring {
  const ring: Ring = [];
  for (let i = 0; i < points * 2; i++) {
    const a = (i / (points * 2)) * Math.PI * 2 + Math.PI / 2;
    const r = i % 2 === 0 ? outer : inner;
    ring.push([r * Math.cos(a), r * Math.sin(a)]);
  }
  return ring;
}
