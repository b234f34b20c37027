import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PrinterOffer } from '#features/quotes/contract.ts';
import { openCalendar, type Machine } from '#features/services/contract.ts';
import { randomRuns } from '#platform/shared/testing.ts';
import { assign, makersOf, printingsOf, type PlannedPart } from './plan.ts';

const conditions = { feePercent: 10, today: '2026-11-30' };

function partOf(index: number, side: number): PlannedPart {
  const print = { material: 'PLA', infill: 20, layerHeight: 0.2, walls: undefined, quantity: 1 };
  const model = { sizeMm: [side, side, side] as const, volumeMm3: side ** 3 };
  return { fileId: `file-${index}`, name: `${index}.stl`, count: 1, part: { model, print } };
}

function printerOf(id: string, pricePerUnit: number, bed: number, currency = 'KRW'): PrinterOffer {
  const machine: Machine = {
    id: '0197a000-0000-7000-8000-000000000001',
    name: 'P1S',
    buildMm: [bed, bed, bed],
    stock: [{ material: 'PLA', colors: [] }],
    toleranceMm: null,
    layerMm: [0.08, 0.28],
    leadDays: 2,
    queue: 0,
    paused: false,
  };
  return {
    id,
    title: id,
    language: 'ko',
    translations: {},
    isFreeService: false,
    currency,
    isIndividual: true,
    imageUrl: null,
    rating: null,
    address: '서울',
    distance: 1,
    provider: { username: id, fullName: id, avatarUrl: null },
    materials: [],
    learned: [],
    delivery: { post: 0, freeFrom: null, pickup: true, carriers: [] },
    rateCard: null,
    price: 1000,
    pricePerUnit,
    machines: [machine],
    calendar: openCalendar,
  };
}

const small = printerOf('small', 100, 50);
const large = printerOf('large', 500, 300);
const abroad = printerOf('abroad', 1, 300, 'USD');
const printers = [large, abroad, small];

test('one maker prints all where one can, the cheapest of those who are paid here', () => {
  const parts = [partOf(1, 20), partOf(2, 30)];
  expect([...assign(printers, parts, new Map(), conditions).values()]).toEqual(['small', 'small']);
  const tall = [partOf(1, 20), partOf(2, 100)];
  expect([...assign(printers, tall, new Map(), conditions).values()]).toEqual(['large', 'large']);
});

test('a choice of the reader counts where that maker can print the part', () => {
  const parts = [partOf(1, 20), partOf(2, 100)];
  const chosen = new Map([
    ['file-1', 'small'],
    ['file-2', 'small'],
  ]);
  expect([...assign(printers, parts, chosen, conditions)]).toEqual([
    ['file-1', 'small'],
    ['file-2', 'large'],
  ]);
});

test('a part that nobody prints has no maker and no price', () => {
  const parts = [partOf(1, 20), partOf(2, 900)];
  const makers = assign(printers, parts, new Map(), conditions);
  expect([...makers.keys()]).toEqual(['file-1']);
  expect(printingsOf(printers, parts, makers, conditions).flatMap((each) => each.parts)).toEqual([parts[0]]);
});

test('each part is printed once, and each group costs what its maker asks for it whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 5, max: 280 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.constantFrom('small', 'large', 'abroad', 'nobody'), { minLength: 8, maxLength: 8 }),
      (sides, wishes) => {
        const parts = sides.map((side, index) => partOf(index, side));
        const chosen = new Map(parts.map(({ fileId }, index) => [fileId, wishes[index]!]));
        const makers = assign(printers, parts, chosen, conditions);
        const printings = printingsOf(printers, parts, makers, conditions);
        const printed = printings.flatMap((each) => each.parts.map(({ fileId }) => fileId));
        expect(printed.toSorted()).toEqual(parts.map(({ fileId }) => fileId).toSorted());
        for (const { printer, parts: own, offer } of printings) {
          const whole = makersOf([printer], own, conditions)[0];
          expect(offer.total).toBe(whole?.offer.total);
        }
      },
    ),
    randomRuns(100),
  );
});
