/** What a board's file draws, in millimetres, with y upwards as in Gerber. */
export type Point = [x: number, y: number];
export type Shape = { isClear?: boolean } & (
  | { kind: 'line'; points: Point[]; width: number }
  /** Outlines that are filled; one within another is a hole. */
  | { kind: 'area'; rings: Point[][] }
  | { kind: 'text'; at: Point; size: number; angle: number; text: string }
);
export type LayerShapes = { name: string; role: LayerRole; shapes: Shape[] };

/** What a layer is for; drawn in this order from below. */
export const layerRoles = [
  'bottom_silk',
  'bottom_mask',
  'bottom_copper',
  'inner_copper',
  'top_copper',
  'top_mask',
  'top_silk',
  'other',
  'outline',
  'drill',
] as const;
export type LayerRole = (typeof layerRoles)[number];

export const boardProblems = [
  'empty',
  'malformed',
  'too_large',
  'too_complex',
  'too_slow',
  'failed',
] as const;
export type BoardProblem = (typeof boardProblems)[number];
export class BoardError extends Error {
  readonly problem: BoardProblem;
  constructor(problem: BoardProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Limits of what is drawn: what a telephone can show. */
export const boardLimits = {
  bytes: 24 * 1024 * 1024,
  /** Corners and ends of all shapes. */
  points: 1_000_000,
  depth: 64,
  layers: 60,
  /** Coordinates beyond this are no board. */
  millimetres: 10_000,
} as const;

export type DrawnLayer = { name: string; role: LayerRole; svg: string };
export type DrawnBoard = { widthMm: number; heightMm: number; layers: DrawnLayer[] };

const colours: Record<LayerRole, string> = {
  bottom_silk: '#9fb3c8',
  bottom_mask: '#8e5bd0',
  bottom_copper: '#4d7fc4',
  inner_copper: '#7fc87f',
  top_copper: '#c83434',
  top_mask: '#d864ff',
  top_silk: '#f2eda1',
  other: '#c2c2c2',
  outline: '#d0d2cd',
  drill: '#e3b72e',
};

/** Draws each layer as an SVG of its own, all with the same frame. */
export function drawBoard(layers: readonly LayerShapes[]): DrawnBoard {
  const filled = layers.filter(({ shapes }) => shapes.length > 0);
  if (filled.length === 0) throw new BoardError('empty');
  if (filled.length > boardLimits.layers) throw new BoardError('too_complex');
  // The outline is the board; without one everything counts.
  const outlines = filled.filter(({ role }) => role === 'outline');
  const frame = frameOf(outlines.length > 0 ? outlines : filled);
  const around = frameOf(filled);
  const widthMm = frame.maxX - frame.minX;
  const heightMm = frame.maxY - frame.minY;
  const margin = Math.max(1, (around.maxX - around.minX) * 0.02);
  const view = [
    around.minX - margin,
    -around.maxY - margin,
    around.maxX - around.minX + 2 * margin,
    around.maxY - around.minY + 2 * margin,
  ].map(short);
  return {
    widthMm,
    heightMm,
    layers: filled
      .toSorted((a, b) => layerRoles.indexOf(a.role) - layerRoles.indexOf(b.role))
      .map(({ name, role, shapes }) => ({ name, role, svg: svgOf(shapes, view, colours[role]) })),
  };
}

type Frame = { minX: number; minY: number; maxX: number; maxY: number };

function frameOf(layers: readonly LayerShapes[]): Frame {
  const frame = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  let points = 0;
  const take = ([x, y]: Point, around: number) => {
    points += 1;
    if (!(Math.abs(x) <= boardLimits.millimetres && Math.abs(y) <= boardLimits.millimetres))
      throw new BoardError('malformed');
    frame.minX = Math.min(frame.minX, x - around);
    frame.minY = Math.min(frame.minY, y - around);
    frame.maxX = Math.max(frame.maxX, x + around);
    frame.maxY = Math.max(frame.maxY, y + around);
  };
  for (const { shapes } of layers) {
    for (const shape of shapes) {
      if (shape.kind === 'text') take(shape.at, 0);
      else if (shape.kind === 'line') for (const point of shape.points) take(point, shape.width / 2);
      else for (const ring of shape.rings) for (const point of ring) take(point, 0);
    }
  }
  if (points > boardLimits.points) throw new BoardError('too_complex');
  return frame;
}

const short = (value: number): number => Math.round(value * 10_000) / 10_000;
const pointsOf = (points: readonly Point[]) => points.map(([x, y]) => `${short(x)} ${short(-y)}`).join('L');

/** Shapes that clear what lies below take it out of a mask, so that other layers show through. */
function svgOf(shapes: readonly Shape[], view: readonly number[], colour: string): string {
  const hasClear = shapes.some(({ isClear }) => isClear);
  const drawn = shapes.map((shape) =>
    elementOf(shape, hasClear ? (shape.isClear ? '#000' : '#fff') : colour),
  );
  const [x, y, width, height] = view;
  const content = hasClear
    ? `<mask id="m" maskUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}">${drawn.join('')}</mask><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}" mask="url(#m)"/>`
    : drawn.join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(' ')}" fill="none" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`;
}

function elementOf(shape: Shape, colour: string): string {
  if (shape.kind === 'line') {
    const width = Math.max(0.02, short(shape.width));
    // A stroke of no length draws its round ends.
    return `<path d="M${pointsOf(shape.points)}" stroke="${colour}" stroke-width="${width}"/>`;
  }
  if (shape.kind === 'text') {
    const [x, y] = [short(shape.at[0]), short(-shape.at[1])];
    return `<text x="${x}" y="${y}" transform="rotate(${short(-shape.angle)} ${x} ${y})" font-size="${short(shape.size)}" font-family="sans-serif" text-anchor="middle" dominant-baseline="central" fill="${colour}">${escape(shape.text)}</text>`;
  }
  const rings = shape.rings.filter(({ length }) => length > 1).map((ring) => `M${pointsOf(ring)}Z`);
  return `<path d="${rings.join('')}" fill="${colour}" fill-rule="evenodd"/>`;
}

/** Characters that XML has no place for are left out. */
function escape(text: string): string {
  const named: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
  let out = '';
  for (const character of text.slice(0, 200)) {
    const code = character.codePointAt(0)!;
    if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) continue;
    out += named[character] ?? character;
  }
  return out;
}

/** Returns points along a circle's arc, at most 5° apart. */
export function arcPoints(centre: Point, radius: number, from: number, sweep: number): Point[] {
  if (!Number.isFinite(radius) || !Number.isFinite(sweep)) throw new BoardError('malformed');
  const turns = Math.min(Math.abs(sweep), 2 * Math.PI) * Math.sign(sweep || 1);
  const steps = Math.max(1, Math.ceil(Math.abs(turns) / (Math.PI / 36)));
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = from + (turns * step) / steps;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

export const circlePoints = (centre: Point, radius: number): Point[] =>
  arcPoints(centre, radius, 0, 2 * Math.PI).slice(1);

/** Returns the arc through three points, or the straight way where they lie on a line. */
export function arcThrough(a: Point, b: Point, c: Point): Point[] {
  const doubled = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]));
  if (Math.abs(doubled) < 1e-9) return [a, b, c];
  const square = ([x, y]: Point) => x * x + y * y;
  const centre: Point = [
    (square(a) * (b[1] - c[1]) + square(b) * (c[1] - a[1]) + square(c) * (a[1] - b[1])) / doubled,
    (square(a) * (c[0] - b[0]) + square(b) * (a[0] - c[0]) + square(c) * (b[0] - a[0])) / doubled,
  ];
  const angle = ([x, y]: Point) => Math.atan2(y - centre[1], x - centre[0]);
  const full = 2 * Math.PI;
  const sweepTo = (to: Point) => (((angle(to) - angle(a)) % full) + full) % full;
  const sweep = sweepTo(b) <= sweepTo(c) ? sweepTo(c) : sweepTo(c) - full;
  return arcPoints(centre, Math.hypot(a[0] - centre[0], a[1] - centre[1]), angle(a), sweep);
}

/** Turns points about the origin by degrees counter-clockwise, then moves them. */
export function placed(points: readonly Point[], [byX, byY]: Point, degrees: number): Point[] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => [byX + x * cos - y * sin, byY + x * sin + y * cos]);
}

export function rectangle(width: number, height: number): Point[] {
  const [x, y] = [width / 2, height / 2];
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
}
