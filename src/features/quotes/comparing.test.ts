import { describe, expect, test } from 'vitest';
import { openCalendar, type Machine } from '#features/services/contract.ts';
import type { PrinterOffer } from './contract.ts';
import { standardRateCard } from './rules.ts';
import { readChoices } from './client/choices.ts';
import { colorsNear, compare, materialsNear } from './comparing.ts';

const cube = { sizeMm: [20, 20, 20] as const, volumeMm3: 8000 };
const conditions = { feePercent: 10, today: '2026-11-23' };

const machine: Machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256],
  stock: [{ material: 'PLA', colors: ['검정', '하양'] }],
  toleranceMm: null,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 0,
  paused: false,
};

function printer(id: string, more: Partial<PrinterOffer>): PrinterOffer {
  return {
    id,
    title: id,
    language: 'ko',
    translations: {},
    isFreeService: false,
    currency: 'KRW',
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
    price: null,
    pricePerUnit: null,
    machines: [],
    calendar: openCalendar,
    ...more,
  };
}

const { print } = readChoices({});
const wanted = { parts: [{ model: cube, print }], color: undefined, sort: 'price' } as const;
const ids = (list: { printer: PrinterOffer }[]) => list.map((each) => each.printer.id);

describe('printers nearby', () => {
  const near = printer('near', { distance: 0.5, machines: [{ ...machine, leadDays: 9 }] });
  const free = printer('free', { distance: 3, isFreeService: true });
  const fast = printer('fast', { distance: 2, machines: [{ ...machine, leadDays: 0 }] });
  const small = printer('small', { distance: 4, machines: [{ ...machine, buildMm: [10, 10, 10] }] });
  const dollars = printer('dollars', { distance: 1, currency: 'USD' });
  const all = [near, free, fast, small, dollars];

  test('the linking service comes first, able or not, and does not count as the cheapest', () => {
    expect(ids(compare(all, { ...wanted, serviceId: 'fast' }, conditions).able)[0]).toBe('fast');
    expect(compare(all, { ...wanted, serviceId: 'fast' }, conditions).cheapest?.printer.id).toBe('free');
    expect(ids(compare(all, { ...wanted, serviceId: 'small' }, conditions).unable)[0]).toBe('small');
  });

  test.each([
    ['price', ['free', 'near', 'fast']],
    ['time', ['fast', 'free', 'near']],
    ['distance', ['near', 'fast', 'free']],
  ] as const)('by %s', (sort, order) => {
    const found = compare(all, { ...wanted, sort }, conditions);
    expect(ids(found.able)).toEqual(order);
    expect(found.unable.map(({ printer: { id }, why }) => [id, why])).toEqual([
      ['dollars', ['no_rate_card']],
      ['small', ['too_large']],
    ]);
  });

  test('the standard price of the cube includes the fee', () => {
    expect(compare([near], wanted, conditions).able[0]?.offer).toMatchObject({ total: 13_200, fee: 1200 });
  });

  test('amounts are compared within a currency, the most common first and won on a tie', () => {
    const start = (startFee: number, currency: string) => ({
      currency,
      rateCard: { ...standardRateCard, startFee, perTenGrams: 0 },
    });
    const won = printer('won', start(9000, 'KRW'));
    const dear = printer('dear', start(20_000, 'KRW'));
    const yen = printer('yen', start(900, 'JPY'));
    const cheap = printer('cheap', start(500, 'JPY'));
    const tied = compare([yen, won], wanted, conditions);
    expect(ids(tied.able)).toEqual(['won', 'yen']);
    expect(tied.cheapest?.printer).toBe(won);
    const more = compare([dear, won, yen], wanted, conditions);
    expect(ids(more.able)).toEqual(['won', 'dear', 'yen']);
    const japanese = compare([won, yen, cheap], { ...wanted, sort: 'distance' }, conditions);
    expect(japanese.cheapest?.printer).toBe(cheap);
    expect(compare([small], wanted, conditions).cheapest).toBeNull();
  });

  test('a colour that is out of stock excludes a machine, unless its colours are unknown', () => {
    const unsaid = printer('unsaid', {
      machines: [{ ...machine, stock: [{ material: 'PLA', colors: [] }] }],
    });
    const found = compare([near, free, unsaid], { ...wanted, color: '빨강' }, conditions);
    expect(ids(found.able)).toEqual(['free', 'unsaid']);
    expect(found.unable).toEqual([{ printer: near, why: ['no_color'], tooLarge: [] }]);
    expect(ids(compare([near], { ...wanted, color: '검정' }, conditions).able)).toEqual(['near']);
    const abs = { ...wanted, parts: [{ model: cube, print: { ...print, material: 'ABS' } }], color: '빨강' };
    expect(compare([near], abs, conditions).unable).toEqual([
      { printer: near, why: ['no_material'], tooLarge: [] },
    ]);
  });
});

test('materials nearby come first without duplicates, and the chosen one is always included', () => {
  const near = [
    printer('a', { materials: ['ABS', 'petg'] }),
    printer('b', { machines: [machine], materials: ['PC'] }),
    printer('c', { materials: ['pla', 'PLA ', 'PETG'] }),
  ];
  const found = materialsNear(near, ['나무']);
  expect(found.slice(0, 4)).toEqual([
    { material: 'PETG', providers: 2 },
    { material: 'PLA', providers: 2 },
    { material: 'ABS', providers: 1 },
    { material: 'TPU', providers: 0 },
  ]);
  expect(found.at(-1)).toEqual({ material: '나무', providers: 0 });
  expect(colorsNear(near, ['pla'])).toEqual(['검정', '하양']);
  expect(colorsNear(near, ['ABS'])).toEqual([]);
});

test('a machine without listed materials has those of its service', () => {
  const bare = printer('a', { machines: [{ ...machine, stock: [] }], materials: ['PETG'] });
  expect(materialsNear([bare], ['PLA'])[0]).toEqual({ material: 'PETG', providers: 1 });
});

describe('the search parameters', () => {
  test.each([
    [{}, { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 }],
    [
      { material: ' PETG ', infill: 0, layer: '0.1', quantity: 12 },
      { material: 'PETG', infill: 0, layerHeight: 0.1, quantity: 12 },
    ],
    [
      { material: ['PLA'], infill: 101, layer: 'thin', quantity: -1 },
      { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 },
    ],
    [
      { material: '', infill: '', layer: {}, quantity: 1e9 },
      { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 },
    ],
  ])('%j', (search, expected) => {
    expect(readChoices(search).print).toEqual(expected);
  });

  test('accept known units, sort orders and radiuses only', () => {
    expect(readChoices({ unit: 'inch', sort: 'time', radius: 20 })).toMatchObject({
      unit: 'inch',
      sort: 'time',
      radius: 20,
    });
    expect(readChoices({ unit: 'parsec', sort: 'luck', radius: 'far' })).toMatchObject({
      unit: undefined,
      sort: 'price',
      radius: undefined,
    });
  });
});
