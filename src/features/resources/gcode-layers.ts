/**
 * Finds the layers of G-code of any size, piece by piece: where each begins, and how the machine stands there, so that one
 * layer can be read and drawn alone. Printers lay plastic down (E rises), others cut with G1; both count as work.
 */

/** How the machine stands between two lines. */
type State = {
  x: number;
  y: number;
  z: number;
  e: number;
  isRelative: boolean;
  isExtruderRelative: boolean;
  inches: boolean;
  /** The last move, which lines without one of their own repeat on machine tools. */
  move: number;
};
export type Layer = { z: number; start: number; end: number; state: Readonly<State> };
/** Lines that are drawn: four numbers each, work and moves apart. */
export type Paths = { work: number[]; moves: number[]; isCut: boolean };

export const layerLimits = {
  layers: 20_000,
  /** Longest line; a longer one is no command. */
  line: 1000,
  /** Lines that are drawn of a layer. */
  drawn: 100_000,
  /** Bytes of a layer that are read. */
  bytes: 16 * 1024 * 1024,
};

const atStart = (): State => ({
  x: 0,
  y: 0,
  z: 0,
  e: 0,
  isRelative: false,
  isExtruderRelative: false,
  inches: false,
  move: 0,
});

type Step = {
  isWork: boolean;
  from: readonly [number, number];
  to: readonly [number, number];
  arc: Arc | null;
};
type Arc = { i: number; j: number; isClockwise: boolean };

const word = /([A-Z])\s*(-?(?:\d+\.?\d*|\.\d+))/g;

/** Carries out a line; returns what moved within the layer, if anything did. `hasExtruder` tells printers from others. */
function carryOut(state: State, line: string, hasExtruder: boolean): Step | null {
  const at = line.search(/[;(]/);
  const plain = (at === -1 ? line : line.slice(0, at)).toUpperCase();
  const values = new Map<string, number>();
  let command: number | null = null;
  for (const [, letter, digits] of plain.matchAll(word)) {
    const value = Number(digits);
    if (letter === 'G') {
      if (value <= 3 && Number.isInteger(value)) command = value;
      else if (value === 20 || value === 21) state.inches = value === 20;
      else if (value === 90 || value === 91) {
        state.isRelative = value === 91;
        state.isExtruderRelative = value === 91;
      } else if (value === 92) command = 92;
      else command ??= -1;
    } else if (letter === 'M') {
      if (value === 82 || value === 83) state.isExtruderRelative = value === 83;
      command ??= -1;
    } else values.set(letter!, value);
  }
  const unit = state.inches ? 25.4 : 1;
  if (command === 92) {
    for (const axis of ['x', 'y', 'z', 'e'] as const) {
      const value = values.get(axis.toUpperCase());
      if (value !== undefined) state[axis] = value * unit;
    }
    return null;
  }
  const isMoved = ['X', 'Y', 'Z', 'E'].some((axis) => values.has(axis));
  // Machine tools repeat the last move.
  const move = command ?? (isMoved ? state.move : -1);
  if (move < 0 || move > 3 || !isMoved) return null;
  state.move = move;
  const from = [state.x, state.y] as const;
  const before = state.e;
  for (const axis of ['x', 'y', 'z'] as const) {
    const value = values.get(axis.toUpperCase());
    if (value !== undefined) state[axis] = value * unit + (state.isRelative ? state[axis] : 0);
  }
  const e = values.get('E');
  if (e !== undefined) state.e = e * unit + (state.isExtruderRelative ? state.e : 0);
  const isArc = move >= 2;
  if (from[0] === state.x && from[1] === state.y && !isArc) return null;
  return {
    isWork: hasExtruder ? state.e > before : move !== 0,
    from,
    to: [state.x, state.y],
    arc: isArc
      ? {
          i: (values.get('I') ?? 0) * unit,
          j: (values.get('J') ?? 0) * unit,
          isClockwise: move === 2,
        }
      : null,
  };
}

/** Returns whether a machine with an extruder is meant, by the beginning of a file. */
export function isOfPrinter(head: string): boolean {
  return head.split('\n').some((line) => {
    const [plain = ''] = line.split(/[;(]/);
    return /^\s*[GN]/i.test(plain) && /E-?[\d.]/i.test(plain);
  });
}

/** Finds layers in a file that arrives piece by piece, cut anywhere. */
export class LayerFinder {
  readonly layers: Layer[] = [];
  /** Box around all work: left, front, right and back. */
  readonly box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  isFull = false;
  #state = atStart();
  readonly #hasExtruder: boolean;
  #rest = '';
  #at = 0;
  #decoder = new TextDecoder('latin1');

  constructor(hasExtruder: boolean) {
    this.#hasExtruder = hasExtruder;
  }

  add(piece: Uint8Array): void {
    // A character for each byte, so that places in the text are places in the file.
    const text = this.#rest + this.#decoder.decode(piece, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line(text.slice(from, end), this.#at);
      this.#at += end + 1 - from;
      from = end + 1;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > layerLimits.line) {
      // What is left out of a line that is too long is no command.
      this.#at += this.#rest.length - 1;
      this.#rest = ';';
    }
  }

  finish(): Layer[] {
    this.#line(this.#rest, this.#at);
    this.#at += this.#rest.length;
    const last = this.layers.at(-1);
    if (last && !this.isFull) last.end = this.#at;
    return this.layers;
  }

  #line(line: string, start: number): void {
    if (line.length > layerLimits.line) return;
    const before = { ...this.#state };
    const step = carryOut(this.#state, line, this.#hasExtruder);
    const { z } = this.#state;
    const last = this.layers.at(-1);
    if (step?.isWork) this.#widen(step);
    if (!step?.isWork || (last && Math.abs(last.z - z) < 1e-4)) return;
    // What comes after the last layer is not of it.
    if (last && !this.isFull) last.end = start;
    if (this.layers.length >= layerLimits.layers) {
      this.isFull = true;
      return;
    }
    this.layers.push({ z, start, end: start, state: before });
  }

  #widen({ from, to }: Step): void {
    for (const [x, y] of [from, to]) {
      if (x < this.box[0]) this.box[0] = x;
      if (y < this.box[1]) this.box[1] = y;
      if (x > this.box[2]) this.box[2] = x;
      if (y > this.box[3]) this.box[3] = y;
    }
  }
}

/** Reads the lines of one layer. */
export function readLayer(bytes: Uint8Array, { state }: Pick<Layer, 'state'>, hasExtruder: boolean): Paths {
  const current = { ...state };
  const paths: Paths = { work: [], moves: [], isCut: false };
  for (const line of new TextDecoder('latin1').decode(bytes).split('\n')) {
    if (line.length > layerLimits.line) continue;
    const step = carryOut(current, line, hasExtruder);
    if (!step) continue;
    if (paths.work.length + paths.moves.length >= layerLimits.drawn * 4) return { ...paths, isCut: true };
    const into = step.isWork ? paths.work : paths.moves;
    let [x, y] = step.from;
    for (const [toX, toY] of pointsOf(step)) {
      if ([x, y, toX, toY].every(Number.isFinite)) into.push(x, y, toX, toY);
      [x, y] = [toX, toY];
    }
  }
  return paths;
}

/** Returns the points of a move after its first: of an arc one every 10 degrees. */
function pointsOf({ from, to, arc }: Step): (readonly [number, number])[] {
  if (!arc || (arc.i === 0 && arc.j === 0)) return [to];
  const [x, y] = [from[0] + arc.i, from[1] + arc.j];
  const radius = Math.hypot(arc.i, arc.j);
  const start = Math.atan2(from[1] - y, from[0] - x);
  let sweep = Math.atan2(to[1] - y, to[0] - x) - start;
  if (arc.isClockwise && sweep >= 0) sweep -= 2 * Math.PI;
  if (!arc.isClockwise && sweep <= 0) sweep += 2 * Math.PI;
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 18)));
  return Array.from({ length: steps }, (_, index) => {
    if (index === steps - 1) return to;
    const angle = start + (sweep * (index + 1)) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}
