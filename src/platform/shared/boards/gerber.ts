import {
  arcPoints,
  BoardError,
  boardLimits,
  circlePoints,
  placed,
  rectangle,
  type Point,
  type Shape,
} from './board.ts';

/** Forms that an aperture flashes, about its middle; `width` is that of a line drawn with it. */
type Aperture = { shapes: Shape[]; width: number };

const inch = 25.4;
const maxSteps = 10_000;
const maxMacroParts = 1000;

/** Reads one layer in the Gerber format (RS-274X and X2). */
export function readGerber(text: string): Shape[] {
  return new Plotter().plot(text);
}

class Plotter {
  readonly #apertures = new Map<number, Aperture>();
  readonly #macros = new Map<string, string[]>();
  readonly #shapes: Shape[] = [];
  #points = 0;
  #unit = 1;
  #format = { x: 1e4, y: 1e4 };
  /** Digits of a coordinate without its leading or trailing zeros. */
  #digits = { whole: 2, x: 4, y: 4, isTrailing: false };
  #at: Point = [0, 0];
  #aperture: Aperture | undefined;
  #mode: 'straight' | 'clockwise' | 'counter' = 'straight';
  #isQuadrant = false;
  #isClear = false;
  #region: Point[][] | null = null;
  #operation = 0;
  /** Block that is repeated in steps. */
  #steps: { from: number; x: number; y: number; byX: number; byY: number } | null = null;

  plot(text: string): Shape[] {
    let isGerber = false;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code <= 0x20) {
        at += 1;
        continue;
      }
      if (code === 0x25) {
        const end = text.indexOf('%', at + 1);
        if (end === -1) throw new BoardError('malformed');
        this.#extended(text.slice(at + 1, end));
        isGerber = true;
        at = end + 1;
        continue;
      }
      const end = text.indexOf('*', at);
      if (end === -1) break;
      const word = text.slice(at, end).replace(/\s/g, '');
      at = end + 1;
      if (word === 'M02' || word === 'M00') break;
      this.#command(word);
    }
    if (!isGerber) throw new BoardError('malformed');
    this.#repeat();
    return this.#shapes;
  }

  #add(shape: Shape): void {
    this.#points +=
      shape.kind === 'area'
        ? shape.rings.reduce((sum, ring) => sum + ring.length, 0)
        : shape.kind === 'line'
          ? shape.points.length
          : 1;
    if (this.#points > boardLimits.points) throw new BoardError('too_complex');
    this.#shapes.push(shape);
  }

  #extended(block: string): void {
    const parts = block.split('*').map((part) => part.replace(/\s/g, ''));
    const [first = ''] = parts;
    if (first.startsWith('AM')) {
      this.#macros.set(first.slice(2), parts.slice(1, maxMacroParts));
      return;
    }
    for (const part of parts) {
      const kind = part.slice(0, 2);
      if (kind === 'FS') this.#setFormat(part);
      else if (kind === 'MO') this.#unit = part.slice(2) === 'IN' ? inch : 1;
      else if (kind === 'AD') this.#define(part);
      else if (kind === 'LP') this.#isClear = part[2] === 'C';
      else if (kind === 'SR') this.#step(part);
    }
  }

  #setFormat(part: string): void {
    const found = /^FS([LT])[AI]X(\d)(\d)Y(\d)(\d)/.exec(part);
    if (!found) throw new BoardError('malformed');
    const [, zeros, whole, x, , y] = found;
    this.#digits = { whole: Number(whole), x: Number(x), y: Number(y), isTrailing: zeros === 'T' };
    this.#format = { x: 10 ** Number(x), y: 10 ** Number(y) };
  }

  #define(part: string): void {
    const found = /^ADD(\d{1,9})([^,]{1,200})(?:,(.{0,1000}))?$/.exec(part);
    if (!found) throw new BoardError('malformed');
    const [, number, name = '', given = ''] = found;
    const values = given === '' ? [] : given.split('X').map(finite);
    if (this.#apertures.size > 10_000) throw new BoardError('too_complex');
    this.#apertures.set(Number(number), this.#apertureOf(name, values));
  }

  #apertureOf(name: string, values: number[]): Aperture {
    const sizes = values.map((value) => value * this.#unit);
    const [a = 0, b = a] = sizes;
    if (name === 'C') return { shapes: holed([circlePoints([0, 0], a / 2)], sizes[1]), width: a };
    if (name === 'R') return { shapes: holed([rectangle(a, b)], sizes[2]), width: Math.min(a, b) };
    if (name === 'O') {
      const reach = Math.abs(a - b) / 2;
      const ends: Point[] =
        a > b
          ? [
              [-reach, 0],
              [reach, 0],
            ]
          : [
              [0, -reach],
              [0, reach],
            ];
      return { shapes: [{ kind: 'line', points: ends, width: Math.min(a, b) }], width: Math.min(a, b) };
    }
    if (name === 'P') {
      const corners = Math.min(12, Math.max(3, Math.round(values[1] ?? 3)));
      const points: Point[] = [];
      for (let corner = 0; corner < corners; corner += 1) {
        const angle = ((values[2] ?? 0) * Math.PI) / 180 + (2 * Math.PI * corner) / corners;
        points.push([(a / 2) * Math.cos(angle), (a / 2) * Math.sin(angle)]);
      }
      return { shapes: holed([points], sizes[3]), width: a };
    }
    const macro = this.#macros.get(name);
    if (!macro) throw new BoardError('malformed');
    return { shapes: macroShapes(macro, values, this.#unit), width: 0 };
  }

  #step(part: string): void {
    this.#repeat();
    const found = /^SRX(\d{1,6})Y(\d{1,6})I([-+.\d]{1,20})J([-+.\d]{1,20})$/.exec(part);
    if (!found) return;
    const [, x, y, byX, byY] = found;
    this.#steps = {
      from: this.#shapes.length,
      x: Number(x),
      y: Number(y),
      byX: finite(byX!) * this.#unit,
      byY: finite(byY!) * this.#unit,
    };
  }

  /** Copies what was drawn since a block began, to all of its steps. */
  #repeat(): void {
    const steps = this.#steps;
    this.#steps = null;
    if (!steps || steps.x * steps.y <= 1) return;
    if (steps.x * steps.y > maxSteps) throw new BoardError('too_complex');
    const block = this.#shapes.slice(steps.from);
    for (let x = 0; x < steps.x; x += 1) {
      for (let y = 0; y < steps.y; y += 1) {
        if (x + y === 0) continue;
        for (const shape of block) this.#add(movedShape(shape, [x * steps.byX, y * steps.byY]));
      }
    }
  }

  #command(word: string): void {
    let rest = word;
    for (;;) {
      const found = /^G(\d{1,9})/.exec(rest);
      if (!found) break;
      const code = Number(found[1]);
      // A remark.
      if (code === 4) return;
      rest = rest.slice(found[0].length);
      if (code === 1) this.#mode = 'straight';
      else if (code === 2) this.#mode = 'clockwise';
      else if (code === 3) this.#mode = 'counter';
      else if (code === 36) this.#region = [];
      else if (code === 37) this.#endRegion();
      else if (code === 70) this.#unit = inch;
      else if (code === 71) this.#unit = 1;
      else if (code === 74) this.#isQuadrant = true;
      else if (code === 75) this.#isQuadrant = false;
    }
    if (rest === '') return;
    const selected = /^D(\d{2,9})$/.exec(rest);
    if (selected && Number(selected[1]) >= 10) {
      this.#aperture = this.#apertures.get(Number(selected[1]));
      return;
    }
    const found =
      /^(?:X([-+]?\d{1,20}))?(?:Y([-+]?\d{1,20}))?(?:I([-+]?\d{1,20}))?(?:J([-+]?\d{1,20}))?(?:D(0?[123]))?$/.exec(
        rest,
      );
    // Words that say nothing about the picture.
    if (!found) return;
    const [, x, y, i, j, operation] = found;
    if (operation) this.#operation = Number(operation);
    const to: Point = [
      x === undefined ? this.#at[0] : this.#length(x, 'x'),
      y === undefined ? this.#at[1] : this.#length(y, 'y'),
    ];
    const centre: Point = [
      i === undefined ? 0 : this.#length(i, 'x'),
      j === undefined ? 0 : this.#length(j, 'y'),
    ];
    this.#move(to, centre);
    this.#at = to;
  }

  #length(digits: string, axis: 'x' | 'y'): number {
    const { whole, isTrailing } = this.#digits;
    if (!isTrailing) return (Number(digits) / this.#format[axis]) * this.#unit;
    const sign = digits.startsWith('-') ? -1 : 1;
    const plain = digits.replace(/^[-+]/, '').padEnd(whole + this.#digits[axis], '0');
    return ((sign * Number(plain)) / this.#format[axis]) * this.#unit;
  }

  #move(to: Point, centre: Point): void {
    if (this.#operation === 1) {
      const points = this.#mode === 'straight' ? [this.#at, to] : this.#arc(to, centre);
      if (this.#region) {
        const ring = this.#region.at(-1);
        if (ring) ring.push(...points.slice(1));
        else this.#region.push(points);
        this.#points += points.length;
        if (this.#points > boardLimits.points) throw new BoardError('too_complex');
      } else if (this.#aperture) {
        this.#add({ kind: 'line', points, width: this.#aperture.width, isClear: this.#isClear });
      }
    } else if (this.#operation === 2) {
      if (this.#region) this.#region.push([to]);
    } else if (this.#operation === 3 && this.#aperture) {
      for (const shape of this.#aperture.shapes) {
        const flashed = movedShape(shape, to);
        this.#add({ ...flashed, isClear: this.#isClear !== (shape.isClear ?? false) });
      }
    }
  }

  #arc(to: Point, [i, j]: Point): Point[] {
    const isBack = this.#mode === 'clockwise';
    const options: Point[] = this.#isQuadrant
      ? [
          [i, j],
          [-i, j],
          [i, -j],
          [-i, -j],
        ]
      : [[i, j]];
    let found: Point[] | null = null;
    let least = Infinity;
    for (const [byX, byY] of options) {
      const centre: Point = [this.#at[0] + byX, this.#at[1] + byY];
      const radius = Math.hypot(byX, byY);
      const from = Math.atan2(this.#at[1] - centre[1], this.#at[0] - centre[0]);
      const until = Math.atan2(to[1] - centre[1], to[0] - centre[0]);
      const full = 2 * Math.PI;
      let sweep = (((until - from) % full) + full) % full;
      if (isBack) sweep -= full;
      // The same beginning and end are a whole circle, unless arcs are quarters at most.
      if (this.#isQuadrant && Math.abs(sweep) > Math.PI / 2 + 1e-3) continue;
      if (!this.#isQuadrant && Math.abs(sweep) < 1e-9) sweep = isBack ? -full : full;
      const miss = Math.abs(Math.hypot(to[0] - centre[0], to[1] - centre[1]) - radius);
      if (miss >= least) continue;
      least = miss;
      found = arcPoints(centre, radius, from, sweep);
    }
    return found ?? [this.#at, to];
  }

  #endRegion(): void {
    const rings = (this.#region ?? []).filter(({ length }) => length > 2);
    this.#region = null;
    // Each outline is filled by itself.
    for (const ring of rings) this.#add({ kind: 'area', rings: [ring], isClear: this.#isClear });
  }
}

function finite(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new BoardError('malformed');
  return value;
}

function holed(rings: Point[][], hole: number | undefined): Shape[] {
  return [{ kind: 'area', rings: hole ? [...rings, circlePoints([0, 0], hole / 2)] : rings }];
}

function movedShape(shape: Shape, by: Point): Shape {
  if (shape.kind === 'line') return { ...shape, points: placed(shape.points, by, 0) };
  if (shape.kind === 'area') return { ...shape, rings: shape.rings.map((ring) => placed(ring, by, 0)) };
  return shape;
}

/** Works out the shapes of an aperture macro: primitives with expressions of its parameters. */
function macroShapes(parts: readonly string[], values: readonly number[], unit: number): Shape[] {
  const variables = new Map(values.map((value, index) => [index + 1, value]));
  const shapes: Shape[] = [];
  for (const part of parts) {
    const set = /^\$(\d{1,4})=(.{1,500})$/.exec(part);
    if (set) {
      variables.set(Number(set[1]), evaluate(set[2]!, variables));
      continue;
    }
    const code = part.split(',')[0] ?? '';
    if (code === '' || code.startsWith('0')) continue;
    const given = part
      .split(',')
      .slice(1, 5005)
      .map((text) => evaluate(text, variables));
    shapes.push(...primitive(Number(code), given, unit));
  }
  return shapes;
}

function primitive(code: number, given: readonly number[], unit: number): Shape[] {
  const mm = (index: number) => (given[index] ?? 0) * unit;
  const exposed = (kind: Shape): Shape => (given[0] === 0 ? { ...kind, isClear: true } : kind);
  if (code === 1) {
    const [centre] = placed([[mm(2), mm(3)]], [0, 0], given[4] ?? 0);
    return [exposed({ kind: 'area', rings: [circlePoints(centre!, mm(1) / 2)] })];
  }
  if (code === 4) {
    const count = Math.min(5000, Math.max(0, Math.round(given[1] ?? 0)));
    const points = Array.from({ length: count }, (_, index): Point => [mm(2 + index * 2), mm(3 + index * 2)]);
    return [exposed({ kind: 'area', rings: [placed(points, [0, 0], given[4 + count * 2] ?? 0)] })];
  }
  if (code === 5) {
    const corners = Math.min(12, Math.max(3, Math.round(given[1] ?? 3)));
    const points = Array.from({ length: corners }, (_, corner): Point => {
      const angle = (2 * Math.PI * corner) / corners;
      return [mm(2) + (mm(4) / 2) * Math.cos(angle), mm(3) + (mm(4) / 2) * Math.sin(angle)];
    });
    return [exposed({ kind: 'area', rings: [placed(points, [0, 0], given[5] ?? 0)] })];
  }
  if (code === 7) {
    const ring = [circlePoints([mm(0), mm(1)], mm(2) / 2), circlePoints([mm(0), mm(1)], mm(3) / 2)];
    return [{ kind: 'area', rings: ring.map((points) => placed(points, [0, 0], given[5] ?? 0)) }];
  }
  if (code === 20 || code === 2) {
    const [from, to]: Point[] = [
      [mm(2), mm(3)],
      [mm(4), mm(5)],
    ];
    const length = Math.hypot(to![0] - from![0], to![1] - from![1]);
    if (length === 0) return [];
    const [x, y] = [
      (((to![1] - from![1]) / length) * mm(1)) / 2,
      (((from![0] - to![0]) / length) * mm(1)) / 2,
    ];
    const points: Point[] = [
      [from![0] + x, from![1] + y],
      [to![0] + x, to![1] + y],
      [to![0] - x, to![1] - y],
      [from![0] - x, from![1] - y],
    ];
    return [exposed({ kind: 'area', rings: [placed(points, [0, 0], given[6] ?? 0)] })];
  }
  if (code === 21 || code === 22) {
    const points = rectangle(mm(1), mm(2)).map(([x, y]): Point =>
      code === 21 ? [x + mm(3), y + mm(4)] : [x + mm(3) + mm(1) / 2, y + mm(4) + mm(2) / 2],
    );
    return [exposed({ kind: 'area', rings: [placed(points, [0, 0], given[5] ?? 0)] })];
  }
  return [];
}

/** Works out an expression: numbers, variables, + - x / and brackets. */
function evaluate(text: string, variables: ReadonlyMap<number, number>): number {
  let at = 0;
  let depth = 0;
  function value(): number {
    const sign = text[at];
    if (sign === '-' || sign === '+') {
      at += 1;
      depth += 1;
      if (depth > boardLimits.depth) throw new BoardError('too_complex');
      const signed = value();
      depth -= 1;
      return sign === '-' ? -signed : signed;
    }
    if (text[at] === '(') {
      at += 1;
      depth += 1;
      if (depth > boardLimits.depth) throw new BoardError('too_complex');
      const inner = sum();
      depth -= 1;
      if (text[at] !== ')') throw new BoardError('malformed');
      at += 1;
      return inner;
    }
    const isVariable = text[at] === '$';
    const from = isVariable ? at + 1 : at;
    at = from;
    while (at < text.length && '0123456789.'.includes(text[at]!)) at += 1;
    if (at === from) throw new BoardError('malformed');
    const number = finite(text.slice(from, at));
    return isVariable ? (variables.get(number) ?? 0) : number;
  }
  function product(): number {
    let result = value();
    while (text[at] === 'x' || text[at] === 'X' || text[at] === '/') {
      const isDivided = text[at] === '/';
      at += 1;
      const next = value();
      result = isDivided ? result / next : result * next;
    }
    return result;
  }
  function sum(): number {
    let result = product();
    while (text[at] === '+' || text[at] === '-') {
      const isLess = text[at] === '-';
      at += 1;
      const next = product();
      result = isLess ? result - next : result + next;
    }
    return result;
  }
  const result = sum();
  if (at !== text.length || !Number.isFinite(result)) throw new BoardError('malformed');
  return result;
}
