import { millimetres, ModelError, modelLimits, type Mesh, type ModelNote, type Unit } from './mesh.ts';
import { identity, multiply, place, type Assembly, type Matrix } from './placed.ts';
import { unpack } from './unpack.ts';
import { indexOf, numberOf, readXml, Triples } from './xml.ts';

/** Reads AMF (Additive Manufacturing File): one XML text, plain or as the only one of a ZIP. */
export function readAmf(bytes: Uint8Array): Mesh {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return readModel(bytes);
  const [first] = unpack(bytes, (path) => path.endsWith('.amf')).values();
  if (!first) throw new ModelError('malformed');
  return readModel(first);
}

const texts = new Set('x y z v1 v2 v3 deltax deltay deltaz rx ry rz'.split(' '));

/** Kinds of volumes of Slic3r and PrusaSlicer that are not printed as they are. */
function noteOf(key: string, value: string): ModelNote | null {
  if (key === 'slic3r.modifier' && value === '1') return 'modifiers_left_out';
  if (key !== 'slic3r.volume_type') return null;
  if (value === 'ParameterModifier') return 'modifiers_left_out';
  if (value === 'NegativeVolume') return 'negatives_left_out';
  return /^Support(?:Enforcer|Blocker)$/.test(value) ? 'supports_left_out' : null;
}

function readModel(xml: Uint8Array): Mesh {
  const assemblies = new Map<string, Assembly>();
  /** Objects and groups of them that nothing refers to. */
  const roots = new Set<string>();
  const used = new Set<string>();
  const notes = new Set<ModelNote>();
  let unit: Unit | null = null;
  let declared = 0;
  let assembly: Assembly | null = null;
  let points = new Triples(Float32Array);
  let indices = new Triples(Uint32Array);
  let shared: Float32Array = new Float32Array();
  let leftOut: ModelNote | null = null;
  let metadata = '';
  let written = '';
  let values: Record<string, number> = {};
  let instance: { key: string } | null = null;
  const start = (id: string | undefined, name: string) => {
    if (id === undefined || assemblies.has(id)) throw new ModelError('malformed');
    assembly = { name, shapes: [], uses: [] };
    assemblies.set(id, assembly);
    roots.add(id);
  };
  readXml(xml, {
    open(name, attributes) {
      written = '';
      if (name === 'amf') unit = unitOf(attributes['unit']);
      else if (name === 'object' || name === 'constellation' || name === 'volume' || name === 'instance') {
        declared += 1;
        if (declared > modelLimits.parts) throw new ModelError('too_complex');
        if (name === 'object' || name === 'constellation') start(attributes['id'], '');
        if (name === 'object') {
          points = new Triples(Float32Array);
          shared = new Float32Array();
        }
        if (name === 'volume') {
          shared = shared.length > 0 ? shared : points.taken();
          indices = new Triples(Uint32Array);
          leftOut = attributes['type'] === 'support' ? 'supports_left_out' : null;
        }
        if (name === 'instance') {
          instance = { key: attributes['objectid'] ?? '' };
          used.add(instance.key);
        }
      } else if (name === 'metadata') metadata = attributes['type'] ?? '';
      if (name === 'vertex' || name === 'triangle' || name === 'instance') values = {};
    },
    text(text) {
      if (written.length < 200) written += text.slice(0, 200);
    },
    close(name) {
      if (texts.has(name)) values[name] = name.startsWith('v') ? indexOf(written) : numberOf(written);
      else if (name === 'coordinates') points.add(axis(values['x']), axis(values['y']), axis(values['z']));
      else if (name === 'triangle') indices.add(axis(values['v1']), axis(values['v2']), axis(values['v3']));
      else if (name === 'volume') {
        if (leftOut) notes.add(leftOut);
        else assembly?.shapes.push({ points: shared, indices: indices.taken() });
      } else if (name === 'metadata') {
        if (metadata === 'name' && assembly && assembly.name === '') assembly.name = written.trim();
        leftOut ??= noteOf(metadata, written.trim());
      } else if (name === 'instance' && instance) {
        assembly?.uses.push({ ...instance, matrix: matrixOf(values) });
        instance = null;
      }
      written = '';
    },
  });
  if (unit === null) throw new ModelError('malformed');
  const placed = [...roots].filter((key) => !used.has(key)).map((key) => ({ key, matrix: identity }));
  if (placed.length === 0 && roots.size > 0) throw new ModelError('malformed');
  return { ...place(assemblies, placed, unit), notes: [...notes] };
}

function axis(value: number | undefined): number {
  if (value === undefined) throw new ModelError('malformed');
  return value;
}

function unitOf(text = 'millimeter'): Unit {
  const unit = text === 'feet' ? 'foot' : text;
  if (!Object.hasOwn(millimetres, unit)) throw new ModelError('malformed');
  return unit as Unit;
}

/** Turns about x, then y, then z, in degrees, and moves. */
function matrixOf({
  deltax = 0,
  deltay = 0,
  deltaz = 0,
  rx = 0,
  ry = 0,
  rz = 0,
}: Record<string, number>): Matrix {
  const [a, b, c] = [rx, ry, rz].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const aboutX = [1, 0, 0, 0, 0, Math.cos(a), Math.sin(a), 0, 0, -Math.sin(a), Math.cos(a), 0, 0, 0, 0, 1];
  const aboutY = [Math.cos(b), 0, -Math.sin(b), 0, 0, 1, 0, 0, Math.sin(b), 0, Math.cos(b), 0, 0, 0, 0, 1];
  const aboutZ = [Math.cos(c), Math.sin(c), 0, 0, -Math.sin(c), Math.cos(c), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const turned = [...multiply(aboutZ, multiply(aboutY, aboutX))];
  [turned[12], turned[13], turned[14]] = [deltax, deltay, deltaz];
  return turned;
}
