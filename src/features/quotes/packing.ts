/** How pieces are laid out on the plates of a machine: pure geometry, the same for every caller. */

/** Gap between two pieces on a plate, in millimetres. */
export const gapMm = 5;
/** Rounding errors of sizes do not push a piece off the bed. */
const slack = 1e-6;

type Size = readonly [number, number, number];
/** Pieces of one kind: their size as the file has it, along x, y and z, and how many there are. */
export type Kind = { sizeMm: Size; count: number };
/** Equal pieces side by side along x, the first one at this place. */
export type Run = { kind: number; x: number; y: number; width: number; depth: number; count: number };
export type Packed = {
  plates: Run[][];
  /** Kinds that fit on no plate at all, by their index. */
  tooLarge: number[];
};

type Footprint = { width: number; depth: number };

/** Axes along x, y and z. The first two leave the model standing as it is; the others lay it on a side. */
const standing = [
  [0, 1, 2],
  [1, 0, 2],
] as const;
const lying = [
  [0, 2, 1],
  [2, 0, 1],
  [1, 2, 0],
  [2, 1, 0],
] as const;

const sideBySide = (room: number, size: number) => Math.floor((room + gapMm + slack) / (size + gapMm));

/**
 * Returns the area that a piece takes on a bed, as it stands; turned by a quarter where more of it fit so. It is laid on
 * a side only where it does not fit standing. Null if it is too large.
 */
export function footprintOn(sizeMm: Size, buildMm: Size): Footprint | null {
  for (const turns of [standing, lying]) {
    let best: Footprint | null = null;
    let most = 0;
    for (const [x, y, z] of turns) {
      if (sizeMm[z] > buildMm[2] + slack) continue;
      const pieces = sideBySide(buildMm[0], sizeMm[x]) * sideBySide(buildMm[1], sizeMm[y]);
      if (pieces > most) {
        most = pieces;
        best = { width: sizeMm[x], depth: sizeMm[y] };
      }
    }
    if (best) return best;
  }
  return null;
}

/** Turned by a quarter where its longer side then lies along x, and it still fits. */
function lengthwise({ width, depth }: Footprint, buildMm: Size): Footprint {
  const fits = depth <= buildMm[0] + slack && width <= buildMm[1] + slack;
  return depth > width && fits ? { width: depth, depth: width } : { width, depth };
}

type Placing = Footprint & { kind: number; count: number };
type Row = { plate: number; y: number; depth: number; used: number };

/** Packs pieces on as few plates as two simple ways find. The same pieces always give the same plates. */
export function packOn(kinds: readonly Kind[], buildMm: Size): Packed {
  const tooLarge: number[] = [];
  const fitting = kinds.flatMap(({ sizeMm, count }, kind): Placing[] => {
    const footprint = footprintOn(sizeMm, buildMm);
    if (!footprint) tooLarge.push(kind);
    return footprint ? [{ kind, count, ...footprint }] : [];
  });
  const asTheyAre = inRows(fitting, buildMm);
  const turned = inRows(
    fitting.map((placing) => ({ ...placing, ...lengthwise(placing, buildMm) })),
    buildMm,
  );
  return { plates: turned.length < asTheyAre.length ? turned : asTheyAre, tooLarge };
}

/**
 * Packs pieces in rows, the deepest kinds first: each goes into the first row with room for it, else it begins a row, else a
 * plate.
 */
function inRows(placings: readonly Placing[], buildMm: Size): Run[][] {
  const sorted = placings.toSorted((a, b) => b.depth - a.depth || b.width - a.width || a.kind - b.kind);
  const plates: Run[][] = [];
  const rows: Row[] = [];
  /** How far each plate is filled along y. */
  const filled: number[] = [];

  /** Puts as many as fit at the end of a row; returns how many. */
  function put(row: Row, { kind, width, depth }: Placing, most: number): number {
    const x = row.used === 0 ? 0 : row.used + gapMm;
    const count = Math.max(0, Math.min(most, sideBySide(buildMm[0] - x, width)));
    if (count > 0) {
      plates[row.plate]!.push({ kind, x, y: row.y, width, depth, count });
      row.used = x + count * (width + gapMm) - gapMm;
    }
    return count;
  }
  /** Begins a row on the first plate from this one on that has room for it. */
  function begin(from: number, depth: number): Row {
    let plate = from;
    const next = () => {
      const used = filled[plate] ?? 0;
      return used === 0 ? 0 : used + gapMm;
    };
    while (plate < plates.length && next() + depth > buildMm[1] + slack) plate += 1;
    if (plate === plates.length) {
      plates.push([]);
      filled.push(0);
    }
    const row = { plate, y: next(), depth, used: 0 };
    rows.push(row);
    filled[plate] = row.y + depth;
    return row;
  }

  for (const placing of sorted) {
    let left = placing.count;
    // Rows are as deep as their first piece, and what comes later is never deeper.
    for (const row of rows) {
      if (left === 0) break;
      left -= put(row, placing, left);
    }
    let plate = 0;
    while (left > 0) {
      const row = begin(plate, placing.depth);
      ({ plate } = row);
      left -= put(row, placing, left);
    }
  }
  return plates;
}
