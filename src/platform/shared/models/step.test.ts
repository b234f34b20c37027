import { readFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { examine } from './examine.ts';
import { ModelError, modelFormatOf } from './mesh.ts';
import { maxStepBytes, readStep, withLessMemory } from './step.ts';
import { loadStepLibrary, stepCode, stepCube } from './testing-step.ts';

const library = await loadStepLibrary();
const read = (text: string) => examine(readStep(library, strToU8(text)));
/** Files that the library itself is tested with. */
const given = (path: string) =>
  readFile(`node_modules/occt-import-js/test/testfiles/${path}`).then((bytes) =>
    examine(readStep(library, bytes)),
  );

test('a cube has its size and volume in the unit that the file says', () => {
  expect(read(stepCube(20))).toMatchObject({
    unit: 'millimeter',
    unitIsGuessed: false,
    sizeMm: [20, 20, 20],
    triangles: 12,
    watertight: true,
    flippedTriangles: 0,
  });
  expect(read(stepCube(20)).volumeMm3).toBeCloseTo(8000, 3);
  expect(read(stepCube(2, 'SI_UNIT(.CENTI.,.METRE.)')).volumeMm3).toBeCloseTo(8000, 3);
});

test('files of other programs are closed solids', async () => {
  expect(await given('cube-10x10mm/Cube 10x10.stp')).toMatchObject({
    sizeMm: [10, 10, 10],
    watertight: true,
  });
  expect(await given('cube-units/cube-in.step')).toMatchObject({
    sizeMm: [1000, 1000, 1000],
    watertight: true,
  });
  const rounded = await given('rounded-cube/rounded-cube.step');
  expect(rounded).toMatchObject({ watertight: true, flippedTriangles: 0 });
  expect(rounded.volumeMm3).toBeGreaterThan(940);
  expect(rounded.volumeMm3).toBeLessThan(1000);
  const assembly = await given('cax-if/dm1-oc-214.stp');
  expect(assembly).toMatchObject({ watertight: true, parts: 7, sizeMm: [52.5, 100, 84] });
});

test.each([
  ['nothing', ''],
  ['another text', 'solid cube\nendsolid'],
  ['a file without a solid', 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n'],
  ['half a file', stepCube(20).slice(0, 900)],
])('%s is refused with a reason', (_name, text) => {
  expect(() => read(text)).toThrow(ModelError);
});

test('a large file is refused before it is read', () => {
  expect(() => readStep(library, new Uint8Array(maxStepBytes + 1))).toThrow('too_large');
});

test('the library may take half a gigabyte, and is otherwise as it was published', async () => {
  const code = await stepCode();
  const changed = withLessMemory(code);
  const places = [...code.keys()].filter((at) => code[at] !== changed[at]);
  expect(places.length).toBeGreaterThan(0);
  expect(places.at(-1)! - places[0]!).toBeLessThan(5);
  const { memory } = await WebAssembly.compile(changed.slice()).then((module) => ({
    memory: WebAssembly.Module.exports(module).some(({ kind }) => kind === 'memory'),
  }));
  expect(memory).toBe(true);
  expect(() => withLessMemory(code.subarray(0, 8))).toThrow('no memory');
});

test('both endings are known', () => {
  expect(modelFormatOf('부품.STEP')).toBe('step');
  expect(modelFormatOf('part.stp')).toBe('step');
});
