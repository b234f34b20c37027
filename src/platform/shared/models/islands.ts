import { comparePlaces, type Vector } from './faces.ts';
import type { Solid } from './inside.ts';

/** Models of more layers than this are cut more coarsely. */
const maxLayers = 100_000;

/**
 * Returns the points where parts begin above the bed. The surface is filled from below, layer by layer: what stands alone for more
 * than a layer began at its lowest point. Hollows, whose lowest points look up, begin nothing.
 */
export function islandsOf(solid: Solid, layer: number): Vector[] {
  const { positions, ids, points, min, max } = solid;
  const height = Math.max(layer, (max[2] - min[2]) / maxLayers);
  const layers = Math.floor((max[2] - min[2]) / height) + 1;
  const corners = ids.length;
  const layerOf = new Int32Array(points);
  const heightOf = new Float64Array(points).fill(Infinity);
  const cornerOf = new Int32Array(points);
  for (let corner = 0; corner < corners; corner += 1) {
    const z = positions[corner * 3 + 2]!;
    const point = ids[corner]!;
    if (z >= heightOf[point]!) continue;
    heightOf[point] = z;
    cornerOf[point] = corner;
    layerOf[point] = Math.min(layers - 1, Math.floor((z - min[2]) / height));
  }
  const looks = levelLooks(solid);
  const edges = edgesByLayer(ids, layerOf, layers);
  const groups = new Int32Array(points);
  /** Lowest point of each group, by its root. */
  const lowest = new Int32Array(points);
  for (let point = 0; point < points; point += 1) {
    groups[point] = point;
    lowest[point] = point;
  }
  const find = (member: number): number => {
    let at = member;
    while (groups[at] !== at) {
      groups[at] = groups[groups[at]!]!;
      at = groups[at]!;
    }
    return at;
  };
  const placeOf = (point: number): Vector => {
    const at = cornerOf[point]! * 3;
    return [positions[at]!, positions[at + 1]!, positions[at + 2]!];
  };
  // Place decides between points at one height: the order of the faces says nothing.
  const isLower = (a: number, b: number) =>
    heightOf[a]! < heightOf[b]! || (heightOf[a] === heightOf[b] && comparePlaces(placeOf(a), placeOf(b)) < 0);
  const found: Vector[] = [];
  const note = (point: number, until: number) => {
    const from = layerOf[point]!;
    // The first layers lie on the bed.
    if (from < 2 || until - from < 2 || looks[point]! >= 0) return;
    found.push(placeOf(point));
  };
  for (let current = 0; current < layers; current += 1) {
    const end = edges.starts[current + 1]!;
    for (let at = edges.starts[current]!; at < end; at += 1) {
      const one = find(edges.from[at]!);
      const other = find(edges.to[at]!);
      if (one === other) continue;
      const older = isLower(lowest[one]!, lowest[other]!) ? one : other;
      const younger = older === one ? other : one;
      note(lowest[younger]!, current);
      groups[younger] = older;
    }
  }
  for (let point = 0; point < points; point += 1) {
    if (groups[point] === point) note(lowest[point]!, layers + 1);
  }
  return found;
}

/** Sums up for each point how far the faces around it look up, weighted by area. */
function levelLooks({ positions, ids, points, isTurned }: Solid): Float64Array {
  const looks = new Float64Array(points);
  for (let triangle = 0; triangle < ids.length / 3; triangle += 1) {
    const at = triangle * 9;
    const up =
      (positions[at + 3]! - positions[at]!) * (positions[at + 7]! - positions[at + 1]!) -
      (positions[at + 4]! - positions[at + 1]!) * (positions[at + 6]! - positions[at]!);
    for (let corner = 0; corner < 3; corner += 1) {
      looks[ids[triangle * 3 + corner]!]! += isTurned(triangle) ? -up : up;
    }
  }
  return looks;
}

/** Sorts the edges of all faces by the layer of their upper end. */
function edgesByLayer(ids: Int32Array, layerOf: Int32Array, layers: number) {
  const starts = new Int32Array(layers + 1);
  const upper = (corner: number, next: number) => Math.max(layerOf[ids[corner]!]!, layerOf[ids[next]!]!);
  const nextOf = (corner: number) => (corner % 3 === 2 ? corner - 2 : corner + 1);
  for (let corner = 0; corner < ids.length; corner += 1) starts[upper(corner, nextOf(corner)) + 1]! += 1;
  for (let layer = 0; layer < layers; layer += 1) starts[layer + 1]! += starts[layer]!;
  const at = starts.slice();
  const from = new Int32Array(ids.length);
  const to = new Int32Array(ids.length);
  for (let corner = 0; corner < ids.length; corner += 1) {
    const layer = upper(corner, nextOf(corner));
    const place = at[layer]!;
    at[layer] = place + 1;
    from[place] = ids[corner]!;
    to[place] = ids[nextOf(corner)]!;
  }
  return { starts, from, to };
}
