import { ModelError, modelLimits, type Mesh } from './mesh.ts';
import { identity, multiply, place, type Assembly, type Matrix, type Shape } from './placed.ts';

const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const maxJsonBytes = 16 * 1024 * 1024;
const maxNames = 100_000;

/** glTF's up axis is y, that of printers z. */
const upright: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

type Json = Record<string, unknown>;

/** Reads a binary glTF 2.0 file: its triangles, in metres by definition. */
export function readGlb(bytes: Uint8Array): Mesh {
  const { json, binary } = readChunks(bytes);
  const required = list(json, 'extensionsRequired').map(String);
  if (required.some((name) => /draco|meshopt/i.test(name))) throw new ModelError('compressed');
  const counted = { corners: 0 };
  const shapes = list(json, 'meshes').map((mesh) => readMesh(json, binary, object(mesh), counted));
  const assemblies = new Map<string, Assembly>();
  const nodes = list(json, 'nodes').map(object);
  for (const [at, node] of nodes.entries()) {
    const mesh = node['mesh'];
    assemblies.set(String(at), {
      name: typeof node['name'] === 'string' ? node['name'] : '',
      shapes: mesh === undefined ? [] : (shapes[whole(mesh)] ?? refuse()),
      uses: list(node, 'children').map((child) => ({
        key: String(whole(child)),
        matrix: matrixOf(nodes[whole(child)] ?? refuse()),
      })),
    });
  }
  const scenes = list(json, 'scenes').map(object);
  const scene = scenes[json['scene'] === undefined ? 0 : whole(json['scene'])];
  const roots = scene ? list(scene, 'nodes').map(whole) : [];
  return place(
    assemblies,
    roots.map((root) => ({ key: String(root), matrix: matrixOf(nodes[root] ?? refuse()) })),
    'meter',
    upright,
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

function readJson(chunk: Uint8Array): Json {
  if (chunk.length > maxJsonBytes) throw new ModelError('too_large');
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
function readMesh(json: Json, binary: Uint8Array, mesh: Json, counted: { corners: number }): Shape[] {
  return list(mesh, 'primitives').flatMap((each) => {
    const primitive = object(each);
    const mode = primitive['mode'] === undefined ? 4 : whole(primitive['mode']);
    // Points and lines have no volume.
    if (mode < 4) return [];
    if (mode > 6) refuse();
    if (primitive['extensions'] && 'KHR_draco_mesh_compression' in object(primitive['extensions'])) {
      throw new ModelError('compressed');
    }
    const corners = accessorOf(json, binary, whole(object(primitive['attributes'])['POSITION']), 'VEC3');
    const listed =
      primitive['indices'] === undefined
        ? null
        : accessorOf(json, binary, whole(primitive['indices']), 'SCALAR');
    // Each corner of a strip or fan except the first two becomes a triangle of three.
    const ordered = (listed ?? corners).count * (mode === 4 ? 1 : 3);
    counted.corners += corners.count + ordered;
    if (counted.corners > modelLimits.triangles * 6) throw new ModelError('too_large');
    const points = readPoints(corners);
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

type Accessor = { view: DataView; stride: number; count: number; component: number };

function accessorOf(json: Json, binary: Uint8Array, at: number, type: string): Accessor {
  const accessor = object(list(json, 'accessors')[at]);
  if (accessor['type'] !== type || accessor['sparse'] !== undefined) refuse();
  const bufferView = object(list(json, 'bufferViews')[whole(accessor['bufferView'])]);
  const bufferExtensions = bufferView['extensions'];
  if (bufferExtensions && Object.keys(object(bufferExtensions)).some((name) => /meshopt/i.test(name))) {
    throw new ModelError('compressed');
  }
  const buffer = object(list(json, 'buffers')[whole(bufferView['buffer'])]);
  if (buffer['uri'] !== undefined || whole(bufferView['buffer']) !== 0) throw new ModelError('outside_files');
  const component = whole(accessor['componentType']);
  const size = ({ 5121: 1, 5123: 2, 5125: 4, 5126: 4 } as Record<number, number>)[component] ?? refuse();
  const element = size * (type === 'VEC3' ? 3 : 1);
  const stride = bufferView['byteStride'] === undefined ? element : whole(bufferView['byteStride']);
  const from = whole(bufferView['byteOffset'] ?? 0) + whole(accessor['byteOffset'] ?? 0);
  const count = whole(accessor['count']);
  if (count > modelLimits.triangles * 3) throw new ModelError('too_large');
  if (stride < element || stride > 252) refuse();
  if (count > 0 && from + (count - 1) * stride + element > binary.length) throw new ModelError('truncated');
  const bytes = binary.subarray(from);
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), stride, count, component };
}

function readPoints({ view, stride, count, component }: Accessor): Float32Array {
  if (component !== 5126) refuse();
  const points = new Float32Array(count * 3);
  for (let point = 0; point < count; point += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      points[point * 3 + axis] = view.getFloat32(point * stride + axis * 4, true);
    }
  }
  return points;
}

function readIndices({ view, stride, count, component }: Accessor): Uint32Array {
  const indices = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const from = index * stride;
    indices[index] =
      component === 5125
        ? view.getUint32(from, true)
        : component === 5123
          ? view.getUint16(from, true)
          : component === 5121
            ? view.getUint8(from)
            : refuse();
  }
  return indices;
}
