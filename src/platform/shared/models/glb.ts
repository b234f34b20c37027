import { ModelError, modelLimits, type Mesh } from './mesh.ts';
import { identity, multiply, place, type Assembly, type Matrix, type Shape } from './placed.ts';
import { plainPath, unpack } from './unpack.ts';

const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const maxJsonBytes = 16 * 1024 * 1024;
/** For a text that holds its bytes as Base64. */
const maxTextBytes = 64 * 1024 * 1024;
const maxNames = 100_000;

/** glTF's up axis is y, that of printers z. */
const upright: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

type Json = Record<string, unknown>;

/** Required extensions that leave the shape as it is, or are read. Textures and colours are not shown. */
const readable =
  /^(?:KHR_mesh_quantization|EXT_mesh_gpu_instancing|(?:KHR|EXT|ADOBE|MSFT)_(?:texture|materials|lights|xmp).*)$/;

type Document = { json: Json; buffers: (at: number) => Uint8Array };

/** Reads a binary glTF 2.0 file: its triangles, in metres by definition. */
export function readGlb(bytes: Uint8Array): Mesh {
  const { json, binary } = readChunks(bytes);
  return readDocument({ json, buffers: buffersOf(json, binary, () => null) });
}

/** Reads a glTF 2.0 text, whose bytes are in it, or a ZIP of one with its files. */
export function readGltf(bytes: Uint8Array): Mesh {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    const json = readJson(bytes, maxTextBytes);
    return readDocument({ json, buffers: buffersOf(json, null, () => null) });
  }
  const files = unpack(bytes, (path) => /\.(?:gltf|glb|bin|buffer|dat)$/.test(path));
  const [path] = [...files.keys()]
    .filter((name) => /\.gl(?:tf|b)$/.test(name))
    .toSorted((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b));
  if (path === undefined) throw new ModelError('malformed');
  const found = files.get(path)!;
  if (path.endsWith('.glb')) return readGlb(found);
  const json = readJson(found, maxTextBytes);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return readDocument({
    json,
    buffers: buffersOf(json, null, (uri) => files.get(pathOf(folder, uri)) ?? null),
  });
}

function pathOf(folder: string, uri: string): string {
  let plain = uri;
  try {
    plain = decodeURIComponent(uri);
  } catch {
    // A percent sign of the name itself.
  }
  return plainPath(folder + plain.replace(/^(?:\.\/)+/, ''));
}

/** Returns the bytes of a buffer: those of the file, of a data address, or of another file of the same ZIP. */
function buffersOf(
  json: Json,
  binary: Uint8Array | null,
  beside: (uri: string) => Uint8Array | null,
): Document['buffers'] {
  const known = new Map<number, Uint8Array>();
  return (at) => {
    const uri = object(list(json, 'buffers')[at])['uri'];
    if (uri === undefined && at === 0 && binary) return binary;
    if (typeof uri !== 'string') return refuse();
    const bytes = known.get(at) ?? (uri.startsWith('data:') ? dataOf(uri) : beside(uri));
    if (!bytes) throw new ModelError('outside_files');
    known.set(at, bytes);
    return bytes;
  };
}

function dataOf(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, Math.min(comma, 200)))) return refuse();
  let text: string;
  try {
    text = atob(uri.slice(comma + 1));
  } catch {
    return refuse();
  }
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function readDocument(document: Document): Mesh {
  const { json } = document;
  const required = list(json, 'extensionsRequired').map(String);
  if (required.some((name) => /draco|meshopt/i.test(name))) throw new ModelError('compressed');
  if (!required.every((name) => readable.test(name))) throw new ModelError('unknown_extension');
  const counted = { corners: 0 };
  const shapes = list(json, 'meshes').map((mesh) => readMesh(document, object(mesh), counted));
  const assemblies = new Map<string, Assembly>();
  const nodes = list(json, 'nodes').map(object);
  const children = new Set<number>();
  let instances = 0;
  for (const [at, node] of nodes.entries()) {
    const mesh = node['mesh'];
    const name = typeof node['name'] === 'string' ? node['name'] : '';
    const own = mesh === undefined ? [] : (shapes[whole(mesh)] ?? refuse());
    const copies = mesh === undefined ? null : instancesOf(document, node);
    instances += copies?.length ?? 0;
    if (instances > modelLimits.instances) throw new ModelError('bomb');
    if (copies) assemblies.set(`${at} copy`, { name, shapes: own, uses: [] });
    const uses = list(node, 'children').map((child) => {
      children.add(whole(child));
      return { key: String(whole(child)), matrix: matrixOf(nodes[whole(child)] ?? refuse()) };
    });
    assemblies.set(String(at), {
      name,
      shapes: copies ? [] : own,
      uses: [...uses, ...(copies ?? []).map((matrix) => ({ key: `${at} copy`, matrix }))],
    });
  }
  const scenes = list(json, 'scenes').map(object);
  const scene = scenes[json['scene'] === undefined ? 0 : whole(json['scene'])];
  // A file without scenes is a library: all of it is shown.
  const roots =
    scenes.length === 0
      ? [...nodes.keys()].filter((at) => !children.has(at))
      : scene
        ? list(scene, 'nodes').map(whole)
        : [];
  return place(
    assemblies,
    roots.map((root) => ({ key: String(root), matrix: matrixOf(nodes[root] ?? refuse()) })),
    'meter',
    upright,
  );
}

/** Returns the places of a node's copies (EXT_mesh_gpu_instancing); null for a node that is there once. */
function instancesOf(document: Document, node: Json): Matrix[] | null {
  const extension =
    node['extensions'] === undefined ? undefined : object(node['extensions'])['EXT_mesh_gpu_instancing'];
  if (extension === undefined) return null;
  const attributes = object(object(extension)['attributes'] ?? refuse());
  const read = (name: string, type: string) =>
    attributes[name] === undefined
      ? null
      : readNumbers(accessorOf(document, whole(attributes[name]), type), type === 'VEC4' ? 4 : 3);
  const [moved, turned, scaled] = [
    read('TRANSLATION', 'VEC3'),
    read('ROTATION', 'VEC4'),
    read('SCALE', 'VEC3'),
  ];
  const counts = [moved && moved.length / 3, turned && turned.length / 4, scaled && scaled.length / 3].filter(
    (count) => count !== null,
  );
  const [count = 0] = counts;
  if (counts.some((each) => each !== count)) return refuse();
  if (count > modelLimits.instances) throw new ModelError('bomb');
  return Array.from({ length: count }, (_, at) =>
    matrixOf({
      ...(moved && { translation: [...moved.subarray(at * 3, at * 3 + 3)] }),
      ...(turned && { rotation: [...turned.subarray(at * 4, at * 4 + 4)] }),
      ...(scaled && { scale: [...scaled.subarray(at * 3, at * 3 + 3)] }),
    }),
  );
}

function refuse(): never {
  throw new ModelError('malformed');
}

function object(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : refuse();
}

function list(from: Json, key: string): unknown[] {
  const value = from[key];
  if (value === undefined) return [];
  return Array.isArray(value) && value.length <= maxNames ? value : refuse();
}

function whole(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : refuse();
}

function numbers(value: unknown, length: number): number[] {
  const given = Array.isArray(value) && value.length === length ? value : refuse();
  return given.map((each) => (typeof each === 'number' && Number.isFinite(each) ? each : refuse()));
}

function readChunks(bytes: Uint8Array): { json: Json; binary: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) throw new ModelError('truncated');
  if (view.getUint32(0, true) !== 0x46546c67 || view.getUint32(4, true) !== 2) refuse();
  const length = view.getUint32(8, true);
  if (length > bytes.length) throw new ModelError('truncated');
  let json: Json | null = null;
  let binary: Uint8Array = new Uint8Array();
  for (let at = 12; at + 8 <= length;) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    if (at + 8 + size > length) throw new ModelError('truncated');
    const chunk = bytes.subarray(at + 8, at + 8 + size);
    if (type === jsonChunk && !json) json = readJson(chunk);
    else if (type === binaryChunk && binary.length === 0) binary = chunk;
    at += 8 + size;
  }
  return { json: json ?? refuse(), binary };
}

function readJson(chunk: Uint8Array, maxBytes = maxJsonBytes): Json {
  if (chunk.length > maxBytes) throw new ModelError('too_large');
  if (depthOf(chunk) > modelLimits.depth) throw new ModelError('too_complex');
  try {
    return object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(chunk)));
  } catch {
    return refuse();
  }
}

/** Nesting depth of a JSON text. Eight million open arrays would fill a thread's memory. */
function depthOf(json: Uint8Array): number {
  let [depth, deepest] = [0, 0];
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json[at]!;
    if (code === quote) isText = !isText;
    else if (code === backslash && isText) at += 1;
    else if (isText) continue;
    else if (code === openList || code === openObject) deepest = Math.max(deepest, (depth += 1));
    else if (code === closeList || code === closeObject) depth -= 1;
  }
  return deepest;
}
const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function matrixOf(node: Json): Matrix {
  if (node['matrix'] !== undefined) return numbers(node['matrix'], 16);
  const [x, y, z] = vector(node['translation'], [0, 0, 0]);
  const [qx, qy, qz, qw] = vector(node['rotation'], [0, 0, 0, 1]);
  const [sx, sy, sz] = vector(node['scale'], [1, 1, 1]);
  const moved: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x!, y!, z!, 1];
  const turned: Matrix = [
    1 - 2 * (qy! * qy! + qz! * qz!), 2 * (qx! * qy! + qz! * qw!), 2 * (qx! * qz! - qy! * qw!), 0,
    2 * (qx! * qy! - qz! * qw!), 1 - 2 * (qx! * qx! + qz! * qz!), 2 * (qy! * qz! + qx! * qw!), 0,
    2 * (qx! * qz! + qy! * qw!), 2 * (qy! * qz! - qx! * qw!), 1 - 2 * (qx! * qx! + qy! * qy!), 0,
    0, 0, 0, 1,
  ]; // prettier-ignore
  const scaled = [...identity];
  scaled[0] = sx!;
  scaled[5] = sy!;
  scaled[10] = sz!;
  return multiply(multiply(moved, turned), scaled);
}

function vector(value: unknown, otherwise: number[]): number[] {
  return value === undefined ? otherwise : numbers(value, otherwise.length);
}

/** Any number of primitives may share a few bytes, and each becomes arrays of its own: `counted` totals all of them. */
function readMesh(document: Document, mesh: Json, counted: { corners: number }): Shape[] {
  return list(mesh, 'primitives').flatMap((each) => {
    const primitive = object(each);
    const mode = primitive['mode'] === undefined ? 4 : whole(primitive['mode']);
    // Points and lines have no volume.
    if (mode < 4) return [];
    if (mode > 6) refuse();
    if (primitive['extensions'] && 'KHR_draco_mesh_compression' in object(primitive['extensions'])) {
      throw new ModelError('compressed');
    }
    const corners = accessorOf(document, whole(object(primitive['attributes'])['POSITION']), 'VEC3');
    const listed =
      primitive['indices'] === undefined ? null : accessorOf(document, whole(primitive['indices']), 'SCALAR');
    // Each corner of a strip or fan except the first two becomes a triangle of three.
    const ordered = (listed ?? corners).count * (mode === 4 ? 1 : 3);
    counted.corners += corners.count + ordered;
    if (counted.corners > modelLimits.triangles * 6) throw new ModelError('too_large');
    const points = readNumbers(corners, 3);
    const order = listed ? readIndices(listed) : Uint32Array.from({ length: corners.count }, (_, at) => at);
    return [{ points, indices: trianglesOf(order, mode) }];
  });
}

function trianglesOf(order: Uint32Array, mode: number): Uint32Array {
  if (mode === 4) return order;
  const triangles = Math.max(0, order.length - 2);
  const indices = new Uint32Array(triangles * 3);
  for (let at = 0; at < triangles; at += 1) {
    // In a strip every second triangle has reversed winding.
    const turned = mode === 5 && at % 2 === 1;
    indices[at * 3] = mode === 6 ? order[0]! : order[turned ? at + 1 : at]!;
    indices[at * 3 + 1] = order[turned ? at : at + 1]!;
    indices[at * 3 + 2] = order[at + 2]!;
  }
  return indices;
}

type Accessor = {
  /** Null for zeros, which a sparse accessor changes. */
  view: DataView | null;
  stride: number;
  count: number;
  component: number;
  normalized: boolean;
  sparse: Sparse | null;
};
type Sparse = { count: number; indices: DataView; component: number; values: DataView };

/** Bytes of each component type. */
const componentBytes: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const axesOf: Record<string, number> = { SCALAR: 1, VEC3: 3, VEC4: 4 };

function accessorOf(document: Document, at: number, type: string): Accessor {
  const accessor = object(list(document.json, 'accessors')[at]);
  if (accessor['type'] !== type) refuse();
  const component = whole(accessor['componentType']);
  const element = (componentBytes[component] ?? refuse()) * axesOf[type]!;
  const count = whole(accessor['count']);
  if (count > modelLimits.triangles * 3) throw new ModelError('too_large');
  const sparse =
    accessor['sparse'] === undefined ? null : sparseOf(document, object(accessor['sparse']), element);
  const normalized = accessor['normalized'] === true;
  if (accessor['bufferView'] === undefined)
    return { view: null, stride: element, count, component, normalized, sparse };
  const { bytes, stride = element } = viewOf(document, whole(accessor['bufferView']));
  const from = whole(accessor['byteOffset'] ?? 0);
  if (stride < element || stride > 252) refuse();
  return {
    view: dataView(bytes, from, count === 0 ? 0 : (count - 1) * stride + element),
    stride,
    count,
    component,
    normalized,
    sparse,
  };
}

function sparseOf(document: Document, sparse: Json, element: number): Sparse {
  const count = whole(sparse['count']);
  if (count > modelLimits.triangles * 3) throw new ModelError('too_large');
  const indices = object(sparse['indices']);
  const values = object(sparse['values']);
  const component = whole(indices['componentType']);
  const size =
    component === 5121 || component === 5123 || component === 5125 ? componentBytes[component]! : refuse();
  return {
    count,
    component,
    indices: dataView(
      viewOf(document, whole(indices['bufferView'])).bytes,
      whole(indices['byteOffset'] ?? 0),
      count * size,
    ),
    values: dataView(
      viewOf(document, whole(values['bufferView'])).bytes,
      whole(values['byteOffset'] ?? 0),
      count * element,
    ),
  };
}

/** Returns the bytes from where a buffer view begins: lengths are checked by what is read. */
function viewOf({ json, buffers }: Document, at: number): { bytes: Uint8Array; stride: number | undefined } {
  const view = object(list(json, 'bufferViews')[at]);
  const extensions = view['extensions'];
  if (extensions && Object.keys(object(extensions)).some((name) => /meshopt/i.test(name))) {
    throw new ModelError('compressed');
  }
  const bytes = buffers(whole(view['buffer']));
  return {
    bytes: bytes.subarray(whole(view['byteOffset'] ?? 0)),
    stride: view['byteStride'] === undefined ? undefined : whole(view['byteStride']),
  };
}

function dataView(bytes: Uint8Array, from: number, length: number): DataView {
  if (from + length > bytes.length) throw new ModelError('truncated');
  return new DataView(bytes.buffer, bytes.byteOffset + from, length);
}

function componentAt(view: DataView, at: number, component: number): number {
  switch (component) {
    case 5120:
      return view.getInt8(at);
    case 5121:
      return view.getUint8(at);
    case 5122:
      return view.getInt16(at, true);
    case 5123:
      return view.getUint16(at, true);
    case 5125:
      return view.getUint32(at, true);
    default:
      return view.getFloat32(at, true);
  }
}

/** Divisors of whole numbers that stand for numbers from -1 to 1. */
const normalizers: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 };

function readNumbers(accessor: Accessor, axes: number): Float32Array {
  const { view, stride, count, component, normalized, sparse } = accessor;
  if (component === 5125) refuse();
  const size = componentBytes[component]!;
  const divisor = normalized ? (normalizers[component] ?? 1) : 1;
  const valueAt = (from: DataView, at: number) =>
    Math.max(componentAt(from, at, component) / divisor, normalized ? -1 : -Infinity);
  const numbersRead = new Float32Array(count * axes);
  if (view && component === 5126) {
    for (let at = 0; at < count; at += 1) {
      for (let axis = 0; axis < axes; axis += 1)
        numbersRead[at * axes + axis] = view.getFloat32(at * stride + axis * 4, true);
    }
  } else if (view) {
    for (let at = 0; at < count; at += 1) {
      for (let axis = 0; axis < axes; axis += 1)
        numbersRead[at * axes + axis] = valueAt(view, at * stride + axis * size);
    }
  }
  if (!sparse) return numbersRead;
  for (let entry = 0; entry < sparse.count; entry += 1) {
    const at = sparseIndex(sparse, entry, count);
    for (let axis = 0; axis < axes; axis += 1)
      numbersRead[at * axes + axis] = valueAt(sparse.values, (entry * axes + axis) * size);
  }
  return numbersRead;
}

function readIndices({ view, stride, count, component, sparse }: Accessor): Uint32Array {
  if (component !== 5121 && component !== 5123 && component !== 5125) refuse();
  const indices = new Uint32Array(count);
  if (view) {
    for (let index = 0; index < count; index += 1)
      indices[index] = componentAt(view, index * stride, component);
  }
  if (!sparse) return indices;
  for (let entry = 0; entry < sparse.count; entry += 1) {
    indices[sparseIndex(sparse, entry, count)] = componentAt(
      sparse.values,
      entry * componentBytes[component]!,
      component,
    );
  }
  return indices;
}

function sparseIndex(sparse: Sparse, entry: number, count: number): number {
  const at = componentAt(sparse.indices, entry * componentBytes[sparse.component]!, sparse.component);
  return at < count ? at : refuse();
}
