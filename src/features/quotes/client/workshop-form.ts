import type { Calendar, Machine, RateCard } from '#features/services/contract.ts';
import { m } from '#i18n/generated/messages.js';
import { moneyText, parseMoney } from '#platform/shared/money.ts';
import type { Fields } from '#ui/form-group.tsx';

/** Values of the editor's fields, which are texts, and the payload made from them. */

export type StockRow = { material: string; colors: string };
export type MachineRow = {
  /** Id of an existing machine. */
  id: string;
  name: string;
  x: string;
  y: string;
  z: string;
  tolerance: string;
  thinnest: string;
  thickest: string;
  leadDays: string;
  queue: string;
  paused: boolean;
  stock: readonly StockRow[];
};
export type MaterialRow = { material: string; perTenGrams: string; density: string };
export type BreakRow = { from: string; percentOff: string };
export type HolidayRow = { from: string; to: string; note: string };

/** Amounts and numbers of a rate card with fields of their own. */
export const cardNumbers = [
  'startFee',
  'perTenGrams',
  'perUnit',
  'perLoad',
  'perHour',
  'gramsPerHour',
  'minimum',
  'walls',
  'topLayers',
  'bottomLayers',
  'shell',
  'leadDays',
] as const;
/** Fields that are money. */
const amounts: ReadonlySet<string> = new Set([
  'startFee',
  'perTenGrams',
  'perUnit',
  'perLoad',
  'perHour',
  'minimum',
]);
export type CardFields = Record<(typeof cardNumbers)[number], string>;

const noStock: readonly StockRow[] = [];
export const blankMachine: MachineRow = {
  id: '',
  name: '',
  x: '',
  y: '',
  z: '',
  tolerance: '',
  thinnest: '0.1',
  thickest: '0.3',
  leadDays: '2',
  queue: '0',
  paused: false,
  stock: noStock,
};
export const blankMaterial: MaterialRow = { material: '', perTenGrams: '', density: '' };
export const blankBreak: BreakRow = { from: '', percentOff: '' };
export const blankHoliday: HolidayRow = { from: '', to: '', note: '' };

const grouped = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const plain = /^-?\d+(\.\d+)?$/;

/**
 * Parses a number. An invalid text is sent as it is, so that the server reports it at its field. Since a comma is a
 * decimal point in some countries, it is accepted only before three digits: 0,2 is refused and never becomes 2.
 */
export function typed(text: string): number | string | null {
  const digits = text.normalize('NFKC').replaceAll(/\s/g, '');
  if (digits === '') return null;
  if (grouped.test(digits)) return Number(digits.replaceAll(',', ''));
  return plain.test(digits) ? Number(digits) : text;
}

const shown = (value: number | null) => (value === null ? '' : String(value));
const shownMoney = (amount: number | null, currency: string) =>
  amount === null ? '' : moneyText(amount, currency);
/** Parses a typed amount: null for an empty field, and the text itself for invalid input, which the server refuses. */
export const typedMoney = (text: string, currency: string) =>
  text.trim() === '' ? null : (parseMoney(text, currency) ?? text);

export function machineRow({ buildMm: [x, y, z], layerMm, stock, ...machine }: Machine): MachineRow {
  return {
    id: machine.id,
    name: machine.name,
    x: shown(x),
    y: shown(y),
    z: shown(z),
    tolerance: shown(machine.toleranceMm),
    thinnest: shown(layerMm[0]),
    thickest: shown(layerMm[1]),
    leadDays: shown(machine.leadDays),
    queue: shown(machine.queue),
    paused: machine.paused,
    stock: stock.map(({ material, colors }) => ({ material, colors: colors.join(', ') })),
  };
}

const filledStock = (stock: readonly StockRow[]) =>
  stock.filter(({ material, colors }) => `${material}${colors}`.trim() !== '');

export function machineValue(row: MachineRow, id: string) {
  return {
    id,
    name: row.name,
    buildMm: [typed(row.x), typed(row.y), typed(row.z)],
    stock: filledStock(row.stock).map(({ material, colors }) => ({
      material,
      colors: colors
        .split(',')
        .map((color) => color.trim())
        .filter(Boolean),
    })),
    toleranceMm: typed(row.tolerance),
    layerMm: [typed(row.thinnest), typed(row.thickest)],
    leadDays: typed(row.leadDays),
    queue: typed(row.queue),
    paused: row.paused,
  };
}

const part = (percent: number | string | null) => (typeof percent === 'number' ? percent / 100 : percent);

export function cardFields(card: RateCard, currency: string): CardFields {
  return {
    ...(Object.fromEntries(
      cardNumbers.map((name) => [
        name,
        amounts.has(name) ? shownMoney(card[name], currency) : shown(card[name]),
      ]),
    ) as CardFields),
    // Rounded, because 0.29 × 100 is a little less than 29.
    shell: card.shell === null ? '' : String(Math.round(card.shell * 10_000) / 100),
  };
}

export function cardValue(
  fields: CardFields,
  materials: readonly MaterialRow[],
  breaks: readonly BreakRow[],
  currency: string,
) {
  return {
    ...Object.fromEntries(
      cardNumbers.map((name) => [
        name,
        amounts.has(name) ? typedMoney(fields[name], currency) : typed(fields[name]),
      ]),
    ),
    shell: part(typed(fields.shell)),
    materials: materials.map(({ material, perTenGrams, density }) => ({
      material,
      perTenGrams: typedMoney(perTenGrams, currency),
      density: typed(density),
    })),
    breaks: breaks.map(({ from, percentOff }) => ({ from: typed(from), percentOff: typed(percentOff) })),
  };
}

export const materialRow = (
  { material, perTenGrams, density }: RateCard['materials'][number],
  currency: string,
): MaterialRow => ({
  material,
  perTenGrams: shownMoney(perTenGrams, currency),
  density: shown(density),
});
export const breakRow = ({ from, percentOff }: RateCard['breaks'][number]): BreakRow => ({
  from: shown(from),
  percentOff: shown(percentOff),
});

/** Returns the value at a path of the server's response, such as `machines[0].buildMm[2]`. */
function valueAt(content: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], content);
}

/** Words the error of an empty field as such, because the server reports an invalid number. */
export function tellEmpty(fields: Fields, content: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([path, words]) => [
      path,
      valueAt(content, path) === null ? m['platform.field.required']() : words,
    ]),
  );
}

const isWhole = (value: unknown, least = 0, most = 1_000_000_000) =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
const isAbove = (value: unknown, floor: number, most = 10_000) =>
  typeof value === 'number' && value > floor && value <= most;

/** Returns the rate card if it is usable; null while it is incomplete or out of range. */
export function asRateCard(value: ReturnType<typeof cardValue>): RateCard | null {
  const card = value as unknown as RateCard;
  const isSound =
    [card.startFee, card.perTenGrams, card.perUnit, card.perLoad, card.perHour, card.minimum].every(
      (amount) => isWhole(amount),
    ) &&
    isWhole(card.leadDays, 0, 180) &&
    isAbove(card.gramsPerHour, 0) &&
    isWhole(card.walls, 0, 100) &&
    isWhole(card.topLayers, 0, 1000) &&
    isWhole(card.bottomLayers, 0, 1000) &&
    (card.shell === null || isAbove(card.shell, -1e-9, 1)) &&
    card.materials.every(
      ({ perTenGrams, density }) =>
        (perTenGrams === null || isWhole(perTenGrams)) && (density === null || isAbove(density, 0, 25)),
    ) &&
    card.breaks.every(({ from, percentOff }) => isWhole(from, 2) && isWhole(percentOff, 1, 90));
  return isSound ? card : null;
}

export function asMachine(value: ReturnType<typeof machineValue>): Machine | null {
  const machine = value as unknown as Machine;
  const isSound =
    [...machine.buildMm, ...machine.layerMm].every((mm) => isAbove(mm, 0)) &&
    machine.layerMm[0] <= machine.layerMm[1] &&
    isWhole(machine.leadDays, 0, 180) &&
    isWhole(machine.queue, 0, 1000);
  return isSound ? machine : null;
}

export function asCalendar(value: { jobsPerDay: unknown } & Omit<Calendar, 'jobsPerDay'>): Calendar | null {
  const holidays = value.holidays.filter(({ from, to }) => from !== '' && to !== '');
  return isWhole(value.jobsPerDay, 1, 1000) ? { ...(value as Calendar), holidays } : null;
}
