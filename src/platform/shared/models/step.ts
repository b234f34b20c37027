import { MeshBuilder, ModelError, modelLimits, type Mesh } from './mesh.ts';

/**
 * STEP files hold surfaces, which OpenCASCADE turns into triangles: the same WebAssembly on the server and in browsers,
 * so that both have the same figures. It is loaded only for such a file.
 */
export type StepLibrary = {
  ReadStepFile(bytes: Uint8Array, options: null): StepResult;
};
type StepResult = {
  success: boolean;
  meshes?: {
    name: string;
    attributes: { position: { array: number[] } };
    index: { array: number[] };
  }[];
};
/** Starts the library; `wasmBinary` is its code. */
export type StartStepLibrary = (options: {
  wasmBinary: Uint8Array;
  print(): void;
  printErr(): void;
}) => Promise<StepLibrary>;

/** Larger files take longer than anybody waits. */
export const maxStepBytes = 32 * 1024 * 1024;

/** Memory that the library may take, in pages of 64 KB: half a gigabyte. */
const maxPages = 8192;

export async function startStepLibrary(start: StartStepLibrary, code: Uint8Array): Promise<StepLibrary> {
  const silent = () => {};
  return start({ wasmBinary: withLessMemory(code), print: silent, printErr: silent });
}

/** Reads the solids of a STEP file, in millimetres. */
export function readStep(library: StepLibrary, bytes: Uint8Array): Mesh {
  if (bytes.length > maxStepBytes) throw new ModelError('too_large');
  let result: StepResult;
  try {
    result = library.ReadStepFile(bytes, null);
  } catch (error) {
    // The library stops when its memory is used up, and at some files that contradict themselves.
    throw new ModelError(/memory|OOM/i.test(String(error)) ? 'too_complex' : 'malformed');
  }
  if (!result.success) throw new ModelError('malformed');
  const builder = new MeshBuilder();
  const meshes = result.meshes ?? [];
  if (meshes.length > modelLimits.parts) throw new ModelError('too_complex');
  for (const { name, attributes, index } of meshes) {
    builder.startPart(name);
    const corners = index.array;
    for (let at = 0; at + 2 < corners.length; at += 3) {
      builder.add(attributes.position.array, corners[at]! * 3, corners[at + 1]! * 3, corners[at + 2]! * 3);
    }
  }
  return builder.finish('millimeter', false);
}

/** Section of a WebAssembly module that says how much memory it has. */
const memorySection = 5;

/** Lowers the memory that a WebAssembly module may grow to; the rest of it stays as it is. */
export function withLessMemory(code: Uint8Array): Uint8Array {
  // Not `slice`, which of a Buffer of Node shares its bytes.
  const changed = new Uint8Array(code);
  const number = (from: number): { value: number; next: number } => {
    let value = 0;
    let next = from;
    for (let shift = 0; ; shift += 7) {
      const byte = changed[next]!;
      next += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return { value, next };
    }
  };
  // After its name and version a module is a list of sections: kind, length, content.
  for (let at = 8; at < changed.length;) {
    const kind = changed[at]!;
    const { value: length, next } = number(at + 1);
    at = next + length;
    if (kind !== memorySection) continue;
    const least = number(next + 2);
    const most = number(least.next);
    let left = Math.min(maxPages, most.value);
    // As long as before, so that nothing moves.
    for (let place = least.next; place < most.next; place += 1) {
      changed[place] = (left & 0x7f) | (place < most.next - 1 ? 0x80 : 0);
      left >>>= 7;
    }
    return changed;
  }
  throw new Error('The module has no memory of its own.');
}
