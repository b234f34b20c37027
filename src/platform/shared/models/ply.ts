import { MeshBuilder, ModelError, modelLimits, type Mesh } from './mesh.ts';
import { withGuessedUnit } from './stl.ts';
import { startsWithMark, TextScanner } from './text-scanner.ts';

const maxHeaderBytes = 64 * 1024;
const maxProperties = 1000;
const maxCorners = 10_000;

/** Sizes and readers of number types, under both of their names. */
const types: Record<string, [bytes: number, read: (view: DataView, at: number, little: boolean) => number]> =
  {
    char: [1, (view, at) => view.getInt8(at)],
    uchar: [1, (view, at) => view.getUint8(at)],
    short: [2, (view, at, little) => view.getInt16(at, little)],
    ushort: [2, (view, at, little) => view.getUint16(at, little)],
    int: [4, (view, at, little) => view.getInt32(at, little)],
    uint: [4, (view, at, little) => view.getUint32(at, little)],
    float: [4, (view, at, little) => view.getFloat32(at, little)],
    double: [8, (view, at, little) => view.getFloat64(at, little)],
  };
const otherNames: Record<string, string> = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
};
type Type = (typeof types)[string];
type Property = { name: string; count: Type | null; type: Type };
type Element = { name: string; count: number; properties: Property[] };
type Encoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** Reads PLY (Polygon File Format): points and faces, as text or as numbers of either byte order. */
export function readPly(bytes: Uint8Array): Mesh {
  const { encoding, elements, dataAt } = readHeader(bytes);
  const source = encoding === 'ascii' ? textSource(bytes, dataAt) : binarySource(bytes, dataAt, encoding);
  const builder = new MeshBuilder();
  let points = new Float64Array();
  const corners = new Float64Array(maxCorners);
  for (const element of elements) {
    if (element.name === 'vertex') points = readPoints(source, element);
    else if (element.name === 'face' || element.name === 'tristrips') {
      readFaces(source, element, points, corners, builder);
    } else for (let index = 0; index < element.count; index += 1) skipElement(source, element);
  }
  return withGuessedUnit(builder.finish('millimeter', true));
}

type Source = { number(type: Type): number; atEnd(): boolean };

function textSource(bytes: Uint8Array, dataAt: number): Source {
  const scanner = new TextScanner(bytes);
  scanner.at = dataAt;
  return { number: () => scanner.number(), atEnd: () => (scanner.skipSpace(true), scanner.atEnd) };
}

function binarySource(bytes: Uint8Array, dataAt: number, encoding: Encoding): Source {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = encoding === 'binary_little_endian';
  let at = dataAt;
  return {
    number([size, read]) {
      if (at + size > bytes.length) throw new ModelError('truncated');
      const value = read(view, at, little);
      at += size;
      return value;
    },
    atEnd: () => at >= bytes.length,
  };
}

function readHeader(bytes: Uint8Array): { encoding: Encoding; elements: Element[]; dataAt: number } {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, maxHeaderBytes));
  const end = /(^|[\r\n])end_header[ \t]*(\r\n|\r|\n)/.exec(head);
  const begin = startsWithMark(bytes) ? 3 : 0;
  if (!/^ply\s/.test(head.slice(begin, begin + 4))) throw new ModelError('malformed');
  if (!end) throw new ModelError('truncated');
  let encoding: Encoding | null = null;
  const elements: Element[] = [];
  let properties = 0;
  for (const line of head.slice(begin, end.index).split(/[\r\n]+/)) {
    const words = line.trim().split(/\s+/, 5);
    const [first, second = '', third = '', fourth = '', fifth = ''] = words;
    if (first === 'format') {
      if (second !== 'ascii' && second !== 'binary_little_endian' && second !== 'binary_big_endian')
        throw new ModelError('malformed');
      encoding = second;
    } else if (first === 'element') {
      if (!/^\d{1,10}$/.test(third)) throw new ModelError('malformed');
      elements.push({ name: second, count: Number(third), properties: [] });
    } else if (first === 'property') {
      const element = elements.at(-1);
      properties += 1;
      if (!element || properties > maxProperties) throw new ModelError('malformed');
      element.properties.push(
        second === 'list'
          ? { name: fifth, count: typeOf(third), type: typeOf(fourth) }
          : { name: third, count: null, type: typeOf(second) },
      );
    }
  }
  if (encoding === null) throw new ModelError('malformed');
  return { encoding, elements, dataAt: end.index + end[0].length };
}

function typeOf(name: string): Type {
  const type = types[Object.hasOwn(otherNames, name) ? otherNames[name]! : name];
  if (!type || !(Object.hasOwn(types, name) || Object.hasOwn(otherNames, name)))
    throw new ModelError('malformed');
  return type;
}

function readPoints(source: Source, { count, properties }: Element): Float64Array<ArrayBuffer> {
  if (count > modelLimits.triangles * 3) throw new ModelError('too_large');
  const axes = ['x', 'y', 'z'].map((axis) =>
    properties.findIndex(({ name, count: of }) => name === axis && !of),
  );
  if (axes.includes(-1)) throw new ModelError('malformed');
  // Grown as the points come: a short file may announce millions.
  let points = new Float64Array(3 * Math.min(count, 65_536));
  for (let index = 0; index < count; index += 1) {
    if (index * 3 === points.length) {
      const larger = new Float64Array(Math.min(3 * count, points.length * 2));
      larger.set(points);
      points = larger;
    }
    for (const [position, property] of properties.entries()) {
      const value = readProperty(source, property);
      const axis = axes.indexOf(position);
      if (axis >= 0) points[index * 3 + axis] = value;
    }
  }
  return points;
}

/** Reads one number, or skips a list. */
function readProperty(source: Source, { count, type }: Property): number {
  if (!count) return source.number(type);
  for (let left = listLength(source, count); left > 0; left -= 1) source.number(type);
  return 0;
}

function listLength(source: Source, count: Type): number {
  const length = source.number(count);
  if (!Number.isInteger(length) || length < 0) throw new ModelError('malformed');
  return length;
}

function skipElement(source: Source, { properties }: Element): void {
  // An element without properties takes no bytes, however many there are.
  if (properties.length === 0 || source.atEnd()) throw new ModelError('malformed');
  for (const property of properties) readProperty(source, property);
}

function readFaces(
  source: Source,
  { name, count, properties }: Element,
  points: Float64Array,
  corners: Float64Array,
  builder: MeshBuilder,
): void {
  const list = properties.findIndex(
    ({ name: each, count: of }) => of && /^vertex_ind(?:ex|ices)$/.test(each),
  );
  if (list < 0 && count > 0) throw new ModelError('malformed');
  const most = points.length / 3;
  for (let face = 0; face < count; face += 1) {
    for (const [position, property] of properties.entries()) {
      if (position !== list || !property.count) {
        readProperty(source, property);
        continue;
      }
      const length = listLength(source, property.count);
      if (name === 'tristrips') readStrips(source, property.type, length, points, builder);
      else {
        if (length > maxCorners) throw new ModelError('malformed');
        for (let corner = 0; corner < length; corner += 1)
          corners[corner] = indexIn(source, property.type, most);
        for (let corner = 2; corner < length; corner += 1)
          builder.add(points, corners[0]! * 3, corners[corner - 1]! * 3, corners[corner]! * 3);
      }
    }
  }
}

function indexIn(source: Source, type: Type, most: number): number {
  const index = source.number(type);
  if (!Number.isInteger(index) || index < 0 || index >= most) throw new ModelError('malformed');
  return index;
}

/** Reads strips of triangles; -1 begins another one. */
function readStrips(
  source: Source,
  type: Type,
  length: number,
  points: Float64Array,
  builder: MeshBuilder,
): void {
  let [first, second, run] = [0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const corner = source.number(type);
    if (corner === -1) {
      run = 0;
      continue;
    }
    if (!Number.isInteger(corner) || corner < 0 || corner >= points.length / 3)
      throw new ModelError('malformed');
    run += 1;
    // Every second triangle of a strip has reversed winding.
    if (run > 2 && run % 2 === 1) builder.add(points, first * 3, second * 3, corner * 3);
    else if (run > 2) builder.add(points, second * 3, first * 3, corner * 3);
    [first, second] = [second, corner];
  }
}
