/** Drawings of things without a picture, as paths in a frame of 400 × 300. Pure, so that server and browser draw the same. */

type Motif = 'body' | 'text' | 'net' | 'pixels';

const motifs: Record<string, Motif> = {
  software: 'text',
  free_content: 'text',
  engineer: 'text',
  ai_model: 'net',
  electronics: 'net',
  flash_game: 'pixels',
};

/** Returns how a category, trade or kind of lot is drawn; most are bodies. */
export function motifOf(kind: string): Motif {
  return Object.hasOwn(motifs, kind) ? motifs[kind]! : 'body';
}

const hues = 5;

/** Returns numbers in [0, 1) that follow from a text alone (FNV-1a, then mulberry32). */
function numbersOf(text: string): () => number {
  let state = 2166136261;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Sketch = { lines: string; faces: string; hue: number };

/** Returns the drawing of a name. A body has the proportions of its size where that is known. */
export function sketch(name: string, motif: Motif, size?: readonly [number, number, number]): Sketch {
  const next = numbersOf(`${motif} ${name}`);
  const hue = Math.floor(next() * hues);
  return { ...drawings[motif](next, size), hue };
}

const drawings: Record<
  Motif,
  (next: () => number, size?: readonly [number, number, number]) => Omit<Sketch, 'hue'>
> = {
  body(next, size = [0.5 + next() / 2, 0.4 + next() / 2, 0.3 + next() * 0.6]) {
    // An isometric box, as large as the frame allows, with a round hole in its top and lines of dimension.
    const most = Math.max(...size, 0.001);
    const [w, d, h] = size.map((side) => Math.max(0.12, side / most) * 130) as [number, number, number];
    const point = (x: number, y: number, z: number) => {
      const px = 200 + (x - y - (w - d) / 2) * 0.866;
      return `${px.toFixed(0)} ${(150 + (x + y - (w + d) / 2) * 0.5 - z + h / 2).toFixed(0)}`;
    };
    const top = `M${point(0, 0, h)}L${point(w, 0, h)}L${point(w, d, h)}L${point(0, d, h)}Z`;
    const sides = `M${point(0, d, h)}L${point(0, d, 0)}L${point(w, d, 0)}L${point(w, 0, 0)}L${point(w, 0, h)}M${point(w, d, h)}L${point(w, d, 0)}`;
    const hole = Math.min(w, d) * (0.18 + next() * 0.14);
    const [cx, cy] = point(w / 2, d / 2, h).split(' ');
    const ring = `M${Number(cx) - hole * 1.2} ${cy}a${r(hole * 1.2)} ${r(hole * 0.7)} 0 1 0 ${r(hole * 2.4)} 0a${r(hole * 1.2)} ${r(hole * 0.7)} 0 1 0 ${r(-hole * 2.4)} 0`;
    const off = 14;
    const dimensions = `M${point(0, d + off, 0)}L${point(w, d + off, 0)}M${point(w + off, d, 0)}L${point(w + off, 0, 0)}`;
    return { lines: top + sides + ring + dimensions, faces: top };
  },
  text(next) {
    // Lines of writing on a sheet.
    const rows = Array.from({ length: 7 }, (_, row) => {
      const left = 120 + Math.floor(next() * 3) * 16;
      return `M${left} ${86 + row * 21}h${Math.round(40 + next() * (260 - left))}`;
    });
    const sheet = 'M92 52h216v196h-216Z';
    return { lines: sheet + rows.join(''), faces: sheet };
  },
  net(next) {
    // Three columns of nodes, each joined to some of the next.
    const columns = [110, 200, 290].map((x) => {
      const count = 2 + Math.floor(next() * 3);
      return Array.from(
        { length: count },
        (_, index) => [x, r(150 + (index - (count - 1) / 2) * 52)] as const,
      );
    });
    const dots = columns.flat().map(([x, y]) => `M${x - 12} ${y}a12 12 0 1 0 24 0a12 12 0 1 0 -24 0`);
    const joints = columns
      .slice(1)
      .flatMap((column, index) =>
        column.flatMap(([x, y]) =>
          columns[index]!.filter((_, at) => at === 0 || next() > 0.3).map(
            ([fromX, fromY]) => `M${fromX + 12} ${fromY}L${x - 12} ${y}`,
          ),
        ),
      );
    return { lines: dots.join('') + joints.join(''), faces: dots.join('') };
  },
  pixels(next) {
    // A figure of squares, the same on both sides.
    const squares = Array.from({ length: 15 }, (_, index) => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      if (next() < 0.42) return '';
      const at = (x: number) => `M${110 + x * 36} ${60 + row * 36}h36v36h-36Z`;
      return column === 2 ? at(2) : at(column) + at(4 - column);
    }).join('');
    return { lines: squares, faces: squares };
  },
};

const r = Math.round;
