import { finished, MeshBuilder, ModelError, modelLimits, type Mesh, type Unit } from './mesh.ts';
import { startsWithMark, TextScanner } from './text-scanner.ts';

const headerBytes = 84;
const triangleBytes = 50;

/** Reads binary or text STL. Both may start with "solid", so the file's length decides. */
export function readStl(bytes: Uint8Array): Mesh {
  if (bytes.length >= headerBytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const triangles = view.getUint32(80, true);
    if (bytes.length === headerBytes + triangles * triangleBytes) return readBinary(view, triangles);
  }
  if (looksLikeText(bytes)) return readText(bytes);
  throw new ModelError(bytes.length < headerBytes ? 'truncated' : 'header_lies');
}

function readBinary(view: DataView, triangles: number): Mesh {
  if (triangles > modelLimits.triangles) throw new ModelError('too_large');
  const positions = new Float32Array(triangles * 9);
  let to = 0;
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    // Skip the normal, which slicers ignore too.
    const at = headerBytes + triangle * triangleBytes + 12;
    positions[to] = view.getFloat32(at, true);
    positions[to + 1] = view.getFloat32(at + 4, true);
    positions[to + 2] = view.getFloat32(at + 8, true);
    positions[to + 3] = view.getFloat32(at + 12, true);
    positions[to + 4] = view.getFloat32(at + 16, true);
    positions[to + 5] = view.getFloat32(at + 20, true);
    positions[to + 6] = view.getFloat32(at + 24, true);
    positions[to + 7] = view.getFloat32(at + 28, true);
    positions[to + 8] = view.getFloat32(at + 32, true);
    to += 9;
  }
  const header = new TextDecoder('latin1').decode(
    new Uint8Array(view.buffer, view.byteOffset, headerBytes - 4),
  );
  return withUnit(finished(positions, [], 'millimeter', true), header);
}

/** Returns whether a file begins as a text STL does. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const from = startsWithMark(bytes) ? 3 : 0;
  const head = new TextDecoder('latin1').decode(bytes.subarray(from, from + 1024));
  return /^\s*solid\b/i.test(head) && !head.includes('\0');
}

function readText(bytes: Uint8Array): Mesh {
  const scanner = new TextScanner(bytes);
  const builder = new MeshBuilder();
  const corners = new Float64Array(9);
  let filled = 0;
  let inSolid = false;
  /** Exporters add colours and numbers between facets. */
  let afterFacet = false;
  let name = '';
  for (let word = scanner.word(true); word !== ''; word = scanner.word(true)) {
    if (word === 'solid') {
      if (filled > 0) throw new ModelError('malformed');
      inSolid = true;
      afterFacet = true;
      const title = scanner.restOfLine();
      name ||= title;
      builder.startPart(title);
    } else if (word === 'vertex') {
      if (!inSolid || filled === 9) throw new ModelError('malformed');
      corners[filled] = scanner.number();
      corners[filled + 1] = scanner.number();
      corners[filled + 2] = scanner.number();
      filled += 3;
    } else if (word === 'endloop') {
      if (filled !== 9) throw new ModelError('malformed');
      builder.add(corners, 0, 3, 6);
      filled = 0;
    } else if (word === 'endsolid') {
      inSolid = false;
      afterFacet = true;
      scanner.skipLine();
    } else if (word === 'normal') {
      for (let axis = 0; axis < 3; axis += 1) scanner.word(true);
    } else if (word === 'endfacet') {
      afterFacet = true;
    } else if (word === 'facet' || word === 'outer' || word === 'loop') {
      afterFacet = false;
    } else if (!afterFacet) {
      throw new ModelError(scanner.atEnd ? 'truncated' : 'malformed');
    }
  }
  if (inSolid || filled > 0) throw new ModelError('truncated');
  return withUnit(builder.finish('millimeter', true), name);
}

const unitNames: [RegExp, Unit][] = [
  [/\bunits? ?[=:]? ?(mm|millim)/i, 'millimeter'],
  [/\bunits? ?[=:]? ?(in\b|inch)/i, 'inch'],
  [/\bunits? ?[=:]? ?(cm|centim)/i, 'centimeter'],
  [/\bunits? ?[=:]? ?m(eters?|etres?)?\b/i, 'meter'],
];

function withUnit(mesh: Mesh, header: string): Mesh {
  const words = header.replaceAll(/\s+/g, ' ');
  const told = unitNames.find(([pattern]) => pattern.test(words))?.[1];
  return told ? { ...mesh, unit: told, unitIsGuessed: false } : withGuessedUnit(mesh);
}

/**
 * Guesses the unit, which STL, OBJ and PLY do not state. Nearly all files are in millimetres. A model smaller than a
 * grain of rice may be a washer, or have been drawn in inches or metres: nobody but its owner knows. PrusaSlicer asks
 * below the same volumes (9 and 0.001 mm³).
 */
export function withGuessedUnit(mesh: Mesh): Mesh {
  const { min, max } = mesh.box;
  const volume = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);
  const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const isUnclear = volume > 0 && volume < 9 && longest < 6;
  // Half a millimetre is too small for any printer.
  const unit = isUnclear && volume < 0.001 && longest < 0.5 ? 'meter' : 'millimeter';
  return { ...mesh, unit, unitIsGuessed: true, ...(isUnclear && { unitIsUnclear: true }) };
}
