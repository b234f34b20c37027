import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeOf } from '#platform/shared/fee.ts';
import {
  openCalendar,
  rateCard as rateCardSchema,
  type Machine,
  type RateCard,
} from '#features/services/contract.ts';
import { examine } from '#platform/shared/models/examine.ts';
import { plaGrams } from '#platform/shared/models/print.ts';
import { readModel } from '#platform/shared/models/read-model.ts';
import { binaryStl, box } from '#platform/shared/models/testing.ts';
import { daysOff, readyOn } from '#platform/shared/working-days.ts';
import {
  densities,
  obstaclesOf,
  offerOf,
  priceOf,
  standardRateCard,
  type Model,
  type Part,
  type Price,
  type Print,
  type Printer,
} from './rules.ts';

const cube = { sizeMm: [20, 20, 20] as const, volumeMm3: 8000 };
const ball = { sizeMm: [30, 30, 30] as const, volumeMm3: (4 / 3) * Math.PI * 15 ** 3 };
const print: Print = { material: 'PLA', infill: 20, layerHeight: 0.2, quantity: 1 };
const printer: Printer = {
  rateCard: null,
  machines: [],
  calendar: openCalendar,
  isFreeService: false,
  currency: 'KRW',
  price: null,
  pricePerUnit: null,
  materials: [],
};
const machine: Machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 256],
  stock: [{ material: 'PLA', colors: [] }],
  toleranceMm: null,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 0,
  paused: false,
};

/** One part, as every single model is. */
const one = (model: Part['model'], wanted: Print): Part[] => [{ model, print: wanted }];

function priced(
  card: Partial<RateCard> | null,
  model: typeof cube | typeof ball,
  wanted: Partial<Print>,
): Price {
  // A provider who states the part that is always full, so that a weight can be worked out by hand.
  const rateCard = { ...standardRateCard, shell: 0.25, ...card };
  const price = priceOf({ ...printer, rateCard }, null, one(model, { ...print, ...wanted }), 10);
  if (typeof price === 'string') throw new Error(price);
  return price;
}

test('the standard rate card equals the schema’s defaults', () => {
  expect(rateCardSchema.parse({})).toEqual(standardRateCard);
});

describe('prices of a cube and a ball match manual calculations', () => {
  // A 20 mm cube has 8 cm³, a 30 mm ball 14.137 cm³.
  test.each([
    // 8 × 1.24 × 0.4 = 3.968 g, and 15% more at most: one started 10 g: 10,000 + 2,000
    [null, cube, {}, 3.97, 4.56, 12_000, 1200],
    // 8 × 1.24 × 1 = 9.92 g, and 6% more at most: two started 10 g
    [null, cube, { infill: 100 }, 9.92, 10.53, 14_000, 1400],
    // 99.2 g, 105.34 at most: eleven started 10 g
    [null, cube, { infill: 100, quantity: 10 }, 99.2, 105.34, 32_000, 3200],
    // 8 × 1.14 × 0.25 × 3 = 6.84 g
    [null, cube, { material: 'Nylon', infill: 0, quantity: 3 }, 6.84, 7.87, 12_000, 1200],
    // 8 × 1.3 × 0.625 × 2 = 13 g
    [null, cube, { material: 'PEEK', infill: 50, quantity: 2 }, 13, 14.95, 14_000, 1400],
    // 14.1372 × 1.24 × 0.4 = 7.012 g
    [null, ball, {}, 7.01, 8.06, 12_000, 1200],
    // 14.1372 × 1.15 × 1 × 5 = 81.29 g: nine started 10 g
    [null, ball, { material: 'resin', infill: 100, quantity: 5 }, 81.29, 86.25, 28_000, 2800],
    // 3.968 g with other fees: 3,000 + 500 + 700 a piece
    [{ startFee: 3000, perTenGrams: 500, perUnit: 700 }, cube, {}, 3.97, 4.56, 4200, 420],
    // 45.63 g at most: 5 × 500, 10 pieces: 3,000 + 2,500 + 7,000, less a tenth
    [
      {
        startFee: 3000,
        perTenGrams: 500,
        perUnit: 700,
        breaks: [
          { from: 5, percentOff: 5 },
          { from: 10, percentOff: 10 },
        ],
      },
      cube,
      { quantity: 10 },
      39.68,
      45.63,
      11_250,
      1125,
    ],
    // The material's own price and density: 8 × 2 × 0.4 = 6.4 g, one started 10 g for 3,333; a tenth rounded down
    [
      { startFee: 0, materials: [{ material: 'Carbon', density: 2, perTenGrams: 3333 }] },
      cube,
      { material: 'Carbon' },
      6.4,
      7.36,
      3333,
      333,
    ],
    // Below the minimum; half of the volume is shell: 14.1372 × 1.24 × 0.6 = 10.518 g
    [{ startFee: 1000, perTenGrams: 100, minimum: 5000, shell: 0.5 }, ball, {}, 10.52, 12.1, 5000, 500],
  ] as const)('%j, %j, %j', (card, model, wanted, likely, atMost, principal, fee) => {
    const price = priced(card as Partial<RateCard> | null, model, wanted);
    expect(price).toMatchObject({ grams: { likely, atMost }, principal, fee, total: principal + fee });
  });
});

test('hours are charged as started ones, at most, and go by layers, speed and pieces', () => {
  const hourly = { startFee: 0, perTenGrams: 0, perHour: 1000, shell: null };
  const usual = priced(hourly, cube, { quantity: 10 });
  expect(usual.hours.atMost / usual.hours.likely).toBeCloseTo(1.3, 2);
  expect(usual.principal).toBe(Math.ceil(usual.hours.atMost) * 1000);
  expect(usual.likely.principal).toBe(Math.ceil(usual.hours.likely) * 1000);
  expect(priced(hourly, cube, {}).hours.likely).toBeCloseTo(usual.hours.likely / 10, 1);
  const fine = priced(hourly, cube, { quantity: 10, layerHeight: 0.1 });
  expect(fine.hours.likely / usual.hours.likely).toBeGreaterThan(1.5);
  const fast = priced({ ...hourly, gramsPerHour: 30 }, cube, { quantity: 10 });
  expect(fast.hours.likely).toBeCloseTo(usual.hours.likely / 2, 1);
});

test('walls and covers are the provider’s', () => {
  const plain = priced({ shell: null }, cube, {}).grams.likely;
  expect(priced({ shell: null, walls: 4 }, cube, {}).grams.likely).toBeGreaterThan(plain * 1.1);
  expect(priced({ shell: null, topLayers: 8, bottomLayers: 6 }, cube, {}).grams.likely).toBeGreaterThan(
    plain * 1.05,
  );
});

test('lines list the parts of a price', () => {
  expect(priced({ minimum: 20_000 }, cube, { quantity: 3 }).lines).toEqual([
    { code: 'start', count: 1, each: 10_000, amount: 10_000 },
    { code: 'material', count: 2, each: 2000, amount: 4000 },
    { code: 'minimum', count: 1, each: null, amount: 6000 },
  ]);
});

test('a free service costs nothing', () => {
  expect(
    priceOf({ ...printer, isFreeService: true, currency: 'USD' }, null, one(cube, print), 10),
  ).toMatchObject({
    lines: [],
    principal: 0,
    fee: 0,
    total: 0,
    likely: { principal: 0, fee: 0, total: 0 },
  });
});

test.each([
  ['in other currencies nothing is standard', { currency: 'USD' }, {}, cube, 'no_rate_card'],
  ['nobody knows how heavy the provider’s wood is', {}, { material: 'Wood' }, cube, 'no_density'],
  ['what has no volume has no weight', {}, {}, { ...cube, volumeMm3: 0 }, 'no_volume'],
  [
    'nobody weighs a planet, for free either',
    { isFreeService: true },
    {},
    { ...cube, volumeMm3: 1e27 },
    'too_much',
  ],
  ['nobody prints a mountain', {}, { quantity: 10_000 }, { ...cube, volumeMm3: 1e15 }, 'too_much'],
])('%s', (_name, of, wanted, model, why) => {
  expect(priceOf({ ...printer, ...of }, null, one(model, { ...print, ...wanted }), 10)).toBe(why);
});

describe('machines', () => {
  test.each([
    [{}, {}, []],
    [{ paused: true }, {}, ['paused']],
    [{ buildMm: [10, 10, 10] as Machine['buildMm'] }, {}, ['too_large']],
    [{}, { material: 'ABS' }, ['no_material']],
    [{}, { material: ' pla ' }, []],
    [{}, { layerHeight: 0.28 }, []],
    [{}, { layerHeight: 0.3 }, ['layer']],
    [{ stock: [] }, { layerHeight: 0.05 }, ['no_material', 'layer']],
  ] as const)('%j for %j', (of, wanted, found) => {
    expect(obstaclesOf({ ...machine, ...of } as Machine, one(cube, { ...print, ...wanted }))).toEqual({
      obstacles: found,
      tooLarge: (found as readonly string[]).includes('too_large') ? [0] : [],
    });
  });

  test('loads are charged by the build plate of the machine', () => {
    const rateCard = { ...standardRateCard, startFee: 0, perTenGrams: 0, perLoad: 1000 };
    expect(
      priceOf({ ...printer, rateCard }, machine, one(cube, { ...print, quantity: 101 }), 10),
    ).toMatchObject({
      lines: [{ code: 'loads', count: 2, each: 1000, amount: 2000 }],
    });
  });

  const conditions = { feePercent: 10, today: '2026-11-23' };

  test('the cheapest capable machine is offered, the earlier one on a tie', () => {
    const slow = { ...machine, leadDays: 5 };
    const found = offerOf({ ...printer, machines: [slow, machine] }, one(cube, print), conditions);
    expect(found).toMatchObject({ offer: { machine, leadTimeDays: 2, readyOn: '2026-11-25' } });
  });

  test('what only fits turned or lying on a side is made, one piece on a plate', () => {
    const bar = (x: number): Model => examine(readModel('stl', binaryStl(box(x, 20, 20))));
    const three = { ...print, quantity: 3 };
    expect(offerOf({ ...printer, machines: [machine] }, one(bar(330), three), conditions)).toMatchObject({
      offer: { machine },
    });
    const price = priceOf(
      { ...printer, rateCard: { ...standardRateCard, perLoad: 1000 } },
      machine,
      one(bar(330), three),
      10,
    );
    expect(price).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ code: 'loads', count: 3 })]),
    });
    expect(offerOf({ ...printer, machines: [machine] }, one(bar(345), three), conditions)).toEqual({
      obstacles: ['too_large'],
      tooLarge: [0],
    });
  });

  test('without a capable machine, the nearest one gives the reasons', () => {
    const resin = { ...machine, stock: [], layerMm: [0.01, 0.05] as [number, number] };
    const small = { ...machine, buildMm: [10, 10, 10] as Machine['buildMm'] };
    expect(offerOf({ ...printer, machines: [resin, small] }, one(cube, print), conditions)).toEqual({
      obstacles: ['too_large'],
      tooLarge: [0],
    });
  });

  test('without machines the service’s materials decide, and without those anything is possible', () => {
    expect(offerOf({ ...printer, materials: ['ABS'] }, one(cube, print), conditions)).toEqual({
      obstacles: ['no_material'],
      tooLarge: [],
    });
    expect(offerOf({ ...printer, materials: ['pla'] }, one(cube, print), conditions)).toHaveProperty('offer');
    expect(offerOf(printer, one(cube, print), conditions)).toMatchObject({
      offer: { leadTimeDays: 3, machine: null },
    });
  });

  test('earlier jobs and closed days postpone the ready date', () => {
    // From Monday: two days of queue and two of work, Friday to Sunday closed.
    const calendar = { ...openCalendar, jobsPerDay: 2, closedWeekdays: [0, 6, 5] };
    const busy = { ...machine, queue: 3 };
    expect(offerOf({ ...printer, machines: [busy], calendar }, one(cube, print), conditions)).toMatchObject({
      offer: { readyOn: '2026-11-30', leadTimeDays: 7 },
    });
  });
});

test.each([
  [openCalendar, 0, '2026-11-22', '2026-11-22'],
  [openCalendar, 3, '2026-11-22', '2026-11-25'],
  // Sunday is closed, so work begins on Monday.
  [{ ...openCalendar, closedWeekdays: [0] }, 0, '2026-11-22', '2026-11-23'],
  [{ ...openCalendar, closedWeekdays: [0, 6] }, 1, '2026-11-27', '2026-11-30'],
  [
    { ...openCalendar, holidays: [{ from: '2026-12-24', to: '2027-01-03', note: '' }] },
    2,
    '2026-12-23',
    '2027-01-05',
  ],
  [
    { ...openCalendar, holidays: [{ from: '2020-01-01', to: '2040-01-01', note: '' }] },
    0,
    '2026-11-22',
    null,
  ],
])('%j, %i working days from %s: %s', (plan, days, today, ready) => {
  expect(readyOn(plan, days, today)).toBe(ready);
});

// Maximum rates that together stay below the limit of a price.
const cards = fc.record({
  startFee: fc.nat(1_000_000),
  minimum: fc.nat(1_000_000),
  perTenGrams: fc.nat(100_000),
  materials: fc.constant<RateCard['materials']>([]),
  perHour: fc.nat(10_000),
  gramsPerHour: fc.double({ min: 5, max: 1000, noNaN: true }),
  perUnit: fc.nat(100_000),
  perLoad: fc.nat(100_000),
  breaks: fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 100 }), percentOff: fc.integer({ min: 1, max: 90 }) }),
    { maxLength: 4 },
  ),
  walls: fc.integer({ min: 0, max: 6 }),
  topLayers: fc.integer({ min: 0, max: 8 }),
  bottomLayers: fc.integer({ min: 0, max: 8 }),
  shell: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  leadDays: fc.nat(30),
});
const models = fc.record({
  sizeMm: fc.tuple(
    ...([0, 1, 2] as const).map(() => fc.double({ min: 0.1, max: 250, noNaN: true })),
  ) as fc.Arbitrary<[number, number, number]>,
  volumeMm3: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
});
const prints = fc.record({
  material: fc.constantFrom(...Object.keys(densities)),
  infill: fc.double({ min: 0, max: 100, noNaN: true }),
  layerHeight: fc.double({ min: 0.05, max: 0.4, noNaN: true }),
  quantity: fc.integer({ min: 1, max: 500 }),
});

function mustPrice(card: RateCard, model: Part['model'], wanted: Print): Price {
  const price = priceOf({ ...printer, rateCard: card }, machine, one(model, wanted), 10);
  // A slow, expensive printer with hundreds of large pieces exceeds the limit rightly.
  fc.pre(price !== 'too_much');
  if (typeof price === 'string') throw new Error(price);
  return price;
}

test('lines add up, the fee is a tenth rounded down, and nothing is below the minimum', () => {
  fc.assert(
    fc.property(cards, models, prints, (card, model, wanted) => {
      const { lines, principal, fee, total, grams, hours, likely, billedGrams } = mustPrice(
        card,
        model,
        wanted,
      );
      expect(grams.likely).toBeGreaterThanOrEqual(0);
      expect(grams.atMost).toBeGreaterThanOrEqual(grams.likely);
      expect(hours.likely).toBeGreaterThanOrEqual(0);
      expect(hours.atMost).toBeGreaterThanOrEqual(hours.likely);
      expect(billedGrams).toBeGreaterThanOrEqual(Math.floor(grams.atMost));
      expect(likely.principal).toBeLessThanOrEqual(principal);
      expect(likely.fee).toBe(Math.floor(likely.principal / 10));
      expect(likely.total).toBe(likely.principal + likely.fee);
      expect(likely.total).toBeLessThanOrEqual(total);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(principal);
      expect(lines.filter(({ count, each, amount }) => each !== null && amount !== count * each)).toEqual([]);
      expect(principal).toBeGreaterThanOrEqual(card.minimum);
      expect(fee).toBe(Math.floor(principal / 10));
      expect(total).toBe(principal + fee);
      expect(Number.isSafeInteger(total)).toBe(true);
    }),
  );
});

test('without discounts, more pieces, more infill and a larger volume never cost less', () => {
  fc.assert(
    fc.property(cards, models, prints, fc.integer({ min: 1, max: 50 }), (card, model, wanted, more) => {
      const plain = { ...card, breaks: [] };
      const before = mustPrice(plain, model, wanted).total;
      const dearer = (price: Price) => expect(price.total).toBeGreaterThanOrEqual(before);
      dearer(mustPrice(plain, model, { ...wanted, quantity: wanted.quantity + more }));
      dearer(mustPrice(plain, model, { ...wanted, infill: Math.min(100, wanted.infill + more) }));
      dearer(mustPrice(plain, { ...model, volumeMm3: model.volumeMm3 * (1 + more) }, wanted));
    }),
  );
});

test('a fee is never more than its exact share, and less than one unit below it', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 0, max: 10_000 }), (principal, hundredths) => {
      const exact = (principal * hundredths) / 10_000;
      const fee = feeOf(principal, hundredths / 100);
      expect(fee).toBeLessThanOrEqual(exact + 1e-6);
      expect(exact - fee).toBeLessThan(1);
    }),
  );
});

test('a model weighs the same on its own page as in a quote of the standard prices', () => {
  for (const infill of [0, 20, 100]) {
    const quoted = priced({ shell: null }, cube, { infill }).grams;
    const told = plaGrams(cube, infill / 100);
    expect(told.likely).toBeCloseTo(quoted.likely, 2);
    expect(told.atMost).toBeCloseTo(quoted.atMost, 2);
  }
});

test('a machine without its own materials prints with those of its service', () => {
  const conditions = { feePercent: 10, today: '2026-11-23' };
  const petg = { material: 'petg', infill: 20, quantity: 1, layerHeight: 0.2 };
  const bare = { ...printer, machines: [{ ...machine, stock: [] }] };
  expect(offerOf({ ...bare, materials: ['PETG'] }, one(cube, petg), conditions)).toMatchObject({
    offer: { machine: { name: 'P1S' } },
  });
  for (const materials of [['PLA'], []])
    expect(offerOf({ ...bare, materials }, one(cube, petg), conditions)).toEqual({
      obstacles: ['no_material'],
      tooLarge: [],
    });
});

test('equal numbers of working days end on different dates, with the excluded days listed', () => {
  const monday = '2026-11-23';
  const everyDay = { closedWeekdays: [], holidays: [] };
  const weekend = { closedWeekdays: [0, 6], holidays: [] };
  const away = { closedWeekdays: [0, 6], holidays: [{ from: '2026-11-24', to: '2026-11-28' }] };
  const told = [everyDay, weekend, away].map((plan) => {
    const ready = readyOn(plan, 5, monday) ?? '';
    return [ready, daysOff(plan, monday, ready)];
  });
  expect(told).toEqual([
    ['2026-11-28', { weekly: 0, holidays: 0 }],
    ['2026-11-30', { weekly: 2, holidays: 0 }],
    // The Saturday of the holidays is closed anyway.
    ['2026-12-04', { weekly: 2, holidays: 4 }],
  ]);
});

describe('a kit of several parts', () => {
  const card: RateCard = {
    ...standardRateCard,
    startFee: 3000,
    minimum: 20_000,
    perTenGrams: 900,
    materials: [{ material: 'TPU', density: null, perTenGrams: 1500 }],
    perHour: 500,
    perUnit: 100,
    perLoad: 2000,
    breaks: [{ from: 5, percentOff: 10 }],
  };
  const guard = { sizeMm: [74, 74, 12] as const, volumeMm3: 9000, areaMm2: 9000 };
  const frame = { sizeMm: [120, 120, 4] as const, volumeMm3: 22_000, areaMm2: 15_000 };
  const kit: Part[] = [
    { model: frame, print },
    { model: guard, print: { ...print, quantity: 4 } },
  ];

  test('has one base fee, one discount by all its pieces, one minimum, and its plates', () => {
    const whole = priceOf({ ...printer, rateCard: card }, machine, kit, 10);
    if (typeof whole === 'string') throw new Error(whole);
    const tens = Math.ceil(whole.grams.atMost / 10);
    const hours = Math.ceil(whole.hours.atMost);
    const sum = 3000 + tens * 900 + hours * 500 + 5 * 100 + 2000;
    const off = Math.floor(sum / 10);
    expect(whole).toMatchObject({
      plates: 1,
      billedGrams: tens * 10,
      lines: [
        { code: 'start', count: 1, amount: 3000 },
        { code: 'material', count: tens, each: 900 },
        { code: 'hours', count: hours, each: 500 },
        { code: 'units', count: 5, each: 100 },
        { code: 'loads', count: 1, each: 2000 },
        { code: 'discount', count: 10, amount: -off },
        ...(sum - off < 20_000 ? [{ code: 'minimum', amount: 20_000 - (sum - off) }] : []),
      ],
      principal: Math.max(20_000, sum - off),
    });
    // The same file twice is the same as twice the pieces.
    const split = priceOf({ ...printer, rateCard: card }, machine, [kit[0]!, kit[1]!, kit[1]!], 10);
    const joined = priceOf(
      { ...printer, rateCard: card },
      machine,
      [kit[0]!, { model: guard, print: { ...print, quantity: 8 } }],
      10,
    );
    if (typeof split === 'string' || typeof joined === 'string') throw new Error('no price');
    expect(split.total).toBe(joined.total);
  });

  test('charges each material for its own started 10 g, on plates of its own', () => {
    const mixed = [kit[0]!, { model: guard, print: { ...print, material: 'TPU', quantity: 4 } }];
    const stock = [
      { material: 'PLA', colors: [] },
      { material: 'TPU', colors: [] },
    ];
    const found = offerOf({ ...printer, rateCard: card, machines: [{ ...machine, stock }] }, mixed, {
      feePercent: 10,
      today: '2026-11-23',
    });
    if (!('offer' in found)) throw new Error('nobody can make it');
    const { offer } = found;
    const [pla, tpu] = offer.parts.map(({ grams }) => Math.ceil(grams.atMost / 10));
    expect(offer.plates).toBe(2);
    expect(offer.billedGrams).toBe((pla! + tpu!) * 10);
    expect(offer.lines.filter(({ code }) => code === 'material')).toEqual([
      { code: 'material', material: 'PLA', count: pla, each: 900, amount: pla! * 900 },
      { code: 'material', material: 'TPU', count: tpu, each: 1500, amount: tpu! * 1500 },
    ]);
  });

  test('names the parts that fit on no plate, of the machine that is nearest to making all', () => {
    const small = { ...machine, buildMm: [100, 100, 100] as Machine['buildMm'] };
    const tiny = { ...machine, buildMm: [20, 20, 20] as Machine['buildMm'] };
    expect(
      offerOf({ ...printer, machines: [tiny, small] }, kit, { feePercent: 10, today: '2026-11-23' }),
    ).toEqual({ obstacles: ['too_large'], tooLarge: [0] });
  });

  test('walls that are asked for are weighed instead of those of the rate card', () => {
    const withWalls = (walls: number | undefined) => {
      const price = priceOf(printer, machine, one(ball, { ...print, walls }), 10);
      if (typeof price === 'string') throw new Error(price);
      return price.grams.likely;
    };
    expect(withWalls(2)).toBe(withWalls(undefined));
    expect(withWalls(4)).toBeGreaterThan(withWalls(2));
  });

  const parts = fc.array(fc.record({ model: models, print: prints }), { minLength: 1, maxLength: 8 });

  test('is the sum of its parts by the rate card, whatever they are', () => {
    fc.assert(
      fc.property(cards, parts, (any, wanted) => {
        const price = priceOf({ ...printer, rateCard: any }, machine, wanted, 10);
        fc.pre(price !== 'too_much');
        if (typeof price === 'string') throw new Error(price);
        const hundredths = (end: 'likely' | 'atMost', of: 'grams' | 'hours') =>
          price.parts.reduce((sum, part) => sum + Math.round(part[of][end] * 100), 0);
        for (const end of ['likely', 'atMost'] as const)
          for (const of of ['grams', 'hours'] as const)
            expect(Math.round(price[of][end] * 100)).toBe(hundredths(end, of));

        // The rate card, worked out again from what is shown of the parts.
        const byMaterial = new Map<string, number>();
        for (const [index, { print: of }] of wanted.entries())
          byMaterial.set(
            of.material,
            (byMaterial.get(of.material) ?? 0) + Math.round(price.parts[index]!.grams.atMost * 100),
          );
        const tens = [...byMaterial.values()].reduce((sum, grams) => sum + Math.ceil(grams / 1000), 0);
        const pieces = wanted.reduce((sum, each) => sum + each.print.quantity, 0);
        const sum =
          any.startFee +
          tens * any.perTenGrams +
          Math.ceil(hundredths('atMost', 'hours') / 100) * any.perHour +
          pieces * any.perUnit +
          price.plates! * any.perLoad;
        const percentOff = Math.max(
          0,
          ...any.breaks.filter(({ from }) => from <= pieces).map((each) => each.percentOff),
        );
        const principal = Math.max(any.minimum, sum - Math.floor((sum * percentOff) / 100));
        expect(price.principal).toBe(principal);
        expect(price.lines.reduce((whole, { amount }) => whole + amount, 0)).toBe(principal);
        expect(price.fee).toBe(Math.floor(principal / 10));
        expect(price.total).toBe(price.principal + price.fee);
        expect(price.likely.total).toBeLessThanOrEqual(price.total);
        expect(price.lines.filter(({ code }) => code === 'start' || code === 'minimum').length).toBeLessThan(
          3,
        );
        expect(Number.isSafeInteger(price.total)).toBe(true);
      }),
    );
  });

  test('never costs more than its parts ordered one by one, without discounts', () => {
    fc.assert(
      fc.property(cards, parts, (any, wanted) => {
        // Plates are packed by a simple rule, which may need one more where pieces are mixed.
        const plain = { ...any, breaks: [], perLoad: 0 };
        const whole = priceOf({ ...printer, rateCard: plain }, machine, wanted, 10);
        fc.pre(whole !== 'too_much');
        if (typeof whole === 'string') throw new Error(whole);
        const alone = wanted.map((part) => mustPrice(plain, part.model, part.print).total);
        // The fee of each is rounded down.
        expect(whole.total).toBeLessThanOrEqual(alone.reduce((sum, total) => sum + total, 0) + wanted.length);
      }),
    );
  });
});
