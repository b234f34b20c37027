import { unzipSync } from 'fflate';
import { SaxesParser, type SaxesAttributePlain } from 'saxes';
import { millimetres, ModelError, modelLimits, type Mesh, type Unit } from './mesh.ts';
import { identity, place, type Assembly, type Matrix } from './placed.ts';

const maxEntries = 2000;

type Package = { assemblies: Map<string, Assembly>; roots: Assembly['uses']; unit: Unit; declared: number };

/** Reads 3MF: a ZIP with one XML model, or several that refer to each other. */
export function readThreeMf(bytes: Uint8Array): Mesh {
  const files = unpack(bytes);
  const found: Package = { assemblies: new Map(), roots: [], unit: 'millimeter', declared: 0 };
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
  return place(found.assemblies, found.roots, found.unit);
}

/** Unpacks only models and relationships, up to their stated size: fflate truncates larger entries. */
function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let unpacked = 0;
  let entries = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        entries += 1;
        if (entries > maxEntries) throw new ModelError('bomb');
        if (!/\.model$|^\/?_rels\/\.rels$/i.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > modelLimits.bytes) throw new ModelError('bomb');
        return true;
      },
    });
    return new Map(Object.entries(files).map(([name, content]) => [plainPath(name), content]));
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError('malformed');
  }
}

function plainPath(path: string): string {
  return path.replace(/^\/+/, '').toLowerCase();
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

type Handlers = {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
};

/**
 * Parses XML in a streaming way. Document type declarations are refused: the format has none, and entities in them can
 * expand without end. Open elements and attributes are limited, because a ZIP of a hundred kilobytes can hold forty
 * million of them.
 */
function readXml(bytes: Uint8Array, handlers: Handlers): void {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new ModelError('unsafe_xml');
  });
  parser.on('error', () => {
    throw new ModelError('malformed');
  });
  let depth = 0;
  let attributeCount = 0;
  parser.on('opentagstart', () => {
    depth += 1;
    attributeCount = 0;
    if (depth > modelLimits.depth) throw new ModelError('too_complex');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > modelLimits.attributes) throw new ModelError('too_complex');
  });
  parser.on(
    'opentag',
    ({ name, attributes }: { name: string; attributes: Record<string, SaxesAttributePlain | string> }) =>
      handlers.open(localName(name), attributes as Record<string, string>),
  );
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handlers.close?.(localName(name));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const piece = 1 << 16;
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      parser.write(decoder.decode(bytes.subarray(at, at + piece), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError('malformed');
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Reads the objects of one model, and the build items of the root. Returns the paths of other models it refers to. */
function readModel(xml: Uint8Array, path: string, isRoot: boolean, found: Package): Set<string> {
  const others = new Set<string>();
  let assembly: Assembly | null = null;
  let points = new Numbers(Float32Array);
  let indices = new Numbers(Uint32Array);
  let sawModel = false;
  function referenceOf(attributes: Record<string, string>): Assembly['uses'][number] {
    const id = attributes['objectid'];
    if (id === undefined) throw new ModelError('malformed');
    const elsewhere = Object.entries(attributes).find(
      ([key]) => localName(key) === 'path' && key !== 'path',
    )?.[1];
    const target = elsewhere === undefined ? path : plainPath(elsewhere);
    if (target !== path) others.add(target);
    return { key: `${target}#${id}`, matrix: matrixOf(attributes['transform']) };
  }
  const count = () => {
    found.declared += 1;
    if (found.declared > modelLimits.parts) throw new ModelError('too_complex');
  };
  readXml(xml, {
    open(name, attributes) {
      if (name === 'object' || name === 'mesh' || name === 'component' || name === 'item') count();
      if (name === 'vertex') {
        points.add(number(attributes['x']), number(attributes['y']), number(attributes['z']));
      } else if (name === 'triangle') {
        indices.add(index(attributes['v1']), index(attributes['v2']), index(attributes['v3']));
      } else if (name === 'model') {
        sawModel = true;
        if (isRoot) found.unit = unitOf(attributes['unit']);
      } else if (name === 'object') {
        const { id, type } = attributes;
        if (id === undefined || found.assemblies.has(`${path}#${id}`)) throw new ModelError('malformed');
        assembly = { name: attributes['name'] ?? '', shapes: [], uses: [] };
        found.assemblies.set(`${path}#${id}`, assembly);
        // Supports are created again when printing.
        if (type === 'support' || type === 'solidsupport') assembly = { ...assembly };
        points = new Numbers(Float32Array);
        indices = new Numbers(Uint32Array);
      } else if (name === 'component' && assembly) {
        assembly.uses.push(referenceOf(attributes));
      } else if (name === 'item' && isRoot) {
        found.roots.push(referenceOf(attributes));
      }
    },
    close(name) {
      if (name !== 'mesh') return;
      assembly?.shapes.push({
        points: points.taken() as Float32Array,
        indices: indices.taken() as Uint32Array,
      });
    },
  });
  if (!sawModel) throw new ModelError('malformed');
  return others;
}

/** Collects an unknown number of triples. */
class Numbers<Kind extends Float32ArrayConstructor | Uint32ArrayConstructor> {
  #kind: Kind;
  #values: Float32Array | Uint32Array;
  #length = 0;
  constructor(kind: Kind) {
    this.#kind = kind;
    this.#values = new kind(3 * 256);
  }

  add(a: number, b: number, c: number): void {
    if (this.#length === this.#values.length) {
      if (this.#length >= modelLimits.triangles * 9) throw new ModelError('too_large');
      const larger = new this.#kind(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = a;
    this.#values[this.#length + 1] = b;
    this.#values[this.#length + 2] = c;
    this.#length += 3;
  }

  taken(): Float32Array | Uint32Array {
    return this.#values.slice(0, this.#length);
  }
}

function number(text: string | undefined): number {
  if (text === undefined || text.length > 64 || text.trim() === '') throw new ModelError('malformed');
  const value = Number(text);
  if (!Number.isFinite(value)) throw new ModelError(/nan|inf/i.test(text) ? 'not_finite' : 'malformed');
  return value;
}

function index(text: string | undefined): number {
  const value = number(text);
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_fffe) throw new ModelError('malformed');
  return value;
}

function unitOf(text: string | undefined): Unit {
  if (text === undefined) return 'millimeter';
  if (!Object.hasOwn(millimetres, text)) throw new ModelError('malformed');
  return text as Unit;
}

/** Twelve numbers, in rows for multiplication with a row vector; these are glTF's columns. */
function matrixOf(text: string | undefined): Matrix {
  if (text === undefined) return identity;
  const values = text.trim().split(/\s+/, 13).map(number);
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
