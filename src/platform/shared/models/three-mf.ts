import {
  millimetres,
  ModelError,
  modelLimits,
  type Mesh,
  type ModelNote,
  type ModelProblem,
  type Unit,
} from './mesh.ts';
import { identity, place, type Assembly, type Matrix } from './placed.ts';
import { readSlicerConfig, type LeftOutRange, type SlicerParts } from './slicer-config.ts';
import { plainPath, unpack } from './unpack.ts';
import { indexOf, localName, numberOf, readXml, Triples } from './xml.ts';

type Package = {
  assemblies: Map<string, Assembly>;
  roots: Assembly['uses'];
  unit: Unit;
  declared: number;
  slicer: SlicerParts;
  notes: Set<ModelNote>;
  /** Content that has no triangles, which explains a file without any. */
  unread: ModelProblem | null;
};

/** Reads 3MF: a ZIP with one XML model, or several that refer to each other. */
export function readThreeMf(bytes: Uint8Array): Mesh {
  const files = unpack(
    bytes,
    (path) => path.endsWith('.model') || path === '_rels/.rels' || isSlicerConfig(path),
  );
  const slicer: SlicerParts = new Map();
  for (const [path, content] of files) if (isSlicerConfig(path)) readSlicerConfig(content, slicer);
  const found: Package = {
    assemblies: new Map(),
    roots: [],
    unit: 'millimeter',
    declared: 0,
    slicer,
    notes: new Set(),
    unread: null,
  };
  const root = findRoot(files);
  const wanted = [root];
  const read = new Set<string>();
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (read.has(path)) continue;
    read.add(path);
    const xml = files.get(path);
    if (!xml) throw new ModelError('malformed');
    for (const other of readModel(xml, path, path === root, found)) wanted.push(other);
  }
  try {
    return { ...place(found.assemblies, found.roots, found.unit), notes: [...found.notes] };
  } catch (error) {
    if (found.unread && error instanceof ModelError && error.problem === 'empty')
      throw new ModelError(found.unread);
    throw error;
  }
}

/** What slicers keep of their parts: PrusaSlicer and SuperSlicer in one file, Bambu Studio and OrcaSlicer in another. */
function isSlicerConfig(path: string): boolean {
  return /^metadata\/[^/]*model(?:_settings)?\.config$/.test(path);
}

function findRoot(files: Map<string, Uint8Array>): string {
  let root = '3d/3dmodel.model';
  const relations = files.get('_rels/.rels');
  if (relations) {
    readXml(relations, {
      open(name, attributes) {
        const { Type: type, Target: target } = attributes;
        if (name === 'Relationship' && type?.endsWith('/3dmodel') && target) root = plainPath(target);
      },
    });
  }
  return root;
}

/** Extensions whose content is no triangles. A file may require them of its readers; these are refused by name. */
const unreadable: [RegExp, ModelProblem][] = [
  [/beamlattice|balls/i, 'beam_lattice'],
  [/\/slice\//i, 'slices'],
  [/volumetric|implicit/i, 'volumetric'],
  [/boolean/i, 'booleans'],
  [/securecontent/i, 'encrypted'],
  [/displacement/i, 'displacement'],
];

/** Extensions that change nothing in the shape, or are read. */
const harmless = /\/(?:core|production|material|materials|trianglesets)\/|slic3r|bambulab|prusa|ultimaker/i;

function assertReadable(attributes: Record<string, string>): void {
  const required =
    Object.entries(attributes).find(([key]) => localName(key) === 'requiredextensions')?.[1] ?? '';
  for (const prefix of required.trim().split(/\s+/)) {
    if (prefix === '') continue;
    const space = attributes[`xmlns:${prefix}`] ?? prefix;
    const known = unreadable.find(([pattern]) => pattern.test(space))?.[1];
    if (known) throw new ModelError(known);
    if (!harmless.test(space)) throw new ModelError('unknown_extension');
  }
}

const contentWithoutFaces: Record<string, ModelProblem> = {
  beamlattice: 'beam_lattice',
  slicestack: 'slices',
  sliceref: 'slices',
  volumedata: 'volumetric',
  levelset: 'volumetric',
  booleanshape: 'booleans',
  displacementmesh: 'displacement',
};

/** Types of objects that are not printed as they are: supports are created again, others are modifiers. */
const notPrinted: Record<string, ModelNote> = {
  support: 'supports_left_out',
  solidsupport: 'supports_left_out',
  other: 'modifiers_left_out',
};

/** Cura marks meshes that are not printed by settings of their objects. */
const curaMarks: Record<string, ModelNote> = {
  infill_mesh: 'modifiers_left_out',
  cutting_mesh: 'modifiers_left_out',
  anti_overhang_mesh: 'supports_left_out',
  support_mesh: 'supports_left_out',
};

/** Reads the objects of one model, and the build items of the root. Returns the paths of other models it refers to. */
function readModel(xml: Uint8Array, path: string, isRoot: boolean, found: Package): Set<string> {
  const others = new Set<string>();
  const noteOfPart = new Map([...found.slicer.values()].flatMap(({ parts }) => [...parts]));
  let assembly: Assembly | null = null;
  let objectId = '';
  /** Name of the Cura setting whose value comes next. */
  let setting = '';
  let points = new Triples(Float32Array);
  let indices = new Triples(Uint32Array);
  let triangle = 0;
  let ranges: readonly LeftOutRange[] = [];
  let range = 0;
  let sawModel = false;
  function referenceOf(attributes: Record<string, string>): Assembly['uses'][number] & { id: string } {
    const id = attributes['objectid'];
    if (id === undefined) throw new ModelError('malformed');
    const elsewhere = Object.entries(attributes).find(
      ([key]) => localName(key) === 'path' && key !== 'path',
    )?.[1];
    const target = elsewhere === undefined ? path : plainPath(elsewhere);
    if (target !== path) others.add(target);
    return { id, key: `${target}#${id}`, matrix: matrixOf(attributes['transform']) };
  }
  const count = () => {
    found.declared += 1;
    if (found.declared > modelLimits.parts) throw new ModelError('too_complex');
  };
  /** Keeps an object empty: what refers to it must still find it. */
  const leaveOut = (note: ModelNote) => {
    if (!assembly) return;
    found.notes.add(note);
    assembly.shapes = [];
    assembly.uses = [];
    assembly = { ...assembly, shapes: [], uses: [] };
  };
  /** Triangles come in the order of their numbers, and so do the ranges. */
  const noteOfTriangle = (): ModelNote | null => {
    while (range < ranges.length && ranges[range]!.last < triangle) range += 1;
    const next = ranges[range];
    triangle += 1;
    return next && next.first < triangle ? next.note : null;
  };
  readXml(xml, {
    open(name, attributes) {
      if (name === 'object' || name === 'mesh' || name === 'component' || name === 'item') count();
      if (name === 'vertex') {
        points.add(numberOf(attributes['x']), numberOf(attributes['y']), numberOf(attributes['z']));
      } else if (name === 'triangle') {
        const note = noteOfTriangle();
        if (note === null)
          indices.add(indexOf(attributes['v1']), indexOf(attributes['v2']), indexOf(attributes['v3']));
        else found.notes.add(note);
      } else if (name === 'model') {
        sawModel = true;
        assertReadable(attributes);
        if (isRoot) found.unit = unitOf(attributes['unit']);
      } else if (name === 'object') {
        const { id, type = '' } = attributes;
        if (id === undefined || found.assemblies.has(`${path}#${id}`)) throw new ModelError('malformed');
        objectId = id;
        assembly = { name: attributes['name'] ?? '', shapes: [], uses: [] };
        found.assemblies.set(`${path}#${id}`, assembly);
        if (Object.hasOwn(notPrinted, type)) leaveOut(noteOfPart.get(id) ?? notPrinted[type]!);
        points = new Triples(Float32Array);
        indices = new Triples(Uint32Array);
        triangle = 0;
        ranges = isRoot ? (found.slicer.get(id)?.ranges ?? []) : [];
        range = 0;
      } else if (name === 'component' && assembly) {
        const use = referenceOf(attributes);
        const note = isRoot ? (found.slicer.get(objectId)?.parts.get(use.id) ?? null) : null;
        if (note === null) assembly.uses.push(use);
        else found.notes.add(note);
      } else if (name === 'item' && isRoot) {
        found.roots.push(referenceOf(attributes));
      } else if (name === 'metadata' || name === 'setting') {
        const key =
          Object.entries(attributes).find(([each]) => /^(?:\w+:)?(?:name|key)$/.test(each))?.[1] ?? '';
        setting = localName(key).toLowerCase();
      } else if (Object.hasOwn(contentWithoutFaces, name)) found.unread ??= contentWithoutFaces[name]!;
    },
    text(text) {
      if (assembly && Object.hasOwn(curaMarks, setting) && /^\s*(?:true|1)\s*$/i.test(text))
        leaveOut(curaMarks[setting]!);
    },
    close(name) {
      if (name === 'metadata' || name === 'setting') setting = '';
      if (name === 'object') assembly = null;
      if (name === 'mesh') assembly?.shapes.push({ points: points.taken(), indices: indices.taken() });
    },
  });
  if (!sawModel) throw new ModelError('malformed');
  return others;
}

function unitOf(text: string | undefined): Unit {
  if (text === undefined) return 'millimeter';
  if (!Object.hasOwn(millimetres, text)) throw new ModelError('malformed');
  return text as Unit;
}

/** Twelve numbers, in rows for multiplication with a row vector; these are glTF's columns. */
function matrixOf(text: string | undefined): Matrix {
  if (text === undefined) return identity;
  const values = text.trim().split(/\s+/, 13).map(numberOf);
  if (values.length !== 12) throw new ModelError('malformed');
  const [a, b, c, d, e, f, g, h, i, x, y, z] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0, x, y, z, 1];
}
