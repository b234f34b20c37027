import { maxTotal } from '#platform/shared/amounts.ts';
import type { Machine, RateCard, Workshop } from '#features/services/contract.ts';
import { feeOf } from '#platform/shared/fee.ts';
import {
  estimatePrint,
  margins,
  materialRange,
  plaDensity,
  usualWalls,
  type Printable,
  type Range,
} from '#platform/shared/models/print.ts';
import { fitOn, type Printability } from '#platform/shared/models/printability.ts';
import { daysBetween, daysOff, readyOn, type DaysOff } from '#platform/shared/working-days.ts';

/** Pure calculation of print prices and ready dates, the same in the browser and on the server. */

/** Densities in g/cm³. Providers state those of other materials. */
export const densities: Readonly<Record<string, number>> = {
  PLA: plaDensity,
  ABS: 1.04,
  PETG: 1.27,
  TPU: 1.21,
  Nylon: 1.14,
  PC: 1.2,
  PEEK: 1.3,
  PVA: 1.23,
  HIPS: 1.04,
  ASA: 1.07,
  Resin: 1.15,
};

/**
 * docs/product.md, "Standard prices": 10,000 KRW and 2,000 KRW for each started 10 g. There are none in other
 * currencies. Repeats the defaults of the rate card's schema, so that pages do not carry schemas.
 */
export const standardRateCard: RateCard = {
  startFee: 10_000,
  minimum: 0,
  perTenGrams: 2000,
  materials: [],
  perHour: 0,
  gramsPerHour: 15,
  perUnit: 0,
  perLoad: 0,
  breaks: [],
  shell: null,
  ...usualWalls,
  leadDays: 3,
};

export const defaultInfill = 20;
export const defaultLayerHeight = 0.2;
export const maxPieces = 10_000;
export const maxPrinters = 50;
export const quotesPerPage = 20;
export const maxPerPage = 100;
/** Above any real print; sums stay exact. */
const maxTens = 1_000_000_000;

/** Gap between two pieces on a plate. */
const gapMm = 5;
/** What the machine of an estimate lays down in an hour; a rate card that says another number takes more or less time. */
const usualGramsPerHour = 15;

export type Model = Printable & { printability?: Printability | null | undefined };
export type Print = {
  material: string;
  /** In percent. */
  infill: number;
  /** In mm. */
  layerHeight: number;
  quantity: number;
};
/** Parts of a service that decide a price. */
export type Printer = Pick<Workshop, 'machines' | 'calendar'> & {
  rateCard: RateCard | null;
  isFreeService: boolean;
  currency: string;
  price: number | null;
  pricePerUnit: number | null;
  /** Names of materials for machines that list none. */
  materials: readonly string[];
};

export const lineCodes = [
  'start',
  'material',
  'hours',
  'units',
  'loads',
  'discount',
  'minimum',
  'lowered',
] as const;
export type Line = {
  code: (typeof lineCodes)[number];
  /** Counted units of the line: started 10 g, started hours, pieces, loads; percent of a discount. */
  count: number;
  /** Price of one; null if the amount is not a multiple. */
  each: number | null;
  amount: number;
};
export type Amounts = { principal: number; fee: number; total: number };
/** What binds is the upper end: lines and amounts are those of the weight and hours that it is at most. */
export type Price = Amounts & {
  /** Weight of all pieces together, and hours of printing. */
  grams: Range;
  hours: Range;
  /** Charged weight, rounded up to started 10 g. */
  billedGrams: number;
  lines: Line[];
  /** What it would cost by the likely weight and hours. */
  likely: Amounts;
};
export type Offer = Price & {
  machine: Machine | null;
  /** Working days until it is ready, independent of the day it is ordered. */
  workingDays: number;
  /** Days from today; null if there is no such day within two years. */
  leadTimeDays: number | null;
  readyOn: string | null;
  /** Working days in which the machine is busy with earlier jobs. */
  waitingDays: number;
  /** Days that were excluded; null if the ready date is unknown. */
  daysOff: DaysOff | null;
};

/** Reasons why a machine, or a service without machines, cannot make something. */
export const obstacles = ['paused', 'too_large', 'no_material', 'layer'] as const;
export type Obstacle = (typeof obstacles)[number];
/** Reasons for a missing price of something that could be made. */
export const noPriceReasons = ['no_rate_card', 'no_density', 'no_volume', 'too_much'] as const;
export type NoPrice = (typeof noPriceReasons)[number];

/** Compares names of materials or colours. */
export function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Returns the density of a material; null if it is unknown. */
export function densityOf(card: Pick<RateCard, 'materials'>, material: string): number | null {
  const own = card.materials.find((each) => isSame(each.material, material))?.density;
  if (own) return own;
  const known = Object.keys(densities).find((each) => isSame(each, material));
  return known === undefined ? null : densities[known]!;
}

type Made = Pick<RateCard, 'shell' | 'walls' | 'topLayers' | 'bottomLayers' | 'gramsPerHour'>;

/** Estimates material and hours of one piece, from the provider's own walls and speed. */
function estimateOf(model: Model, card: Made, { infill, layerHeight }: Print): { mm3: Range; hours: Range } {
  const { walls, topLayers, bottomLayers, shell } = card;
  const settings = { walls, topLayers, bottomLayers, infill, layerMm: layerHeight };
  const { materialMm3, seconds } = estimatePrint(model, settings);
  // A provider who states which part of the volume is always full knows their machine.
  const likely = shell === null ? materialMm3 : model.volumeMm3 * (shell + ((1 - shell) * infill) / 100);
  const hours = ((seconds / 3600) * usualGramsPerHour) / card.gramsPerHour;
  return {
    mm3: materialRange(likely, model.volumeMm3),
    hours: { likely: hours, atMost: hours * margins.time },
  };
}

const times = ({ likely, atMost }: Range, factor: number): Range => ({
  likely: likely * factor,
  atMost: atMost * factor,
});
const rounded = ({ likely, atMost }: Range): Range => ({
  likely: Math.round(likely * 100) / 100,
  atMost: Math.round(atMost * 100) / 100,
});

/** Counts started units of `size`; a rounding error does not start another one. */
function started(value: number, size: number): number {
  return Math.ceil(value / size - 1e-9);
}

const turns = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Returns how many pieces fit side by side on a plate in their best orientation; 0 if one is too large. */
export function piecesPerLoad(
  sizeMm: readonly [number, number, number],
  buildMm: readonly [number, number, number],
): number {
  const along = (bed: number, size: number) => Math.floor((bed + gapMm + 1e-6) / (size + gapMm));
  return Math.max(
    ...turns.map(([x, y, z]) =>
      sizeMm[z] <= buildMm[2] + 1e-6 ? along(buildMm[0], sizeMm[x]) * along(buildMm[1], sizeMm[y]) : 0,
    ),
  );
}

/** Returns the materials of a machine, by default those of its service. */
export function stockOf(machine: Pick<Machine, 'stock'>, ofService: readonly string[]): Machine['stock'] {
  return machine.stock.length > 0 ? machine.stock : ofService.map((material) => ({ material, colors: [] }));
}

/** Returns how many pieces a plate holds; one that only fits turned or lying on a side is alone on it. */
function piecesOf(model: Model, { buildMm }: Pick<Machine, 'buildMm'>): number {
  return piecesPerLoad(model.sizeMm, buildMm) || (fitOn(model, buildMm) ? 1 : 0);
}

/** Lists all obstacles of a machine; empty if it can make the thing. */
export function obstaclesOf(machine: Machine, model: Model, print: Print): Obstacle[] {
  const found: Obstacle[] = [];
  if (machine.paused) found.push('paused');
  if (piecesOf(model, machine) === 0) found.push('too_large');
  if (!machine.stock.some(({ material }) => isSame(material, print.material))) found.push('no_material');
  const [thinnest, thickest] = machine.layerMm;
  if (print.layerHeight < thinnest - 1e-9 || print.layerHeight > thickest + 1e-9) found.push('layer');
  return found;
}

/** Returns the provider's rate card, else the standard one with the service's price for 10 g. */
export function rateCardOf({
  rateCard,
  price,
  pricePerUnit,
}: Pick<Printer, 'rateCard' | 'price' | 'pricePerUnit'>): RateCard {
  if (rateCard) return { ...standardRateCard, ...rateCard };
  if (typeof pricePerUnit !== 'number') return standardRateCard;
  return { ...standardRateCard, startFee: price ?? standardRateCard.startFee, perTenGrams: pricePerUnit };
}

/** Calculates a price, or returns why there is none. `machine` is null if the provider lists none. */
export function priceOf(
  printer: Omit<Printer, 'machines' | 'calendar' | 'materials'>,
  machine: Machine | null,
  model: Model,
  print: Print,
  feePercent: number,
): Price | NoPrice {
  if (!printer.rateCard && printer.currency !== 'KRW' && !printer.isFreeService) return 'no_rate_card';
  const card = rateCardOf(printer);
  const density = densityOf(card, print.material);
  if (density === null) return 'no_density';
  if (!(model.volumeMm3 > 0)) return 'no_volume';

  const piece = estimateOf(model, card, print);
  const grams = times(piece.mm3, (density / 1000) * print.quantity);
  const hours = times(piece.hours, print.quantity);
  const tens = started(grams.atMost, 10);
  if (!(tens <= maxTens)) return 'too_much';
  const weighed = { grams: rounded(grams), hours: rounded(hours), billedGrams: tens * 10 };
  const free = { principal: 0, fee: 0, total: 0 };
  if (printer.isFreeService) return { ...weighed, lines: [], ...free, likely: free };

  const perLoad = machine ? piecesOf(model, machine) : print.quantity;
  const loads = Math.ceil(print.quantity / Math.max(1, perLoad));
  const charge = (end: keyof Range) => {
    const lines = linesOf(card, print, {
      tens: started(grams[end], 10),
      hours: started(hours[end], 1),
      loads,
    });
    const principal = lines.reduce((whole, { amount }) => whole + amount, 0);
    const fee = feeOf(principal, feePercent);
    return { lines, amounts: { principal, fee, total: principal + fee } };
  };
  const { lines, amounts } = charge('atMost');
  if (amounts.total > maxTotal) return 'too_much';
  return { ...weighed, lines, ...amounts, likely: charge('likely').amounts };
}

function linesOf(
  card: RateCard,
  { material, quantity }: Print,
  { tens, hours, loads }: { tens: number; hours: number; loads: number },
): Line[] {
  const own = card.materials.find((each) => isSame(each.material, material))?.perTenGrams;
  const counted: [Line['code'], number, number][] = [
    ['start', 1, card.startFee],
    ['material', tens, own ?? card.perTenGrams],
    ['hours', hours, card.perHour],
    ['units', quantity, card.perUnit],
    ['loads', loads, card.perLoad],
  ];
  const lines: Line[] = counted
    .filter(([, , each]) => each > 0)
    .map(([code, count, each]) => ({ code, count, each, amount: count * each }));
  const sum = lines.reduce((whole, { amount }) => whole + amount, 0);
  const percentOff = Math.max(
    0,
    ...card.breaks.filter(({ from }) => quantity >= from).map((each) => each.percentOff),
  );
  const off = Math.floor((sum * percentOff) / 100);
  if (off > 0) lines.push({ code: 'discount', count: percentOff, each: null, amount: -off });
  const missing = card.minimum - (sum - off);
  if (missing > 0) lines.push({ code: 'minimum', count: 1, each: null, amount: missing });
  return lines;
}

/** Returns the offer of a service's best machine, or the obstacles if none can make it. */
export function offerOf(
  printer: Printer,
  model: Model,
  print: Print,
  { feePercent, today }: { feePercent: number; today: string },
): { offer: Offer } | { obstacles: Obstacle[] } | { noPrice: NoPrice } {
  const { machines, calendar, materials } = printer;
  const judged = machines.map((machine) => {
    const stock = stockOf(machine, materials);
    return { machine, found: obstaclesOf({ ...machine, stock }, model, print) };
  });
  const able = judged.filter(({ found }) => found.length === 0).map(({ machine }) => machine);
  if (machines.length > 0 && able.length === 0) {
    // The nearest machine gives the reasons.
    const [least] = judged.toSorted((a, b) => a.found.length - b.found.length);
    return { obstacles: least!.found };
  }
  if (machines.length === 0 && materials.length > 0) {
    if (!materials.some((each) => isSame(each, print.material))) return { obstacles: ['no_material'] };
  }
  const offers: Offer[] = [];
  for (const machine of able.length > 0 ? able : [null]) {
    const price = priceOf(printer, machine, model, print, feePercent);
    if (typeof price === 'string') return { noPrice: price };
    const card = rateCardOf(printer);
    const waiting = machine ? Math.ceil(machine.queue / calendar.jobsPerDay) : 0;
    const workingDays = (machine?.leadDays ?? card.leadDays) + waiting;
    const ready = readyOn(calendar, workingDays, today);
    offers.push({
      ...price,
      machine,
      workingDays,
      readyOn: ready,
      leadTimeDays: ready === null ? null : daysBetween(today, ready),
      waitingDays: waiting,
      daysOff: ready === null ? null : daysOff(calendar, today, ready),
    });
  }
  const [best] = offers.toSorted(
    (a, b) => a.total - b.total || (a.leadTimeDays ?? Infinity) - (b.leadTimeDays ?? Infinity),
  );
  return { offer: best! };
}
