import { coarsen, type Coarse } from '#platform/shared/models/coarsen.ts';
import { shellsOf } from '#platform/shared/models/measure.ts';
import { ModelError, type Mesh, type ModelProblem } from '#platform/shared/models/mesh.ts';
import { readModel, type PlainFormat } from '#platform/shared/models/read-model.ts';

/** Runs in a web worker: parsing a large model must not block the page. */
export type ReaderTask = { format: PlainFormat; bytes: Uint8Array<ArrayBuffer> } | { mesh: Mesh };
/** `coarse` is a simplified mesh for devices that cannot draw the full one smoothly. */
export type ReaderAnswer = { mesh: Mesh; coarse: Coarse | null } | { problem: ModelProblem };

const manyTriangles = 150_000;

/** A mesh with more bodies than this has fragments rather than parts. */
const maxBodies = 200;

function answer(task: ReaderTask): ReaderAnswer {
  try {
    const read = 'mesh' in task ? task.mesh : readModel(task.format, task.bytes);
    const mesh = read.parts.length > 1 && read.parts.length <= maxBodies ? read : byBodies(read);
    return { mesh, coarse: mesh.positions.length / 9 > manyTriangles ? coarsen(mesh) : null };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.problem : 'failed' };
  }
}

/** Splits a mesh without parts into its connected bodies. */
function byBodies(mesh: Mesh): Mesh {
  const { count, ofTriangle } = shellsOf(mesh);
  if (count === 1 || count > maxBodies) {
    return { ...mesh, parts: [{ name: '', first: 0, count: ofTriangle.length }] };
  }
  const counts = new Uint32Array(count);
  for (const body of ofTriangle) counts[body]! += 1;
  let first = 0;
  const parts = Array.from(counts, (triangles) => {
    const part = { name: '', first, count: triangles };
    first += triangles;
    return part;
  });
  const next = Uint32Array.from(parts, (part) => part.first * 9);
  const positions = new Float32Array(mesh.positions.length);
  for (let triangle = 0; triangle < ofTriangle.length; triangle += 1) {
    const body = ofTriangle[triangle]!;
    positions.set(mesh.positions.subarray(triangle * 9, triangle * 9 + 9), next[body]!);
    next[body]! += 9;
  }
  return { ...mesh, positions, parts };
}

self.addEventListener('message', ({ data }: MessageEvent<ReaderTask>) => {
  const message = answer(data);
  const transfer =
    'mesh' in message
      ? [message.mesh, message.coarse].flatMap((each) => (each ? [each.positions.buffer] : []))
      : [];
  self.postMessage(message, { transfer });
});
