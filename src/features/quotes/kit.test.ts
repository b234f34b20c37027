import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measure } from '#platform/shared/models/measure.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { readChoices, readPairs, writePairs } from './client/choices.ts';
import { kitOf, partsOf, shareOf, troubleOf } from './kit.ts';
import { isTested } from './tested.ts';

const figuresOf = (side: number) => measure(readModel('stl', binaryStl(box(side, side, side))));
const file = (id: string, count: number, side = 20) => ({
  id,
  name: `${id}.stl`,
  needed: { count, from: 'author' as const },
  model: { state: 'measured' as const, figures: { ...figuresOf(side), sizeMm: figuresOf(side).sizeMm } },
});
const files = [file('frame', 1), file('guard', 4), file('leg', 4), file('all-on-one-plate', 0)];
const counts = (search: object) => kitOf(files, readChoices(search)).map(({ count }) => count);

test('all that is needed is chosen, as often as it is needed, without alternatives', () => {
  expect(counts({})).toEqual([1, 4, 4, 0]);
  const kit = kitOf(files, readChoices({}));
  expect(shareOf(kit)).toEqual({ kinds: 3, pieces: 9, neededKinds: 3, chosenKinds: 3, isWhole: true });
  expect(partsOf(kit, readChoices({ quantity: 2 }).print).map(({ print }) => print.quantity)).toEqual([
    2, 8, 8,
  ]);
});

test('a link to one file chooses it alone, and each number can be changed', () => {
  expect(counts({ fileId: 'guard' })).toEqual([0, 4, 0, 0]);
  expect(counts({ fileId: 'all-on-one-plate' })).toEqual([0, 0, 0, 1]);
  expect(counts({ fileId: 'of another resource' })).toEqual([1, 4, 4, 0]);
  expect(counts({ parts: 'leg.0_guard.2_frame.-1_nothing' })).toEqual([1, 2, 0, 0]);
  expect(shareOf(kitOf(files, readChoices({ parts: 'leg.0_guard.2' })))).toMatchObject({
    kinds: 2,
    chosenKinds: 2,
    neededKinds: 3,
    isWhole: false,
  });
});

test('what keeps a kit from a price is told apart', () => {
  const trouble = (search: object, list: Parameters<typeof kitOf>[0] = files) =>
    troubleOf(kitOf(list, readChoices(search)), readChoices(search).print.quantity);
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
