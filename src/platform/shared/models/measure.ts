import { measureInside, scaleInside, type Inside, type Solid } from './inside.ts';
import { millimetres, type Mesh, type ModelNote, type Unit } from './mesh.ts';
import { scalePrintability, type Printability } from './printability.ts';
import { judgeShells } from './shells.ts';

/** Measured figures of a model, in millimetres regardless of the file's unit. */
export type Figures = {
  unit: Unit;
  /** Set if the file does not state its unit. */
  unitIsGuessed: boolean;
  /** Size along x, y and z. */
  sizeMm: [number, number, number];
  volumeMm3: number;
  areaMm2: number;
  triangles: number;
  /** Number of connected components. */
  shells: number;
  /** Number of named parts in the file; 1 where it names none. */
  parts: number;
  /** Number of edges with a face on one side only. */
  openEdges: number;
  /** Number of faces whose winding is opposite to that of their neighbours, or that face inwards. */
  flippedTriangles: number;
  /** Number of whole bodies that face inwards, and are measured as if they were turned. */
  flippedShells?: number | undefined;
  watertight: boolean;
  /** What weight and time are worked out from; null for an open model, missing in figures of older versions. */
  inside?: Inside | null | undefined;
  /** What a printer meets in it; null for an open model, missing where only `measure` was asked and in older figures. */
  printability?: Printability | null | undefined;
  /** Set if the size leaves open which unit was meant. */
  unitIsUnclear?: boolean | undefined;
  /** Parts of the file that are left out. */
  notes?: ModelNote[] | undefined;
};

/** Corners closer than this share of the diagonal are merged: exporters write the same point with small differences. */
const weldPart = 1e-6;

/** Steps of a float's precision, so that a closed mesh does not look open because of rounding. */
const floatStep = 2e-7;

export function measure(mesh: Mesh): Figures {
  return measureSolid(mesh).figures;
}

/** Measures a model, and returns its faces and which body each belongs to; `solid` is null for an open model. */
export function measureSolid(mesh: Mesh): { figures: Figures; solid: Solid | null; shells: Numbered } {
  const { positions, unit, unitIsGuessed } = mesh;
  const { min, max } = mesh.box;
  const welded = weld(positions, min, max);
  const middle = min.map((least, axis) => (least + max[axis]!) / 2) as Box3;
  const sums = sumUp(positions, welded.ids, middle);
  let edges: Edges | null = null;
  // The table of all edges is built only for meshes that are not closed.
  if (!sums.closed) edges = pairEdges(welded);
  const openEdges = edges?.open ?? 0;
  const turned = edges?.turned ?? null;
  const shells = numberShells(welded);
  const judged = judgeShells(positions, shells, turned, { middle, volume: sums.volume });
  const isTurned = (triangle: number) =>
    (turned?.[triangle] === 1) !== (judged.turns[shells.ofTriangle[triangle]!] === -1);
  let flipped = judged.turnedCount;
  if (turned) {
    flipped = 0;
    for (let triangle = 0; triangle < turned.length; triangle += 1) if (isTurned(triangle)) flipped += 1;
  }
  const mm = millimetres[unit];
  const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
  const boxVolume = size[0] * size[1] * size[2];
  // The computed volume of a flat mesh is only a rounding error.
  const isSolid = judged.volume > boxVolume * 1e-9;
  const watertight = openEdges === 0 && isSolid;
  const flippedShells = judged.turns.reduce((count, turn) => (turn === -1 ? count + 1 : count), 0);
  const solid = watertight
    ? { positions, ids: welded.ids, points: welded.points, min, max, isTurned, ...sums }
    : null;
  const figures: Figures = {
    unit,
    unitIsGuessed,
    sizeMm: [size[0] * mm, size[1] * mm, size[2] * mm],
    volumeMm3: isSolid ? judged.volume * mm ** 3 : 0,
    areaMm2: sums.area * mm ** 2,
    triangles: positions.length / 9,
    shells: shells.count,
    parts: Math.max(1, mesh.parts.length),
    openEdges,
    flippedTriangles: flipped,
    ...(flippedShells > 0 && watertight && { flippedShells }),
    watertight,
    inside: solid && measureInside(solid, mm),
    ...(mesh.unitIsUnclear && { unitIsUnclear: true }),
    ...(mesh.notes && mesh.notes.length > 0 && { notes: mesh.notes }),
  };
  return { figures, solid, shells };
}

/** Rescales the figures if a file without a unit was meant in another one than was guessed. */
export function inUnit(figures: Figures, unit: Unit | undefined): Figures {
  if (unit === undefined || !figures.unitIsGuessed) return figures;
  const times = millimetres[unit] / millimetres[figures.unit];
  const [x, y, z] = figures.sizeMm;
  // The answer of a person.
  const { unitIsUnclear: _unclear, ...known } = figures;
  return {
    ...known,
    unit,
    sizeMm: [x * times, y * times, z * times],
    volumeMm3: figures.volumeMm3 * times ** 3,
    areaMm2: figures.areaMm2 * times ** 2,
    ...(figures.inside && { inside: scaleInside(figures.inside, times) }),
    ...(figures.printability && { printability: scalePrintability(figures.printability, times) }),
  };
}

type Welded = {
  /** Point index of each corner. */
  ids: Int32Array;
  points: number;
  /** Grid cells of all points, packed into two numbers each. */
  cells: Int32Array;
  /** Hash table from cells to point indices plus one, and the shift that reduces a hash to its size. */
  table: Int32Array;
  shift: number;
};

/** Packs a cell's three 20-bit numbers into two of 32 bits. */
const lowKey = (x: number, y: number): number => x | (y << 20);
const highKey = (y: number, z: number): number => (y >>> 12) | (z << 8);

function hashCell(low: number, high: number): number {
  const hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}

const recentBits = 14;

/** Assigns point indices: corners in the same cell of a fine grid are one point. */
function weld(positions: Float32Array, min: Box3, max: Box3): Welded {
  const corners = positions.length / 3;
  const diagonal = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const farthest = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  const step = Math.max(diagonal * weldPart, farthest * floatStep) || 1;
  const perStep = 1 / step;
  // Half a cell of offset, so that values at 0 or at the box's sides fall into the middle of a cell.
  const [offX, offY, offZ] = min.map((least) => 0.5 - least * perStep) as Box3;
  const ids = new Int32Array(corners);
  let shift = 32 - Math.max(8, Math.ceil(Math.log2(corners / 3)));
  // Point indices plus one by cell; the cells themselves are stored per point, so that the table stays small.
  let table = new Int32Array(2 ** (32 - shift));
  let cells = new Int32Array(Math.max(256, corners));
  // Neighbours follow each other closely: a small table that fits the CPU cache answers most look-ups.
  const recent = new Int32Array(1 << recentBits);
  let points = 0;

  for (let corner = 0, from = 0; corner < corners; corner += 1, from += 3) {
    const x = (positions[from]! * perStep + offX) | 0;
    const y = (positions[from + 1]! * perStep + offY) | 0;
    const z = (positions[from + 2]! * perStep + offZ) | 0;
    const low = lowKey(x, y);
    const high = highKey(y, z);
    const hash = hashCell(low, high);
    const near = hash >>> (32 - recentBits);
    let point = recent[near]! - 1;
    if (point >= 0 && cells[point * 2] === low && cells[point * 2 + 1] === high) {
      ids[corner] = point;
      continue;
    }
    let at = hash >>> shift;
    point = table[at]! - 1;
    while (point >= 0 && (cells[point * 2] !== low || cells[point * 2 + 1] !== high)) {
      at = (at + 1) & (table.length - 1);
      point = table[at]! - 1;
    }
    if (point < 0) {
      point = points;
      points += 1;
      if (points * 2 > cells.length) {
        const larger = new Int32Array(cells.length * 2);
        larger.set(cells);
        cells = larger;
      }
      cells[point * 2] = low;
      cells[point * 2 + 1] = high;
      table[at] = points;
      if (points * 4 > table.length * 3) {
        shift -= 1;
        table = tabulatePoints(cells, points, shift);
      }
    }
    ids[corner] = point;
    recent[near] = point + 1;
  }
  return { ids, points, cells, table, shift };
}

function tabulatePoints(cells: Int32Array, points: number, shift: number): Int32Array<ArrayBuffer> {
  const table = new Int32Array(2 ** (32 - shift));
  for (let point = 0; point < points; point += 1) {
    let at = hashCell(cells[point * 2]!, cells[point * 2 + 1]!) >>> shift;
    while (table[at] !== 0) at = (at + 1) & (table.length - 1);
    table[at] = point + 1;
  }
  return table;
}

/** Returns the point in a cell, or -1. */
function findPoint({ cells, table, shift }: Welded, x: number, y: number, z: number): number {
  const low = lowKey(x, y);
  const high = highKey(y, z);
  let at = hashCell(low, high) >>> shift;
  for (let point = table[at]! - 1; point >= 0; point = table[at]! - 1) {
    if (cells[point * 2] === low && cells[point * 2 + 1] === high) return point;
    at = (at + 1) & (table.length - 1);
  }
  return -1;
}

type Box3 = [number, number, number];

/** Hash of an edge, independent of its direction. */
function hashEdge(low: number, high: number, seed: number): number {
  let hash = Math.imul(low + seed, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}

type Sums = {
  /** Signed; relative to the middle, where rounding errors are smallest. */
  volume: number;
  area: number;
  /** Surface of sides, and surface as seen from above and below. */
  upright: number;
  level: number;
  /** Largest distance of a corner from the first one of its triangle. */
  reach: number;
  closed: boolean;
};

/**
 * Computes volume and surfaces, and whether the mesh is closed: in a closed mesh each edge occurs equally often in both
 * directions, so the sums of edge hashes, negated for one direction, are zero. That two sums of 32 bits are zero by
 * chance is practically impossible.
 */
function sumUp(positions: Float32Array, ids: Int32Array, [midX, midY, midZ]: Box3): Sums {
  let volume = 0;
  let area = 0;
  let upright = 0;
  let level = 0;
  let farthest = 0;
  let sum = 0;
  let other = 0;
  for (let corner = 0, from = 0; corner < ids.length; corner += 3, from += 9) {
    const ax = positions[from]! - midX;
    const ay = positions[from + 1]! - midY;
    const az = positions[from + 2]! - midZ;
    const ux = positions[from + 3]! - midX - ax;
    const uy = positions[from + 4]! - midY - ay;
    const uz = positions[from + 5]! - midZ - az;
    const vx = positions[from + 6]! - midX - ax;
    const vy = positions[from + 7]! - midY - ay;
    const vz = positions[from + 8]! - midZ - az;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    volume += ax * nx + ay * ny + az * nz;
    const toSecond = ux * ux + uy * uy + uz * uz;
    const toThird = vx * vx + vy * vy + vz * vz;
    if (toSecond > farthest) farthest = toSecond;
    if (toThird > farthest) farthest = toThird;
    const sideways = nx * nx + ny * ny;
    area += Math.sqrt(sideways + nz * nz);
    upright += Math.sqrt(sideways);
    level += Math.abs(nz);
    const a = ids[corner]!;
    const b = ids[corner + 1]!;
    const c = ids[corner + 2]!;
    if (a === b || b === c || c === a) continue;
    if (a < b) {
      sum = (sum + hashEdge(a, b, 1)) | 0;
      other = (other + hashEdge(a, b, 7)) | 0;
    } else {
      sum = (sum - hashEdge(b, a, 1)) | 0;
      other = (other - hashEdge(b, a, 7)) | 0;
    }
    if (b < c) {
      sum = (sum + hashEdge(b, c, 1)) | 0;
      other = (other + hashEdge(b, c, 7)) | 0;
    } else {
      sum = (sum - hashEdge(c, b, 1)) | 0;
      other = (other - hashEdge(c, b, 7)) | 0;
    }
    if (c < a) {
      sum = (sum + hashEdge(c, a, 1)) | 0;
      other = (other + hashEdge(c, a, 7)) | 0;
    } else {
      sum = (sum - hashEdge(a, c, 1)) | 0;
      other = (other - hashEdge(a, c, 7)) | 0;
    }
  }
  return {
    volume: volume / 6,
    area: area / 2,
    upright: upright / 2,
    level: level / 2,
    reach: Math.sqrt(farthest),
    closed: sum === 0 && other === 0,
  };
}

/** Disjoint sets (union-find). */
class Groups {
  #parents: Int32Array;
  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let index = 0; index < count; index += 1) this.#parents[index] = index;
  }

  find(member: number): number {
    const parents = this.#parents;
    let at = member;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** Returns whether they were separate before. */
  join(a: number, b: number): boolean {
    const one = this.find(a);
    const other = this.find(b);
    if (one === other) return false;
    // The lower index becomes the root: points are in the order of their triangles, so paths stay short.
    if (one < other) this.#parents[other] = one;
    else this.#parents[one] = other;
    return true;
  }
}

function joinPoints({ ids, points }: Welded): { groups: Groups; isOne: boolean } {
  const groups = new Groups(points);
  let joined = 0;
  for (let corner = 0; corner < ids.length; corner += 3) {
    if (groups.join(ids[corner]!, ids[corner + 1]!)) joined += 1;
    if (groups.join(ids[corner]!, ids[corner + 2]!)) joined += 1;
  }
  return { groups, isOne: joined === points - 1 };
}

export type Numbered = { count: number; ofTriangle: Int32Array };

/** Numbers the connected components from 0. */
function numberShells(welded: Welded): Numbered {
  const { groups, isOne } = joinPoints(welded);
  if (isOne) return { count: 1, ofTriangle: new Int32Array(welded.ids.length / 3) };
  const numbers = new Int32Array(welded.points).fill(-1);
  const ofTriangle = new Int32Array(welded.ids.length / 3);
  let count = 0;
  for (let triangle = 0; triangle < ofTriangle.length; triangle += 1) {
    const leader = groups.find(welded.ids[triangle * 3]!);
    if (numbers[leader] === -1) {
      numbers[leader] = count;
      count += 1;
    }
    ofTriangle[triangle] = numbers[leader]!;
  }
  return { count, ofTriangle };
}

/** Returns the connected component of each triangle, numbered from 0. */
export function shellsOf({ positions, box }: Mesh): Numbered {
  return numberShells(weld(positions, box.min, box.max));
}

type Edges = { open: number; turned: Uint8Array | null; turnedCount: number };

/** Pairs the faces at each edge; edges that stay open are stitched once to points in neighbouring cells. */
function pairEdges(welded: Welded): Edges {
  const first = tabulate(welded);
  if (first.open === 0 || !stitch(welded, first.openPoints)) return first;
  return tabulate(welded);
}

function tabulate({ ids, points }: Welded): Edges & { openPoints: Uint8Array } {
  const triangles = ids.length / 3;
  const slots = 1 << Math.ceil(Math.log2(Math.max(16, ids.length)));
  // Slot layout: both points, the first half edge plus one, and the count.
  const table = new Int32Array(slots * 4);
  const turns = new TurnGroups(triangles);
  let anyTurned = false;
  for (let half = 0; half < ids.length; half += 1) {
    const a = ids[half]!;
    const b = ids[half % 3 === 2 ? half - 2 : half + 1]!;
    const c = ids[half % 3 === 0 ? half + 2 : half - 1]!;
    if (a === b || b === c || c === a) continue;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let at = (hashEdge(low, high, 1) & (slots - 1)) * 4;
    while (table[at + 3] !== 0 && (table[at] !== low || table[at + 1] !== high)) {
      at = (at + 4) & (slots * 4 - 1);
    }
    if (table[at + 3] === 0) {
      table[at] = low;
      table[at + 1] = high;
      table[at + 2] = half + 1;
      table[at + 3] = 1;
      continue;
    }
    table[at + 3]! += 1;
    if (table[at + 3] !== 2) continue;
    const before = table[at + 2]! - 1;
    // Two faces with the same orientation run along their shared edge in opposite directions.
    const against = ids[before] === a;
    anyTurned ||= against;
    turns.join(Math.floor(before / 3), Math.floor(half / 3), against ? 1 : 0);
  }
  let open = 0;
  const openPoints = new Uint8Array(points);
  for (let at = 0; at < table.length; at += 4) {
    if (table[at + 3]! % 2 === 0) continue;
    open += 1;
    openPoints[table[at]!] = 1;
    openPoints[table[at + 1]!] = 1;
  }
  const turned = anyTurned ? turns.minority() : null;
  return {
    open,
    openPoints,
    turned,
    turnedCount: turned ? turned.reduce((sum, each) => sum + each, 0) : 0,
  };
}

/** Disjoint sets of triangles that store whether each is oriented opposite to its root. */
class TurnGroups {
  #parents: Int32Array;
  #turned: Uint8Array;
  constructor(count: number) {
    this.#parents = new Int32Array(count);
    for (let index = 0; index < count; index += 1) this.#parents[index] = index;
    this.#turned = new Uint8Array(count);
  }

  /** Returns the root; path compression then links the member to it directly. */
  #find(member: number): number {
    const parents = this.#parents;
    const turned = this.#turned;
    let leader = member;
    let turns = 0;
    while (parents[leader] !== leader) {
      turns ^= turned[leader]!;
      leader = parents[leader]!;
    }
    for (let at = member; at !== leader;) {
      const next = parents[at]!;
      const own = turned[at]!;
      parents[at] = leader;
      turned[at] = turns;
      turns ^= own;
      at = next;
    }
    return leader;
  }

  join(a: number, b: number, turn: number): void {
    const one = this.#find(a);
    const other = this.#find(b);
    if (one === other) return;
    const between = (a === one ? 0 : this.#turned[a]!) ^ (b === other ? 0 : this.#turned[b]!) ^ turn;
    if (one < other) {
      this.#parents[other] = one;
      this.#turned[other] = between;
    } else {
      this.#parents[one] = other;
      this.#turned[one] = between;
    }
  }

  /** Returns in each group the triangles whose orientation differs from the majority. */
  minority(): Uint8Array {
    const count = this.#parents.length;
    const leaders = new Int32Array(count);
    const members = new Int32Array(count);
    const turned = new Int32Array(count);
    const turns = new Uint8Array(count);
    for (let index = 0; index < count; index += 1) {
      const leader = this.#find(index);
      leaders[index] = leader;
      turns[index] = index === leader ? 0 : this.#turned[index]!;
      members[leader]! += 1;
      turned[leader]! += turns[index]!;
    }
    for (let index = 0; index < count; index += 1) {
      const leader = leaders[index]!;
      if (turned[leader]! * 2 > members[leader]!) turns[index]! ^= 1;
    }
    return turns;
  }
}

/** Merges open points in neighbouring cells. Returns whether there were any. */
function stitch(welded: Welded, open: Uint8Array): boolean {
  const { ids, points, cells } = welded;
  const groups = new Groups(points);
  let hasJoined = false;
  for (let point = 0; point < points; point += 1) {
    if (open[point] === 0) continue;
    const low = cells[point * 2]!;
    const high = cells[point * 2 + 1]!;
    const x = low & 0xfffff;
    const y = (low >>> 20) | ((high & 0xff) << 12);
    const z = high >>> 8;
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dz = -1; dz <= 1; dz += 1) {
          const neighbour = findPoint(welded, x + dx, y + dy, z + dz);
          if (neighbour > point && open[neighbour] === 1)
            hasJoined = groups.join(point, neighbour) || hasJoined;
        }
      }
    }
  }
  if (!hasJoined) return false;
  for (let corner = 0; corner < ids.length; corner += 1) ids[corner] = groups.find(ids[corner]!);
  return true;
}
