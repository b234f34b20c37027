import earcut from 'earcut';
import type { Ring, Vec2 } from './mesh.ts';

/**
 * Triangulates one outline with holes into counter-clockwise index triples over the concatenated points. Earcut drops
 * collinear points, which would leave open edges in a solid, so those are put back by splitting the adjacent triangle.
 */
export function triangulate(rings: Ring[]): number[] {
  const points: Vec2[] = rings.flat();
  const holes: number[] = [];
  let at = 0;
  for (const ring of rings) {
    if (at > 0) holes.push(at);
    at += ring.length;
  }
  const triangles = earcut(points.flat(), holes, 2);
  const cross = (a: number, b: number, c: number): number => {
    const [ax, ay] = points[a] as Vec2;
    const [bx, by] = points[b] as Vec2;
    const [cx, cy] = points[c] as Vec2;
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  };
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    area += cross(triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0);
  }
  if (area < 0) triangles.reverse();
  return putBackSkippedPoints(points, triangles, rings);
}

function putBackSkippedPoints(points: Vec2[], triangles: number[], rings: Ring[]): number[] {
  const size = points.length;
  const outline = new Set<number>();
  let base = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const a = base + i;
      const b = base + ((i + 1) % ring.length);
      outline.add(a * size + b);
      outline.add(b * size + a);
    }
    base += ring.length;
  }
  for (let round = 0; round < 8; round++) {
    const edges = new Set<number>();
    for (let i = 0; i < triangles.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        edges.add((triangles[i + k] ?? 0) * size + (triangles[i + ((k + 1) % 3)] ?? 0));
      }
    }
    const next: number[] = [];
    let changed = false;
    for (let i = 0; i < triangles.length; i += 3) {
      let split = false;
      for (let k = 0; k < 3 && !split; k++) {
        const a = triangles[i + k] ?? 0;
        const b = triangles[i + ((k + 1) % 3)] ?? 0;
        const c = triangles[i + ((k + 2) % 3)] ?? 0;
        if (edges.has(b * size + a) || outline.has(a * size + b)) continue;
        const between = pointsOnSegment(points, a, b);
        if (between.length === 0) continue;
        let from = a;
        for (const middle of [...between, b]) {
          next.push(from, middle, c);
          from = middle;
        }
        split = true;
        changed = true;
      }
      if (!split) next.push(triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0);
    }
    triangles = next;
    if (!changed) break;
  }
  return triangles;
}

function pointsOnSegment(points: Vec2[], a: number, b: number): number[] {
  const [ax, ay] = points[a] as Vec2;
  const [bx, by] = points[b] as Vec2;
  const length = Math.hypot(bx - ax, by - ay);
  const found: { index: number; t: number }[] = [];
  points.forEach(([x, y], index) => {
    if (index === a || index === b) return;
    const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (length * length);
    if (t <= 1e-9 || t >= 1 - 1e-9) return;
    const distance = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
    if (distance < 1e-7) found.push({ index, t });
  });
  return found.toSorted((p, q) => p.t - q.t).map((p) => p.index);
}
