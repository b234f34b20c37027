import { strToU8 } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '../testing.ts';
import { arcThrough, BoardError, boardLimits, drawBoard, type Shape } from './board.ts';
import { readDrill } from './drill.ts';
import { readGerber } from './gerber.ts';
import { readKicadBoard } from './kicad.ts';
import { readBoard } from './read-board.ts';
import { drill, kicadBoard, outline, topCopper } from './testing.ts';

const boardOf = (name: string, text: string) => readBoard([{ name, bytes: strToU8(text) }]);
const boxOf = (shapes: readonly Shape[]) => {
  const points = shapes.flatMap((shape) =>
    shape.kind === 'text' ? [] : shape.kind === 'line' ? shape.points : shape.rings.flat(),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(
    (value) => Math.round(value * 100) / 100,
  );
};
const layerOf = (name: string) => readKicadBoard(kicadBoard).find((layer) => layer.name === name)!;

test('a board of KiCad has its layers, with the size of its outline', () => {
  const { widthMm, heightMm, layers } = boardOf('board.kicad_pcb', kicadBoard);
  expect([widthMm, heightMm].map(Math.round)).toEqual([50, 30]);
  expect(layers.map(({ name }) => name)).toEqual([
    'B.Cu',
    'In1.Cu',
    'F.Cu',
    'F.Mask',
    'F.SilkS',
    'Edge.Cuts',
    'Drill',
  ]);
});

test('pads stand where the footprint and its angle put them', () => {
  const pads = layerOf('F.Mask').shapes;
  // Turned by 90°, the pad on the left stands below, and on the right above: y looks down in KiCad.
  expect(boxOf([pads[0]!])).toEqual([119.5, -81.4, 120.5, -80.6]);
  expect(boxOf([pads[1]!])).toEqual([119.5, -79.4, 120.5, -78.6]);
  // A pad of all copper layers, with its slot.
  expect(layerOf('In1.Cu').shapes.length).toBe(2);
  expect(layerOf('Drill').shapes).toMatchObject([{ kind: 'line', width: 0.6 }, { kind: 'area' }]);
});

test('texts are written as text, whatever stands in them', () => {
  const { layers } = boardOf('board.kicad_pcb', kicadBoard);
  const { svg } = layers.find(({ name }) => name === 'F.SilkS')!;
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).toContain('공방');
  expect(svg).not.toContain('<script');
});

test('Gerber draws lines, arcs, flashes, regions and what is cleared', () => {
  const shapes = readGerber(topCopper);
  const [line, arc, pad, oval, macro, macroBar, hexagon, ring, corner, region, cleared] = shapes;
  expect(line).toMatchObject({
    kind: 'line',
    width: 0.25,
    points: [
      [0, 0],
      [10, 0],
    ],
  });
  expect(boxOf([arc!])).toEqual([10, 0, 20, 10]);
  expect(boxOf([pad!])).toEqual([4.25, 4.5, 5.75, 5.5]);
  expect(oval).toMatchObject({ kind: 'line', width: 1 });
  expect(boxOf([macro!])).toEqual([8.7, 4.7, 9.3, 5.3]);
  // $1x2+$2 wide, $1 high.
  expect(boxOf([macroBar!])).toEqual([8.45, 4.85, 9.55, 5.15]);
  expect(hexagon).toMatchObject({ kind: 'area' });
  expect(ring).toMatchObject({ kind: 'area', rings: [expect.anything(), expect.anything()] });
  // A triangle that is turned by 45°.
  expect(boxOf([corner!])).toEqual([13.94, 5, 16.06, 6.06]);
  expect(boxOf([region!])).toEqual([0, 20, 30, 25]);
  expect(cleared).toMatchObject({ isClear: true });
  expect(drawBoard([{ name: 'a.gtl', role: 'top_copper', shapes }]).layers[0]!.svg).toContain('<mask');
});

test('inches, leading zeros and steps are read', () => {
  expect(boxOf(readGerber(outline))).toEqual([0, 0, 50.8, 25.4]);
  const trailing = outline
    .replace('FSLAX24Y24', 'FSTAX24Y24')
    .replaceAll('X20000', 'X02')
    .replaceAll('Y10000', 'Y01');
  expect(boxOf(readGerber(trailing))).toEqual([0, 0, 50.8, 25.4]);
  const stepped = '%FSLAX33Y33*%%MOMM*%%ADD10C,1*%%SRX3Y2I5J4*%D10*X0Y0D03*%SR*%M02*';
  expect(readGerber(stepped).length).toBe(6);
  expect(boxOf(readGerber(stepped))).toEqual([-0.5, -0.5, 10.5, 4.5]);
});

test('holes and slots have the width of their tools', () => {
  const shapes = readDrill(drill);
  expect(shapes.length).toBe(4);
  expect(boxOf([shapes[2]!])).toEqual([8.4, 10.9, 11.6, 14.1]);
  expect(shapes[3]).toMatchObject({
    kind: 'line',
    width: 3.2,
    points: [
      [5, 20],
      [8, 20],
    ],
  });
  expect(boxOf(readDrill('M48\nINCH,LZ\nT1C.1\n%\nT1\nX01Y02\nM30'))).toEqual([24.13, 49.53, 26.67, 52.07]);
});

test('layers are one board, each with its role', () => {
  const board = readBoard(
    Object.entries({
      'gerber/board-F_Cu.gbr': topCopper,
      'gerber/board-Edge_Cuts.gm1': outline,
      'gerber/board.drl': drill,
    }).map(([name, text]) => ({ name, bytes: strToU8(text) })),
  );
  expect(board.layers.map(({ role }) => role)).toEqual(['top_copper', 'outline', 'drill']);
  expect(board.widthMm).toBeCloseTo(50.8 + 0.1, 1);
  expect(() => readBoard([])).toThrow('empty');
});

test.each<[string, string, string]>([
  ['another text', 'board.kicad_pcb', 'hello'],
  ['a bracket that is never closed', 'board.kicad_pcb', '(kicad_pcb (layers'],
  ['lists within lists', 'board.kicad_pcb', `(kicad_pcb ${'('.repeat(100_000)}`],
  [
    'a coordinate that is no number',
    'board.kicad_pcb',
    '(kicad_pcb (segment (start x 0) (end 1 1) (width 1) (layer "F.Cu")))',
  ],
  [
    'a board of a kilometre',
    'board.kicad_pcb',
    '(kicad_pcb (segment (start 0 0) (end 1000000 1) (width 1) (layer "F.Cu")))',
  ],
  ['a text that is no Gerber', 'a.gtl', 'hello*'],
  ['steps without end', 'a.gtl', '%FSLAX33Y33*%%ADD10C,1*%%SRX999999Y999999I5J4*%D10*X0Y0D03*%SR*%'],
  ['brackets of a macro', 'a.gtl', `%AMA*1,1,${'('.repeat(400)}*%%ADD10A*%`],
  ['an aperture that is not there', 'a.gtl', '%ADD10NONE,1*%'],
  ['a drill file without a head', 'a.drl', 'X1Y1'],
])('%s is refused with a reason', (_what, name, text) => {
  expect(() => boardOf(name, text)).toThrow(BoardError);
});

test('flashes of large macros use up the points, which are counted', () => {
  const corners = Array.from({ length: 4000 }, (_, index) => `${index},${index % 2}`).join(',');
  const flashes = 'X1Y1D03*'.repeat(500);
  const text = `%FSLAX33Y33*%%AMA*4,1,4000,${corners},0*%%ADD10A*%D10*${flashes}`;
  expect(() => boardOf('a.gtl', text)).toThrow('too_complex');
  expect(() => readBoard([{ name: 'a.gtl', bytes: new Uint8Array(boardLimits.bytes + 1) }])).toThrow(
    'too_large',
  );
});

test('an arc passes through its three points', () => {
  const coordinate = fc.integer({ min: -100, max: 100 });
  const point = fc.tuple(coordinate, coordinate);
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      const doubled = a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]);
      fc.pre(Math.abs(doubled) > 1);
      const points = arcThrough(a, b, c);
      const distance = ([x, y]: readonly number[], to: readonly number[]) =>
        Math.hypot(x! - to[0]!, y! - to[1]!);
      expect(distance(points[0]!, a)).toBeLessThan(1e-3);
      expect(distance(points.at(-1)!, c)).toBeLessThan(1e-3);
      const longest = Math.max(...points.slice(1).map((each, index) => distance(each, points[index]!)));
      expect(Math.min(...points.map((each) => distance(each, b)))).toBeLessThanOrEqual(longest);
    }),
    randomRuns(200),
  );
});
