import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarsen } from './coarsen.ts';
import { drawModel } from './draw.ts';
import { inUnit, measure, shellsOf } from './measure.ts';
import { ModelError, type ModelProblem } from './mesh.ts';
import { readModel, type PlainFormat } from './read-model.ts';
import {
  binaryStl,
  box,
  glbOf,
  meshXml,
  obj,
  sphere,
  textStl,
  threeMf,
  torus,
  type Soup,
} from './testing.ts';

const figuresOf = (format: PlainFormat, bytes: Uint8Array) => measure(readModel(format, bytes));

function problemOf(format: PlainFormat, bytes: Uint8Array): ModelProblem | null {
  try {
    measure(readModel(format, bytes));
    return null;
  } catch (error) {
    if (error instanceof ModelError) return error.problem;
    throw error;
  }
}

const model = (body: string, unit = 'millimeter') =>
  `<?xml version="1.0"?><model unit="${unit}"><resources>${body}</resources><build><item objectid="1"/></build></model>`;

const shapes: [string, Soup, number][] = [
  ['sphere', sphere(20, 120), (4 / 3) * Math.PI * 20 ** 3],
  ['box', box(30, 40.5, 7), 30 * 40.5 * 7],
  ['torus', torus(25, 8, 160), 2 * Math.PI ** 2 * 25 * 8 ** 2],
];

describe.each(shapes)('a %s', (_name, soup, volume) => {
  test.each([
    ['binary STL', 'stl', binaryStl(soup), 1],
    ['text STL', 'stl', textStl(soup), 1],
    ['STL that says inches', 'stl', binaryStl(soup, 'UNITS=inch'), 25.4],
    ['OBJ', 'obj', obj(soup), 1],
    ['3MF in millimetres', '3mf', threeMf(model(`<object id="1">${meshXml(soup)}</object>`)), 1],
    ['3MF in inches', '3mf', threeMf(model(`<object id="1">${meshXml(soup)}</object>`, 'inch')), 25.4],
    ['GLB', 'glb', glbOf(soup), 1000],
  ] as const)('is measured within 0.1% as %s', (_format, format, bytes, mm) => {
    const figures = figuresOf(format, bytes);
    expect(figures.volumeMm3 / (volume * mm ** 3)).toBeCloseTo(1, 3);
    expect(Math.abs(figures.volumeMm3 / (volume * mm ** 3) - 1)).toBeLessThan(0.001);
    expect(figures).toMatchObject({ openEdges: 0, flippedTriangles: 0, shells: 1, watertight: true });
    expect(figures.triangles).toBe(soup.length);
  });
});

const turned = (soup: Soup, [a, b, c]: readonly number[], [x, y, z]: readonly number[]): Soup =>
  soup.map((triangle) =>
    [0, 3, 6].flatMap((at) => {
      let [px, py, pz] = triangle.slice(at, at + 3) as [number, number, number];
      [px, py] = [px * Math.cos(a!) - py * Math.sin(a!), px * Math.sin(a!) + py * Math.cos(a!)];
      [py, pz] = [py * Math.cos(b!) - pz * Math.sin(b!), py * Math.sin(b!) + pz * Math.cos(b!)];
      [px, pz] = [px * Math.cos(c!) - pz * Math.sin(c!), px * Math.sin(c!) + pz * Math.cos(c!)];
      return [px + x!, py + y!, pz + z!];
    }),
  );

test('rotation and translation do not change volume, area and closedness', () => {
  const soup = torus(25, 8, 24);
  const still = figuresOf('stl', binaryStl(soup));
  const angle = fc.double({ min: -3.2, max: 3.2, noNaN: true });
  const way = fc.double({ min: -500, max: 500, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(angle, angle, angle), fc.tuple(way, way, way), (angles, ways) => {
      const figures = figuresOf('stl', binaryStl(turned(soup, angles, ways)));
      expect(Math.abs(figures.volumeMm3 / still.volumeMm3 - 1)).toBeLessThan(0.001);
      expect(Math.abs(figures.areaMm2 / still.areaMm2 - 1)).toBeLessThan(0.001);
      expect(figures).toMatchObject({ watertight: true, openEdges: 0, shells: 1, flippedTriangles: 0 });
    }),
    { numRuns: 40 },
  );
});

test('corners that differ in their last digits are merged', () => {
  const soup = sphere(20, 24).map((triangle) =>
    triangle.map((value) => value + (Math.random() - 0.5) * 4e-6),
  );
  expect(figuresOf('stl', binaryStl(soup))).toMatchObject({ watertight: true, openEdges: 0, shells: 1 });
});

test('counts holes, flipped faces, inverted meshes and shells', () => {
  const cube = box(10, 10, 10);
  const turn = (triangle: number[]) => [
    ...triangle.slice(0, 3),
    ...triangle.slice(6),
    ...triangle.slice(3, 6),
  ];
  expect(figuresOf('stl', binaryStl(cube.slice(1)))).toMatchObject({ openEdges: 3, watertight: false });
  const oneTurned = figuresOf('stl', binaryStl([turn(cube[0]!), ...cube.slice(1)]));
  expect(oneTurned).toMatchObject({ flippedTriangles: 1, openEdges: 0, watertight: true });
  expect(oneTurned.volumeMm3).toBeCloseTo(1000, 3);
  const insideOut = figuresOf('stl', binaryStl(cube.map(turn)));
  expect(insideOut).toMatchObject({ flippedTriangles: 12, watertight: true });
  expect(insideOut.volumeMm3).toBeCloseTo(1000, 3);
  expect(insideOut.flippedShells).toBe(1);
  const two = binaryStl([...cube, ...turned(cube, [0, 0, 0], [30, 0, 0])]);
  expect(figuresOf('stl', two)).toMatchObject({ shells: 2, watertight: true });
  expect(shellsOf(readModel('stl', two)).ofTriangle.at(-1)).toBe(1);
  expect(figuresOf('stl', binaryStl([[0, 0, 0, 10, 0, 0, 0, 10, 0]]))).toMatchObject({
    volumeMm3: 0,
    watertight: false,
  });
});

test('a tiny model without a unit is never made larger, but its unit is asked for', () => {
  // A washer of 5 mm is no plate of 127 mm.
  expect(figuresOf('stl', binaryStl(box(5, 5, 0.3)))).toMatchObject({
    unit: 'millimeter',
    unitIsGuessed: true,
    unitIsUnclear: true,
    sizeMm: [5, 5, expect.closeTo(0.3)],
  });
  expect(inUnit(figuresOf('stl', binaryStl(box(1, 2, 1))), 'inch')).not.toHaveProperty('unitIsUnclear');
  // Half a millimetre cannot be printed.
  expect(figuresOf('obj', obj(box(0.02, 0.02, 0.02)))).toMatchObject({ unit: 'meter', unitIsUnclear: true });
  expect(figuresOf('stl', binaryStl(box(10, 2, 1)))).not.toHaveProperty('unitIsUnclear');
  expect(figuresOf('stl', binaryStl(box(10, 2, 1)))).toMatchObject({
    unit: 'millimeter',
    unitIsGuessed: true,
  });
  expect(figuresOf('stl', binaryStl(box(1, 2, 1), 'units=mm'))).toMatchObject({
    unit: 'millimeter',
    unitIsGuessed: false,
  });
});

test('components, build items, transforms and referenced models of a 3MF are placed', () => {
  const cube = meshXml(box(10, 10, 10));
  const bytes = threeMf(
    `<model xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>
      <object id="1" name="cube">${cube}</object>
      <object id="2"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 20 0 0"/>
      <component objectid="7" p:path="/3D/Objects/other.model" transform="-2 0 0 0 1 0 0 0 1 0 0 30"/></components></object>
    </resources><build><item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/></build></model>`,
    {
      '3D/Objects/other.model': `<model><resources><object id="7" name="else">${cube}</object></resources><build/></model>`,
    },
  );
  const figures = figuresOf('3mf', bytes);
  expect(figures).toMatchObject({
    triangles: 36,
    shells: 3,
    parts: 3,
    watertight: true,
    flippedTriangles: 0,
  });
  expect(figures.volumeMm3).toBeCloseTo(4000, 3);
  expect(figures.sizeMm.map(Math.round)).toEqual([10, 50, 40]);
});

test('nodes of a GLB are placed, with y as up', () => {
  const figures = figuresOf(
    'glb',
    glbOf(box(0.01, 0.02, 0.03), (json) => {
      json['nodes'] = [
        { children: [1, 2] },
        { mesh: 0 },
        { mesh: 0, translation: [0.05, 0, 0], scale: [-1, 1, 1] },
      ];
    }),
  );
  expect(figures).toMatchObject({ triangles: 24, shells: 2, watertight: true, flippedTriangles: 0 });
  expect(figures.sizeMm.map(Math.round)).toEqual([50, 30, 20]);
});

const cubeXml = `<object id="1">${meshXml(box(1, 1, 1))}</object>`;
const withNan = box(1, 1, 1);
withNan[3]![4] = Number.NaN;
const withInfinity = box(1, 1, 1);
withInfinity[3]![4] = Infinity;

test.each<[string, PlainFormat, Uint8Array, ModelProblem]>([
  ['nothing', 'stl', new Uint8Array(), 'truncated'],
  ['a header and no triangles', 'stl', binaryStl([]), 'empty'],
  ['a binary STL that is cut', 'stl', binaryStl(box(1, 1, 1)).subarray(0, 300), 'header_lies'],
  [
    'a binary STL whose header says four billion',
    'stl',
    binaryStl(box(1, 1, 1)).fill(255, 80, 84),
    'header_lies',
  ],
  ['a binary STL with NaN', 'stl', binaryStl(withNan), 'not_finite'],
  ['a binary STL with infinity', 'stl', binaryStl(withInfinity), 'not_finite'],
  ['a text STL that is cut', 'stl', textStl(box(1, 1, 1)).subarray(0, 900), 'truncated'],
  [
    'a text STL with NaN',
    'stl',
    strToU8('solid x\nfacet normal 0 0 0\nouter loop\nvertex nan 0 0'),
    'not_finite',
  ],
  [
    'a text STL with words for numbers',
    'stl',
    strToU8('solid x\nfacet normal 0 0 0\nouter loop\nvertex one'),
    'malformed',
  ],
  [
    'a text STL with four corners',
    'stl',
    strToU8('solid x\nouter loop\n' + 'vertex 1 2 3\n'.repeat(4)),
    'malformed',
  ],
  ['an OBJ without faces', 'obj', strToU8('v 0 0 0\nv 1 0 0\nv 0 1 0\n'), 'empty'],
  [
    'an OBJ whose face has a point too many',
    'obj',
    strToU8('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n'),
    'malformed',
  ],
  ['an OBJ with 1e999', 'obj', strToU8('v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'not_finite'],
  ['a 3MF that is no ZIP', '3mf', strToU8('PK no'), 'malformed'],
  ['a 3MF without a model', '3mf', zipSync({ 'a.txt': strToU8('a') }), 'malformed'],
  ['a 3MF that is cut', '3mf', threeMf(model(cubeXml)).subarray(0, 400), 'malformed'],
  ['a 3MF with broken XML', '3mf', threeMf('<model><resources>'), 'malformed'],
  [
    'a 3MF with entities',
    '3mf',
    threeMf(`<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${model('&b;')}`),
    'unsafe_xml',
  ],
  ['a 3MF with NaN', '3mf', threeMf(model(cubeXml.replace('x="0"', 'x="NaN"'))), 'not_finite'],
  [
    'a 3MF with a triangle to nowhere',
    '3mf',
    threeMf(model(cubeXml.replace('v1="0"', 'v1="999"'))),
    'malformed',
  ],
  [
    'a 3MF object made of itself',
    '3mf',
    threeMf(model('<object id="1"><components><component objectid="1"/></components></object>')),
    'malformed',
  ],
  ['a GLB that is cut', 'glb', glbOf(box(1, 1, 1)).subarray(0, 700), 'truncated'],
  [
    'a GLB with Draco',
    'glb',
    glbOf(box(1, 1, 1), (json) => (json['extensionsRequired'] = ['KHR_draco_mesh_compression'])),
    'compressed',
  ],
  [
    'a GLB whose bytes are elsewhere',
    'glb',
    glbOf(box(1, 1, 1), (json) => (json['buffers'] = [{ uri: 'http://169.254.169.254/' }])),
    'outside_files',
  ],
  [
    'a GLB that counts too far',
    'glb',
    glbOf(box(1, 1, 1), (json) => ((json['accessors'] as { count: number }[])[0]!.count = 1000)),
    'truncated',
  ],
  [
    'a GLB that counts endlessly',
    'glb',
    glbOf(box(1, 1, 1), (json) => ((json['accessors'] as { count: number }[])[0]!.count = 1e15)),
    'too_large',
  ],
  [
    'a GLB whose node is its own child',
    'glb',
    glbOf(box(1, 1, 1), (json) => (json['nodes'] = [{ children: [0] }])),
    'malformed',
  ],
])('%s is refused with its reason', (_name, format, bytes, problem) => {
  expect(problemOf(format, bytes)).toBe(problem);
});

test('a small file with huge content is refused', () => {
  const zeros = 'v 0 0 0\n' + 'f 1 1 1\n'.repeat(3_100_000);
  expect(problemOf('obj', strToU8(zeros))).toBe('too_large');
  const spaces = `<model><resources>${' '.repeat(140 * 1024 * 1024)}</resources></model>`;
  expect(problemOf('3mf', threeMf(spaces))).toBe('bomb');
  const doubled = Array.from(
    { length: 40 },
    (_, at) =>
      `<object id="${at + 1}"><components><component objectid="${at + 2}"/><component objectid="${at + 2}"/></components></object>`,
  );
  expect(problemOf('3mf', threeMf(model(`${doubled.join('')}<object id="41"/>`)))).toBe('bomb');
});

test.each<[string, PlainFormat, () => Uint8Array, ModelProblem]>([
  ['a 3MF nested without end', '3mf', () => threeMf(model('<a>'.repeat(100))), 'too_complex'],
  [
    'a 3MF element with attributes without end',
    '3mf',
    () => threeMf(model(`<object ${Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(' ')}/>`)),
    'too_complex',
  ],
  [
    'a 3MF with objects without end',
    '3mf',
    () => threeMf(model(Array.from({ length: 100_001 }, (_, at) => `<object id="${at}"/>`).join(''))),
    'too_complex',
  ],
  [
    'a 3MF with meshes without end',
    '3mf',
    () => threeMf(model(`<object id="1">${'<mesh></mesh>'.repeat(100_001)}</object>`)),
    'too_complex',
  ],
  [
    'an OBJ with groups without end',
    'obj',
    () => strToU8(`v 0 0 0\n${'g a\nf 1 1 1\n'.repeat(100_001)}`),
    'too_complex',
  ],
  [
    'a text STL with a face of words',
    'stl',
    () => strToU8(`solid a\n${'facet'.repeat(100_000)}`),
    'truncated',
  ],
  [
    'a GLB whose JSON is nested without end',
    'glb',
    () =>
      glbOf(box(1, 1, 1), (json) => {
        let extras: unknown = [];
        for (let depth = 0; depth < 100; depth += 1) extras = [extras];
        json['extras'] = extras;
      }),
    'too_complex',
  ],
  [
    'a GLB whose primitives all name the same bytes, and are not even used',
    'glb',
    () =>
      glbOf(sphere(1, 50), (json) => {
        json['meshes'] = [
          { primitives: Array.from({ length: 1000 }, () => ({ attributes: { POSITION: 0 } })) },
        ];
        json['nodes'] = [{}];
      }),
    'too_large',
  ],
  [
    'a GLB with a thousand empty shapes, used a thousand times',
    'glb',
    () =>
      glbOf(box(1, 1, 1), (json) => {
        (json['accessors'] as { count: number }[])[0]!.count = 0;
        json['meshes'] = [
          { primitives: Array.from({ length: 1000 }, () => ({ attributes: { POSITION: 0 } })) },
        ];
        json['scenes'] = [{ nodes: Array(1000).fill(0) }];
      }),
    'bomb',
  ],
])('%s is refused before it uses many resources', (_name, format, bytes, problem) => {
  expect(problemOf(format, bytes())).toBe(problem);
});

test('brackets inside the strings of a GLB are not nesting', () => {
  const named = glbOf(box(1, 1, 1), (json) => (json['extras'] = { name: '["'.repeat(100) }));
  expect(problemOf('glb', named)).toBeNull();
});

test('empty groups are not parts, however many there are', () => {
  const groups = strToU8(`${'v 0 0 0\nv 1 0 0\nv 0 1 0\n'}${'g a\n'.repeat(200_000)}f 1 2 3\n`);
  expect(figuresOf('obj', groups).parts).toBe(1);
});

test('a coarse model has the same shape and far fewer triangles', () => {
  const fine = readModel('stl', binaryStl(sphere(20, 300)));
  const { positions, parts } = coarsen({
    ...fine,
    parts: [
      { name: '', first: 0, count: 1000 },
      { name: '', first: 1000, count: fine.positions.length / 9 - 1000 },
    ],
  });
  expect(positions.length).toBeLessThan(fine.positions.length / 2);
  expect(parts.map(({ first }) => first)).toEqual([0, parts[0]?.count]);
  const figures = measure({ ...fine, positions });
  expect(figures.watertight).toBe(true);
  expect(figures.volumeMm3 / measure(fine).volumeMm3).toBeCloseTo(1, 1);
});

test('a drawing shows the model in its middle and the mat around it', () => {
  const pixels = drawModel(readModel('stl', binaryStl(box(20, 20, 20))), 200, 150);
  expect(pixels.length).toBe(200 * 150 * 3);
  const redAt = (x: number, y: number) => pixels[(y * 200 + x) * 3] ?? 0;
  expect(redAt(101, 76)).toBeGreaterThan(90);
  expect(redAt(3, 5)).toBeLessThan(60);
});

test('two and a half million degenerate triangles are measured quickly', () => {
  expect(measure(readModel('obj', strToU8('v 0 0 0\n' + 'f 1 1 1\n'.repeat(2_500_000))))).toMatchObject({
    volumeMm3: 0,
    watertight: false,
  });
});

test('random changes to a file give figures or a reason, never another error', () => {
  const files: [PlainFormat, Uint8Array][] = [
    ['stl', binaryStl(box(1, 2, 3))],
    ['stl', textStl(box(1, 2, 3))],
    ['obj', obj(box(1, 2, 3))],
    ['3mf', threeMf(model(cubeXml))],
    ['glb', glbOf(box(1, 2, 3))],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      ([format, original], changes, cut) => {
        const bytes = original.slice(0, cut % 3 === 0 ? cut % original.length : original.length);
        for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
        expect(() => problemOf(format, bytes)).not.toThrow();
      },
    ),
    { numRuns: 1500 },
  );
});

test('the reader’s unit applies only to a file without its own unit', () => {
  const guessed = figuresOf('stl', binaryStl(box(1, 2, 3)));
  expect(inUnit(guessed, undefined)).toBe(guessed);
  const inches = inUnit(guessed, 'inch');
  expect(inches.unit).toBe('inch');
  expect(inches.sizeMm.map((size) => Math.round(size * 10) / 10)).toEqual([25.4, 50.8, 76.2]);
  expect(inches.volumeMm3).toBeCloseTo(6 * 25.4 ** 3, 1);
  const said = figuresOf('stl', binaryStl(box(1, 2, 3), 'UNITS=inch'));
  expect(inUnit(said, 'meter')).toBe(said);
});
