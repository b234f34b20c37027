import { expect, test } from 'vitest';
import { machine, rateCard, type Machine } from '#features/services/contract.ts';
import {
  asCalendar,
  asMachine,
  asRateCard,
  blankMachine,
  breakRow,
  cardFields,
  cardValue,
  machineRow,
  machineValue,
  materialRow,
  tellEmpty,
  typed,
} from './workshop-form.ts';

const printer: Machine = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'P1S',
  buildMm: [256, 256, 250.5],
  stock: [
    { material: 'PLA', colors: ['검정', '흰색'] },
    { material: 'TPU', colors: [] },
  ],
  toleranceMm: null,
  layerMm: [0.08, 0.28],
  leadDays: 2,
  queue: 0,
  paused: true,
};

test('a machine and a rate card survive the round trip through their fields', () => {
  expect(machineValue(machineRow(printer), printer.id)).toEqual(printer);
  expect(asMachine(machineValue(machineRow(printer), printer.id))).toEqual(printer);
  const card = rateCard.parse({
    startFee: 5000,
    shell: 0.29,
    materials: [
      { material: 'Wood', density: 1.1 },
      { material: 'PLA', perTenGrams: 900 },
    ],
    breaks: [{ from: 5, percentOff: 10 }],
  });
  for (const currency of ['KRW', 'USD']) {
    const materials = card.materials.map((each) => materialRow(each, currency));
    const value = cardValue(cardFields(card, currency), materials, card.breaks.map(breakRow), currency);
    expect(value).toEqual(card);
    expect(asRateCard(value)).toEqual(card);
  }
});

test('dollars are typed as dollars and sent as cents', () => {
  const card = rateCard.parse({ startFee: 1250, materials: [{ material: 'PLA', perTenGrams: 7 }] });
  const fields = cardFields(card, 'USD');
  expect(fields.startFee).toBe('12.50');
  expect(materialRow({ material: 'PLA', perTenGrams: 7, density: null }, 'USD').perTenGrams).toBe('0.07');
  expect(cardValue({ ...fields, startFee: '12.5', minimum: '1.005' }, [], [], 'USD')).toMatchObject({
    startFee: 1250,
    minimum: '1.005',
  });
});

test('numbers may be typed in any usual notation; invalid ones are left for the server to refuse', () => {
  expect(typed(' 12,000 ')).toBe(12_000);
  expect(typed('1,234,567.5')).toBe(1_234_567.5);
  expect(typed('0.2')).toBe(0.2);
  expect(typed('１２，０００')).toBe(12_000);
  expect(typed('０．２')).toBe(0.2);
  expect(typed('')).toBeNull();
  expect(typed('열')).toBe('열');
  expect(typed('1e9')).toBe('1e9');
});

test.each(['0,2', '0,200', '1,2345', '12,34', ',5', '1,', '1,000,00', '1.000.000'])(
  'a comma that separates no thousands is refused: %s',
  (text) => {
    expect(typed(text)).toBe(text);
  },
);

test('a new machine needs nothing but a name and a size', () => {
  const value = machineValue({ ...blankMachine, name: 'X', x: '1', y: '2', z: '3' }, printer.id);
  expect(machine.safeParse(value).success).toBe(true);
  const half = machineValue(
    { ...blankMachine, name: 'X', stock: [{ material: ' ', colors: '' }] },
    printer.id,
  );
  expect(half.stock).toEqual([]);
  expect(asMachine(half)).toBeNull();
});

test.each([
  { startFee: '0.5' },
  { perTenGrams: '' },
  { perHour: '-1' },
  { gramsPerHour: '0' },
  { shell: '101' },
  { walls: '' },
  { topLayers: '1.5' },
  { leadDays: 'x' },
])('nothing is calculated from %j', (part) => {
  const fields = { ...cardFields(rateCard.parse({}), 'KRW'), ...part };
  expect(asRateCard(cardValue(fields, [], [], 'KRW'))).toBeNull();
});

test('an empty field is reported as empty', () => {
  const content = { machines: [{ buildMm: [1, null, 'x'] }], rateCard: { shell: null } };
  const told = {
    'machines[0].buildMm[1]': '?',
    'machines[0].buildMm[2]': '?',
    'rateCard.shell': '?',
    'a.b[1]': '?',
  };
  expect(tellEmpty(told, content)).toEqual({
    'machines[0].buildMm[1]': '꼭 입력해 주세요.',
    'machines[0].buildMm[2]': '?',
    'rateCard.shell': '꼭 입력해 주세요.',
    'a.b[1]': '?',
  });
});

test('holidays count once both ends are there', () => {
  const holidays = [
    { from: '2026-12-24', to: '', note: '' },
    { from: '2026-12-24', to: '2026-12-25', note: '' },
  ];
  expect(asCalendar({ closedWeekdays: [], holidays, jobsPerDay: 1 })?.holidays).toEqual([holidays[1]]);
  expect(asCalendar({ closedWeekdays: [], holidays, jobsPerDay: '' })).toBeNull();
});
