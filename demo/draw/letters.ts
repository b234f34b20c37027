/**
 * Stroke alphabet of our own, because a fresh machine may have no fonts at all. Each glyph is strokes of grid points,
 * "xy", with x 0..4 and y 0..6 above the baseline; a and b are one and two steps below it.
 */
const glyphs: Record<string, string> = {
  A: '00 26 40;12 32',
  B: '00 06 36 45 44 33 03;33 42 41 30 00',
  C: '45 36 16 05 01 10 30 41',
  D: '00 06 26 44 42 20 00',
  E: '46 06 00 40;03 33',
  F: '46 06 00;03 33',
  G: '45 36 16 05 01 10 30 41 43 23',
  H: '00 06;40 46;03 43',
  I: '16 36;26 20;10 30',
  J: '16 46;36 31 20 10 01',
  K: '00 06;46 03 40',
  L: '06 00 40',
  M: '00 06 23 46 40',
  N: '00 06 40 46',
  O: '16 36 45 41 30 10 01 05 16',
  P: '00 06 36 45 44 33 03',
  Q: '16 36 45 41 30 10 01 05 16;22 40',
  R: '00 06 36 45 44 33 03;23 40',
  S: '45 36 16 05 04 13 33 42 41 30 10 01',
  T: '06 46;26 20',
  U: '06 01 10 30 41 46',
  V: '06 20 46',
  W: '06 10 24 30 46',
  X: '06 40;00 46',
  Y: '06 23 46;23 20',
  Z: '06 46 00 40',
  a: '03 14 34 43 40;42 12 01 10 30 41',
  b: '06 00;02 14 34 43 41 30 10 02',
  c: '43 34 14 03 01 10 30 41',
  d: '46 40;42 34 14 03 01 10 30 42',
  e: '02 42 43 34 14 03 01 10 30 41',
  f: '46 36 25 20;04 44',
  g: '44 4a 3b 1b;43 34 14 03 01 10 30 41',
  h: '06 00;02 14 34 43 40',
  i: '14 24 20;10 30;26 26',
  j: '24 34 3a 2b 1b;36 36',
  k: '06 00;34 01;12 40',
  l: '16 26 21 30',
  m: '00 04;02 14 23 20;22 34 43 40',
  n: '00 04;02 14 34 43 40',
  o: '14 34 43 41 30 10 01 03 14',
  p: '0b 04;02 14 34 43 41 30 10 02',
  q: '4b 44;42 34 14 03 01 10 30 42',
  r: '00 04;02 14 34 43',
  s: '43 34 14 03 12 32 41 30 10 01',
  t: '26 21 30 40;04 44',
  u: '04 01 10 30 42;44 40',
  v: '04 20 44',
  w: '04 10 23 30 44',
  x: '04 40;00 44',
  y: '04 20;44 1b',
  z: '04 44 00 40',
  '0': '16 36 45 41 30 10 01 05 16;14 32',
  '1': '14 26 20;10 30',
  '2': '05 16 36 45 44 00 40',
  '3': '05 16 36 45 44 33 13;33 42 41 30 10 01',
  '4': '30 36 02 42',
  '5': '46 06 03 33 42 41 30 10 01',
  '6': '45 36 16 05 01 10 30 41 42 33 13 02',
  '7': '06 46 10',
  '8': '13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33',
  '9': '01 10 30 41 45 36 16 05 04 13 33 44',
  '.': '20 20',
  ',': '20 1a',
  ':': '24 24;21 21',
  ';': '24 24;20 1a',
  '!': '26 22;20 20',
  '?': '05 16 36 45 44 23 22;20 20',
  '-': '13 33',
  '+': '13 33;22 24',
  '=': '04 44;02 42',
  '*': '21 25;02 44;04 42',
  '/': '00 46',
  '\\': '06 40',
  '|': '2b 26',
  _: '0a 4a',
  '(': '36 24 22 30',
  ')': '16 24 22 10',
  '[': '36 16 10 30',
  ']': '16 36 30 10',
  '{': '36 26 24 13 22 20 30',
  '}': '16 26 24 33 22 20 10',
  '<': '35 03 31',
  '>': '15 43 11',
  '#': '10 16;30 36;04 44;02 42',
  '%': '00 46;05 16 15 05;30 41 31 30',
  $: '45 36 16 05 13 33 41 30 10 01;2a 26',
  '&': '40 05 16 25 02 11 20 42',
  '@': '32 23 12 21 32 42 45 36 16 05 01 10 40',
  "'": '26 25',
  '"': '16 15;36 35',
  '^': '14 26 34',
  '~': '02 13 32 43',
  '°': '16 26 25 15 16',
  µ: '0b 04;01 10 30 42;44 40',
  Ω: '00 10 11 03 05 16 36 45 43 31 30 40',
  '×': '11 34;14 31',
  '±': '24 22;13 33;11 31',
  '→': '03 43;24 43 22',
  '✓': '02 20 46',
  '·': '22 22',
};

export type Point = [number, number];
export type LetterOptions = { size: number; mono?: boolean; anchor?: 'start' | 'middle' | 'end' };

const advance = 5.5;

const narrow: Record<string, [number, number]> = {
  I: [1, 2],
  l: [1, 2],
  i: [1, 2],
  '.': [2, 0.4],
  ',': [1, 1],
  ':': [2, 0.4],
  "'": [2, 0.2],
  '!': [2, 0.4],
  '|': [2, 0.4],
  '(': [2, 1],
  ')': [1, 1],
  '[': [1, 2],
  ']': [1, 2],
  '1': [1, 2],
  j: [1, 2],
  '-': [1, 2],
  ' ': [0, 2.4],
  ';': [1, 1],
  '°': [1, 1],
  '·': [2, 0.4],
};

const spaceOf = (character: string, mono: boolean): number =>
  mono ? advance : (narrow[character]?.[1] ?? 4) + 1.6;

export function textWidth(text: string, { size, mono = false }: LetterOptions): number {
  let width = 0;
  for (const character of text) width += spaceOf(character, mono);
  return ((width - 1.6) * size) / 6;
}

/** Strokes of a line of text with its baseline at (x, y), y pointing down. */
export function letterStrokes(text: string, x: number, y: number, options: LetterOptions): Point[][] {
  const unit = options.size / 6;
  const mono = options.mono ?? false;
  const shift = options.anchor === 'middle' ? 0.5 : options.anchor === 'end' ? 1 : 0;
  let pen = x - textWidth(text, options) * shift;
  const strokes: Point[][] = [];
  for (const character of text) {
    const glyph = glyphs[character];
    if (glyph) {
      const left = mono ? 0 : (narrow[character]?.[0] ?? 0);
      for (const stroke of glyph.split(';')) {
        const points = stroke.split(' ').map((pair): Point => {
          const row = pair[1] ?? '0';
          const py = row === 'a' ? -1 : row === 'b' ? -2 : Number(row);
          return [pen + (Number(pair[0]) - left) * unit, y - py * unit];
        });
        strokes.push(roundCorners(points, unit * 0.85));
      }
    }
    pen += spaceOf(character, mono) * unit;
  }
  return strokes;
}

function roundCorners(points: Point[], radius: number): Point[] {
  const out: Point[] = [];
  points.forEach((at, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (!before || !after) {
      out.push(at);
      return;
    }
    const toward = (to: Point): Point => {
      const length = Math.hypot(to[0] - at[0], to[1] - at[1]) || 1;
      const t = Math.min(radius / length, 0.5);
      return [at[0] + (to[0] - at[0]) * t, at[1] + (to[1] - at[1]) * t];
    };
    const a = toward(before);
    const b = toward(after);
    for (const t of [0, 0.34, 0.67, 1]) {
      const u = 1 - t;
      out.push([
        u * u * a[0] + 2 * u * t * at[0] + t * t * b[0],
        u * u * a[1] + 2 * u * t * at[1] + t * t * b[1],
      ]);
    }
  });
  return out;
}
