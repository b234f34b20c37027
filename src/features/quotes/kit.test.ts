import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PrintProfile } from '#features/resources/contract.ts';
import { measure } from '#platform/shared/models/measure.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { readChoices, readPairs, writeName, writePairs } from './client/choices.ts';
import { commonOf, kitOf, partsOf, shareOf, troubleOf, untestedOf } from './kit.ts';
import { isTested } from './tested.ts';

const figuresOf = (side: number) => measure(readModel('stl', binaryStl(box(side, side, side))));
const file = (id: string, count: number, side = 20) => ({
  id,
  name: `${id}.stl`,
  needed: { count, from: 'author' as const },
  model: { state: 'measured' as const, figures: { ...figuresOf(side), sizeMm: figuresOf(side).sizeMm } },
});
const files = [file('frame', 1), file('guard', 4), file('leg', 4), file('all-on-one-plate', 0)];
const kitBy = (search: object, profiles: PrintProfile[] = []) =>
  kitOf(files, profiles, readChoices(search, profiles));
const counts = (search: object) => kitBy(search).map(({ count }) => count);

test('all that is needed is chosen, as often as it is needed, without alternatives', () => {
  expect(counts({})).toEqual([1, 4, 4, 0]);
  const kit = kitBy({});
  expect(shareOf(kit)).toEqual({ kinds: 3, pieces: 9, neededKinds: 3, chosenKinds: 3, isWhole: true });
  expect(partsOf(kit, 2).map(({ print }) => print.quantity)).toEqual([2, 8, 8]);
});

test('a link to one file chooses it alone, and each number can be changed', () => {
  expect(counts({ fileId: 'guard' })).toEqual([0, 4, 0, 0]);
  expect(counts({ fileId: 'all-on-one-plate' })).toEqual([0, 0, 0, 1]);
  expect(counts({ fileId: 'of another resource' })).toEqual([1, 4, 4, 0]);
  expect(counts({ parts: 'leg.0_guard.2_frame.-1_nothing' })).toEqual([1, 2, 0, 0]);
  expect(shareOf(kitBy({ parts: 'leg.0_guard.2' }))).toMatchObject({
    kinds: 2,
    chosenKinds: 2,
    neededKinds: 3,
    isWhole: false,
  });
});

test('what keeps a kit from a price is told apart', () => {
  const trouble = (search: object, list: Parameters<typeof kitOf>[0] = files) =>
    troubleOf(kitOf(list, [], readChoices(search)), readChoices(search).print.quantity);
  expect(trouble({})).toBeNull();
  expect(trouble({ parts: 'frame.0_guard.0_leg.0' })).toBe('none');
  const tiny = file('tiny', 1, 2);
  expect(trouble({}, [tiny])).toBe('unit');
  expect(trouble({ units: 'tiny.inch' }, [tiny])).toBeNull();
  const waiting = { ...tiny, model: { state: 'waiting' as const } };
  expect(trouble({}, [...files, waiting])).toBe('waiting');
  // What is not wanted does not wait.
  expect(trouble({ parts: 'tiny.0' }, [...files, waiting])).toBeNull();
});

test('the author’s tested settings are the first choice, and leaving any of them is told', () => {
  const flying = { name: '날릴 때', material: 'PETG', layerHeightMm: 0.16, infillPercent: 60, walls: 4 };
  const fitting = { material: 'PLA', layerHeightMm: 0.28 };
  const profiles = [flying, fitting];
  const print = (search: object) => readChoices(search, profiles).print;
  expect(print({})).toMatchObject({ material: 'PETG', layerHeight: 0.16, infill: 60, walls: 4 });
  expect(isTested(flying, print({}))).toBe(true);
  expect(print({ profile: 1 })).toMatchObject({ material: 'PLA', layerHeight: 0.28, infill: 20 });
  expect(isTested(fitting, print({ profile: 1 }))).toBe(true);
  for (const other of [{ material: 'PLA' }, { infill: 20 }, { layer: 0.2 }, { walls: 2 }, { walls: 'usual' }])
    expect(isTested(flying, print(other)), JSON.stringify(other)).toBe(false);
  expect(print({ walls: 'usual' }).walls).toBeUndefined();
  expect(readChoices({ profile: 9 }, profiles).profile).toBe(0);
});

test('parts that the author has tested otherwise are printed so, and each can be changed alone or with all others', () => {
  const whole = { material: 'PLA', layerHeightMm: 0.2, infillPercent: 40, walls: 3 };
  const soft = { files: ['guard.stl', 'LEG'], material: 'TPU', layerHeightMm: 0.28, infillPercent: 10 };
  const draft = { name: 'draft', material: 'PLA', layerHeightMm: 0.28, infillPercent: 10, walls: 2 };
  const profiles = [soft, whole, draft];
  const settings = (search: object) => {
    const kit = kitBy(search, profiles);
    return partsOf(kit, 1).map(({ print: { quantity, ...print } }) => {
      expect(quantity).toBeGreaterThan(0);
      return print;
    });
  };
  const [plain, other] = [
    { material: 'PLA', layerHeight: 0.2, infill: 40, walls: 3 },
    { material: 'TPU', layerHeight: 0.28, infill: 10, walls: undefined },
  ];
  expect(settings({})).toEqual([plain, other, other]);
  expect(untestedOf(kitBy({}, profiles))).toEqual([]);
  expect(commonOf(settings({}))).toEqual({});
  expect(commonOf([plain])).toEqual(plain);

  // Profiles of the whole are those that name no file; what was tested for a file alone stays.
  const drafted = { material: 'PLA', layerHeight: 0.28, infill: 10, walls: 2 };
  expect(settings({ profile: 1 })).toEqual([drafted, other, other]);
  expect(commonOf(settings({ profile: 1 }))).toEqual({ layerHeight: 0.28, infill: 10 });
  expect(settings({ profile: 2 })).toEqual(settings({}));

  // What is chosen for all counts for all; what is chosen for one part counts more.
  const left = (search: object) => untestedOf(kitBy(search, profiles)).map(({ id }) => id);
  expect(settings({ material: 'PETG' }).map(({ material }) => material)).toEqual(['PETG', 'PETG', 'PETG']);
  expect(left({ material: 'TPU' })).toEqual(['frame']);
  const one = { infill: 40, partInfill: 'guard.25_leg.10', partWalls: 'leg.usual', partLayer: 'leg.0.28' };
  expect(settings(one).map(({ infill }) => infill)).toEqual([40, 25, 10]);
  expect(left(one)).toEqual(['guard']);
  expect(settings({ partMaterial: `guard.${writeName('내 소재_1.75')}` })[1]!.material).toBe('내 소재_1.75');
  // What is not wanted is not left.
  expect(left({ partInfill: 'guard.99', parts: 'guard.0' })).toEqual([]);
  // Nonsense in an address is nothing.
  expect(settings({ partInfill: 'guard.-1', partMaterial: 'guard.%E0%A4', partWalls: 'guard.1e9' })).toEqual(
    settings({}),
  );
});

test('values by id are read from an address as they were written, and anything else is nothing', () => {
  const ids = fc.uuid();
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.nat(10_000)), { maxLength: 60 }), (pairs) => {
      const written = new Map(pairs);
      const address = writePairs(written);
      expect(new Map(readPairs(address))).toEqual(new Map(Array.from(written, ([id, n]) => [id, String(n)])));
      // An address keeps it as it is.
      expect(String(new URLSearchParams({ parts: address }))).toBe(`parts=${address}`);
    }),
  );
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(Array.isArray(readPairs(value))).toBe(true);
    }),
  );
});
