import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '#platform/shared/testing.ts';
import { isOfPrinter, layerLimits, LayerFinder, readLayer, type Layer } from './gcode-layers.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function layersOf(text: string | Uint8Array, pieces: readonly number[] = [], hasExtruder = true): Layer[] {
  const whole = typeof text === 'string' ? bytes(text) : text;
  const finder = new LayerFinder(hasExtruder);
  let from = 0;
  for (const length of pieces) {
    finder.add(whole.subarray(from, from + length));
    from += length;
  }
  finder.add(whole.subarray(from));
  return finder.finish();
}

const square = (z: number, e: number) =>
  `G1 Z${z} F600\nG0 X0 Y0\nG1 X10 Y0 E${e + 1}\nG1 X10 Y10 E${e + 2}\nG1 X0 Y10 E${e + 3}\nG1 X0 Y0 E${e + 4}\n`;
const printed = `; 한글 comment\nG90\nM82\nG92 E0\n${square(0.2, 0)}G1 E3 F100\nG1 Z5\nG0 X50 Y50\nG1 E4\n${square(0.4, 4)}`;

test('layers begin where plastic is laid down at another height, not where the head is lifted', () => {
  const layers = layersOf(printed);
  expect(layers.map(({ z }) => z)).toEqual([0.2, 0.4]);
  const file = bytes(printed);
  for (const layer of layers) {
    const { work } = readLayer(file.subarray(layer.start, layer.end), layer, true);
    expect(work).toEqual([0, 0, 10, 0, 10, 0, 10, 10, 10, 10, 0, 10, 0, 10, 0, 0]);
  }
  expect(layers.map(({ end }) => end)).toEqual([layers[1]!.start, file.length]);
});

test('relative moves, inches and retractions are followed', () => {
  const text = 'G20\nG91\nM83\nG1 Z0.01\nG1 X1 E1\nG1 X1 E-1\nG1 Y1 E1\n';
  const [layer] = layersOf(text);
  expect(layer!.z).toBeCloseTo(0.254);
  const { work, moves } = readLayer(bytes(text).subarray(layer!.start), layer!, true);
  expect(work.map(Math.round)).toEqual([0, 0, 25, 0, 51, 0, 51, 25]);
  expect(moves.map(Math.round)).toEqual([25, 0, 51, 0]);
});

test('a mill cuts with G1, repeats its last move, and its arcs are drawn', () => {
  const text = '%\n(part)\nG21 G90\nG0 Z5\nG0 X10 Y0\nG1 Z-1 F100\nG3 X0 Y10 I-10 J0\nX0 Y0\nG1 Z-2\nX10\n';
  expect(isOfPrinter(text)).toBe(false);
  expect(isOfPrinter('M104 S200\nG1 X1 E.5\n')).toBe(true);
  const layers = layersOf(text, [], false);
  expect(layers.map(({ z }) => z)).toEqual([-1, -2]);
  const { work } = readLayer(bytes(text).subarray(layers[0]!.start, layers[0]!.end), layers[0]!, false);
  // A quarter of a circle in nine chords (and then "X0 Y0", which repeats the arc without a middle).
  expect(work).toHaveLength(10 * 4);
  for (let at = 2; at < 36; at += 4) expect(Math.hypot(work[at]!, work[at + 1]!)).toBeCloseTo(10);
  expect(work.slice(-4)).toEqual([0, 10, 0, 0]);
});

test('layers and lines are limited, and lines that are too long are no commands', () => {
  const many = Array.from({ length: layerLimits.layers + 5 }, (_, n) => `G1 Z${n} X${n % 2} E${n + 1}\n`);
  const limited = layersOf(many.join(''));
  expect(limited).toHaveLength(layerLimits.layers);
  // The first line moves nowhere. The last layer ends where the first that is left out begins.
  expect(limited.at(-1)!.end).toBe(many.slice(0, layerLimits.layers + 1).join('').length);
  const long = `G1 X5 E1 ;${'a'.repeat(5000)}\nG1 X6 E2\n`;
  expect(layersOf(long, [900, 600, 3000])).toMatchObject([{ z: 0 }]);
  const drawn = readLayer(
    bytes('G1 X1 E1\nG1 X0 E2\n'.repeat(layerLimits.drawn)),
    layersOf(printed)[0]!,
    true,
  );
  expect(drawn.isCut).toBe(true);
});

test('any bytes, cut anywhere, give the same layers within the file', () => {
  const words = fc.constantFrom(
    'G1 ',
    'X1',
    'Y-2',
    'Z.2',
    'E5',
    '\n',
    'G91\n',
    'G92 E0\n',
    ';',
    '(',
    'G2 I1 J1 ',
    '\r\n',
  );
  const text = fc.array(fc.oneof(words, fc.string({ maxLength: 3 }))).map((parts) => bytes(parts.join('')));
  fc.assert(
    fc.property(text, fc.array(fc.nat(20), { maxLength: 20 }), fc.boolean(), (file, pieces, hasExtruder) => {
      const layers = layersOf(file, pieces, hasExtruder);
      expect(layers).toEqual(layersOf(file, [], hasExtruder));
      for (const layer of layers) {
        expect(layer.end).toBeGreaterThan(layer.start);
        expect(layer.end).toBeLessThanOrEqual(file.length);
        const paths = readLayer(file.subarray(layer.start, layer.end), layer, hasExtruder);
        expect(paths.work.length).toBeGreaterThanOrEqual(4);
        expect([...paths.work, ...paths.moves].every(Number.isFinite)).toBe(true);
      }
    }),
    randomRuns(300),
  );
});
