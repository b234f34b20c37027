import { readAmf } from './amf.ts';
import { readGlb, readGltf } from './glb.ts';
import { ModelError, modelLimits, type Mesh, type ModelFormat } from './mesh.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';
import { readThreeMf } from './three-mf.ts';

/** STEP is read by a library that has to be loaded (step.ts). */
export type PlainFormat = Exclude<ModelFormat, 'step'>;

const readers: Record<PlainFormat, (bytes: Uint8Array) => Mesh> = {
  stl: readStl,
  obj: readObj,
  '3mf': readThreeMf,
  glb: readGlb,
  gltf: readGltf,
  ply: readPly,
  amf: readAmf,
};

/** Reads the triangles of a file; throws a `ModelError` with the reason. */
export function readModel(format: PlainFormat, bytes: Uint8Array): Mesh {
  if (bytes.length > modelLimits.bytes) throw new ModelError('too_large');
  try {
    return readers[format](bytes);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    // Unforeseen cases, such as an element count that no array can have.
    throw new ModelError(error instanceof RangeError ? 'malformed' : 'failed');
  }
}
