import { MeshBuilder, ModelError, modelLimits, type Mesh } from './mesh.ts';
import { withGuessedUnit } from './stl.ts';
import { TextScanner } from './text-scanner.ts';

const maxCorners = 10_000;

/** Reads Wavefront OBJ: points and faces; a face of more than three corners is split into a fan. */
export function readObj(bytes: Uint8Array): Mesh {
  const scanner = new TextScanner(bytes);
  const builder = new MeshBuilder();
  let points = new Float32Array(3 * 1024);
  let length = 0;
  const face = new Int32Array(maxCorners);
  while (!scanner.atEnd) {
    const word = scanner.word(true);
    if (word === 'v') {
      if (length === points.length) {
        if (length >= modelLimits.triangles * 9) throw new ModelError('too_large');
        const larger = new Float32Array(length * 2);
        larger.set(points);
        points = larger;
      }
      points[length] = scanner.number();
      points[length + 1] = scanner.number();
      points[length + 2] = scanner.number();
      length += 3;
      scanner.skipLine();
    } else if (word === 'f') {
      const corners = readFace(scanner, face, length / 3);
      for (let corner = 2; corner < corners; corner += 1) {
        builder.add(points, face[0]! * 3, face[corner - 1]! * 3, face[corner]! * 3);
      }
    } else if (word === 'o' || word === 'g') {
      builder.startPart(scanner.atLineEnd() ? '' : scanner.restOfLine());
    } else {
      scanner.skipLine();
    }
  }
  return withGuessedUnit(builder.finish('millimeter', true));
}

/** Resolves the point indices of a face; negative numbers count from the last point. */
function readFace(scanner: TextScanner, face: Int32Array, points: number): number {
  let corners = 0;
  while (!scanner.atLineEnd()) {
    const index = scanner.number();
    const point = index < 0 ? points + index : index - 1;
    if (!Number.isInteger(point) || point < 0 || point >= points || corners === maxCorners) {
      throw new ModelError('malformed');
    }
    face[corners] = point;
    corners += 1;
    // Skip texture and normal indices, as in 12/4/7.
    scanner.skipWord();
  }
  scanner.skipLine();
  if (corners < 3) throw new ModelError('malformed');
  return corners;
}
