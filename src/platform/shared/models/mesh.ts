/** Millimetres per unit. */
export const millimetres = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
} as const;
export type Unit = keyof typeof millimetres;
export const units = Object.keys(millimetres) as [Unit, ...Unit[]];

export const modelFormats = ['stl', 'obj', '3mf', 'glb', 'gltf', 'ply', 'amf', 'step'] as const;
export type ModelFormat = (typeof modelFormats)[number];

export function modelFormatOf(name: string): ModelFormat | null {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return modelFormats.find((format) => format === extension) ?? (extension === 'stp' ? 'step' : null);
}

/** Endings of names that are models, for the choice of a file. */
export const modelEndings = [...modelFormats, 'stp'].map((ending) => `.${ending}`);

/** Whether files of this name's format say no unit of their own. */
export function statesNoUnit(name: string): boolean {
  const format = modelFormatOf(name);
  return format === 'stl' || format === 'obj' || format === 'ply';
}

/** Returns true for an archive, which may hold a glTF text with its files. */
export const mayHoldModel = (name: string): boolean => /\.zip$/i.test(name);

/** Reasons why a file cannot be read as a model. */
export const modelProblems = [
  'empty',
  'truncated',
  'header_lies',
  'malformed',
  'not_finite',
  'unsafe_xml',
  'bomb',
  'compressed',
  'outside_files',
  'beam_lattice',
  'slices',
  'volumetric',
  'booleans',
  'displacement',
  'encrypted',
  'unknown_extension',
  'too_large',
  'too_complex',
  'too_slow',
  'failed',
] as const;
export type ModelProblem = (typeof modelProblems)[number];

export class ModelError extends Error {
  readonly problem: ModelProblem;
  constructor(problem: ModelProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Limits of what is read: what a server thread or a tablet can hold. */
export const modelLimits = {
  /** For the file, and for its unpacked content. */
  bytes: 128 * 1024 * 1024,
  triangles: 3_000_000,
  /** References from one object to another, which multiply, and the shapes of each. */
  instances: 100_000,
  /** Objects and named parts in a file: each costs memory, even if empty. */
  parts: 100_000,
  depth: 64,
  /** Per XML element: attributes are looked up by name. */
  attributes: 1000,
} as const;

/** Named range of `count` triangles from `first`. */
export type Part = { name: string; first: number; count: number };

/** Parts of a file that its slicer does not print as they are, and that are left out here. */
export const modelNotes = ['modifiers_left_out', 'supports_left_out', 'negatives_left_out'] as const;
export type ModelNote = (typeof modelNotes)[number];

/** Triangle soup: nine numbers per triangle, three corners counter-clockwise as seen from outside. */
export type Mesh = {
  positions: Float32Array;
  box: Box;
  parts: Part[];
  unit: Unit;
  unitIsGuessed: boolean;
  /** Set if the size leaves open which unit was meant, so that a person has to be asked. */
  unitIsUnclear?: boolean | undefined;
  notes?: ModelNote[] | undefined;
};

export type Box = { min: [number, number, number]; max: [number, number, number] };

/** Collects an unknown number of triangles. */
export class MeshBuilder {
  #positions = new Float32Array(9 * 1024);
  #length = 0;
  #parts: Part[] = [];

  get triangles(): number {
    return this.#length / 9;
  }

  startPart(name: string): void {
    this.#closePart();
    // Drop a part that stayed empty.
    if (this.#parts.at(-1)?.count === 0) this.#parts.pop();
    if (this.#parts.length >= modelLimits.parts) throw new ModelError('too_complex');
    this.#parts.push({ name: name.trim().slice(0, 200), first: this.triangles, count: 0 });
  }

  /** Adds a triangle whose corners start at these three positions of `source`. */
  add(source: ArrayLike<number>, a: number, b: number, c: number): void {
    if (this.#length === this.#positions.length) this.#grow();
    const positions = this.#positions;
    const at = this.#length;
    positions[at] = source[a]!;
    positions[at + 1] = source[a + 1]!;
    positions[at + 2] = source[a + 2]!;
    positions[at + 3] = source[b]!;
    positions[at + 4] = source[b + 1]!;
    positions[at + 5] = source[b + 2]!;
    positions[at + 6] = source[c]!;
    positions[at + 7] = source[c + 1]!;
    positions[at + 8] = source[c + 2]!;
    this.#length += 9;
  }

  finish(unit: Unit, unitIsGuessed: boolean): Mesh {
    this.#closePart();
    return finished(this.#positions.slice(0, this.#length), this.#parts, unit, unitIsGuessed);
  }

  #closePart(): void {
    const last = this.#parts.at(-1);
    if (last) last.count = this.triangles - last.first;
  }

  #grow(): void {
    if (this.triangles >= modelLimits.triangles) throw new ModelError('too_large');
    const most = modelLimits.triangles * 9;
    const larger = new Float32Array(Math.min(most, this.#positions.length * 2));
    larger.set(this.#positions);
    this.#positions = larger;
  }
}

/** Completes a mesh or throws; triangles before the first named part become a part too. */
export function finished(
  positions: Float32Array,
  named: readonly Part[],
  unit: Unit,
  unitIsGuessed: boolean,
): Mesh {
  const triangles = positions.length / 9;
  if (triangles === 0) throw new ModelError('empty');
  const box = boxOf(positions);
  if (!box) throw new ModelError('not_finite');
  const parts = named.filter(({ count }) => count > 0);
  const first = parts[0]?.first ?? triangles;
  if (first > 0) parts.unshift({ name: '', first: 0, count: first });
  return { positions, box, parts, unit, unitIsGuessed };
}

/** Returns null if any coordinate is not finite. */
export function boxOf(positions: Float32Array): Box | null {
  let [minX, minY, minZ] = [Infinity, Infinity, Infinity];
  let [maxX, maxY, maxZ] = [-Infinity, -Infinity, -Infinity];
  let stray = 0;
  for (let index = 0; index < positions.length; index += 3) {
    const x = positions[index]!;
    const y = positions[index + 1]!;
    const z = positions[index + 2]!;
    // NaN and infinities make `sum - sum` NaN, which stays in every sum.
    const sum = x + y + z;
    stray += sum - sum;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return stray === 0 ? { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] } : null;
}
