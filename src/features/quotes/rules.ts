import { mostTotal } from '#platform/shared/amounts.ts';
import type { Machine, RateCard, Workshop } from '#features/services/contract.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { plaDensity, usualShell } from '#platform/shared/models/print.ts';
import { daysBetween, daysOff, readyOn, type DaysOff } from '#platform/shared/working-days.ts';

/** What printing a model costs and when it is ready: pure, the same in the browser and on the server. */

/** Grams in a cubic centimetre. Whatever is not here is the provider's to state. */
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
 * docs/product.md, "Standard prices": 10,000 KRW and 2,000 KRW for each started 10 g. In other currencies nobody knows. What the schema of a
 * rate card fills in, written out: schemas stay out of pages.
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
  shell: usualShell,
  leadDays: 3,
};

export const defaultInfill = 20;
export const defaultLayerHeight = 0.2;
export const mostPieces = 10_000;
export const mostPrinters = 50;
export const quotesPerPage = 20;
export const mostPerPage = 100;
/** More than anybody prints; sums stay exact. */
const mostTens = 1_000_000_000;

/** Between two pieces on one plate. */
const gapMm = 5;
/** What a rate card's grams per hour are stated for. */
const usualLayerMm = 0.2;

export type Model = { sizeMm: readonly [number, number, number]; volumeMm3: number };
export type Print = {
  material: string;
  /** Percent. */
  infill: number;
  /** In mm. */
  layerHeight: number;
  quantity: number;
};
/** What of a service decides about a price. */
export type Printer = Pick<Workshop, 'machines' | 'calendar'> & {
  rateCard: RateCard | null;
  isFreeService: boolean;
  currency: string;
  price: number | null;
  pricePerUnit: number | null;
  /** Names of materials, where machines do not say. */
  materials: readonly string[];
};

export const lineCodes = ['start', 'material', 'hours', 'units', 'loads', 'discount', 'minimum'] as const;
export type Line = {
  code: (typeof lineCodes)[number];
  /** How many of what the line counts: started 10 g, started hours, pieces, loads; percent of a discount. */
  count: number;
  /** Of one; null where the amount is not a multiple. */
  each: number | null;
  amount: number;
};
export type Price = {
  /** Of all pieces together. */
  grams: number;
  /** The same, as it is paid: rounded up to started 10 g. */
  billedGrams: number;
  lines: Line[];
  principal: number;
  fee: number;
  total: number;
};
export type Offer = Price & {
  machine: Machine | null;
  /** Until it is ready, from whatever day it is ordered on. */
  workingDays: number;
  /** Days from today; null where no day is known within two years. */
  leadTimeDays: number | null;
  readyOn: string | null;
  /** Which of the working days the machine is still busy with earlier jobs. */
  waitingDays: number;
  /** Which days until then do not count; null where that day is not known. */
  daysOff: DaysOff | null;
};

/** Why a machine, or a service without machines, cannot make something. */
export const obstacles = ['paused', 'too_large', 'no_material', 'layer'] as const;
export type Obstacle = (typeof obstacles)[number];
/** Why there is no price, although it could be made. */
export const noPriceReasons = ['no_rate_card', 'no_density', 'no_volume', 'too_much'] as const;
export type NoPrice = (typeof noPriceReasons)[number];

/** Whether two names of a material or a colour are the same. */
export function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Null where nobody has stated it. */
export function densityOf(card: Pick<RateCard, 'materials'>, material: string): number | null {
  const own = card.materials.find((each) => isSame(each.material, material))?.density;
  if (own) return own;
  const known = Object.keys(densities).find((each) => isSame(each, material));
  return known === undefined ? null : densities[known]!;
}

/** Of one piece. */
export function gramsOf(
  { volumeMm3 }: Pick<Model, 'volumeMm3'>,
  { density, shell, infill }: { density: number; shell: number; infill: number },
): number {
  return (volumeMm3 / 1000) * density * (shell + ((1 - shell) * infill) / 100);
}

/** Whole numbers of `size` that are begun; what is off by a rounding error has not begun. */
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

/** How many lie side by side on the plate, however they are turned; 0 where one is too large. */
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

/** What a machine prints with: where its owner does not say, whatever the service has. */
export function stockOf(machine: Pick<Machine, 'stock'>, ofService: readonly string[]): Machine['stock'] {
  return machine.stock.length > 0 ? machine.stock : ofService.map((material) => ({ material, colors: [] }));
}

/** Everything that stands in the way of a machine; empty where it can make the thing. */
export function obstaclesOf(machine: Machine, model: Model, print: Print): Obstacle[] {
  const found: Obstacle[] = [];
  if (machine.paused) found.push('paused');
  if (piecesPerLoad(model.sizeMm, machine.buildMm) === 0) found.push('too_large');
  if (!machine.stock.some(({ material }) => isSame(material, print.material))) found.push('no_material');
  const [thinnest, thickest] = machine.layerMm;
  if (print.layerHeight < thinnest - 1e-9 || print.layerHeight > thickest + 1e-9) found.push('layer');
  return found;
}

/** The provider's own, else the standard one with what they ask for 10 g, as their service's page says it. */
export function rateCardOf({
  rateCard,
  price,
  pricePerUnit,
}: Pick<Printer, 'rateCard' | 'price' | 'pricePerUnit'>): RateCard {
  if (rateCard) return rateCard;
  if (typeof pricePerUnit !== 'number') return standardRateCard;
  return { ...standardRateCard, startFee: price ?? standardRateCard.startFee, perTenGrams: pricePerUnit };
}

/** Throws nothing: what cannot be priced says why. `machine` is null where the provider lists none. */
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

  const grams = gramsOf(model, { density, shell: card.shell, infill: print.infill }) * print.quantity;
  const tens = started(grams, 10);
  if (!(tens <= mostTens)) return 'too_much';
  const weighed = { grams: Math.round(grams * 100) / 100, billedGrams: tens * 10 };
  if (printer.isFreeService) return { ...weighed, lines: [], principal: 0, fee: 0, total: 0 };

  const own = card.materials.find(({ material }) => isSame(material, print.material))?.perTenGrams;
  const hours = started(grams / (card.gramsPerHour * (print.layerHeight / usualLayerMm)), 1);
  const perLoad = machine ? piecesPerLoad(model.sizeMm, machine.buildMm) : print.quantity;
  const loads = Math.ceil(print.quantity / Math.max(1, perLoad));
  const counted: [Line['code'], number, number][] = [
    ['start', 1, card.startFee],
    ['material', tens, own ?? card.perTenGrams],
    ['hours', hours, card.perHour],
    ['units', print.quantity, card.perUnit],
    ['loads', loads, card.perLoad],
  ];
  const lines: Line[] = counted
    .filter(([, , each]) => each > 0)
    .map(([code, count, each]) => ({ code, count, each, amount: count * each }));
  const sum = lines.reduce((whole, { amount }) => whole + amount, 0);
  const percentOff = Math.max(
    0,
    ...card.breaks.filter(({ from }) => print.quantity >= from).map((each) => each.percentOff),
  );
  const off = Math.floor((sum * percentOff) / 100);
  if (off > 0) lines.push({ code: 'discount', count: percentOff, each: null, amount: -off });
  const missing = card.minimum - (sum - off);
  if (missing > 0) lines.push({ code: 'minimum', count: 1, each: null, amount: missing });

  const principal = lines.reduce((whole, { amount }) => whole + amount, 0);
  const fee = feeOf(principal, feePercent);
  if (principal + fee > mostTotal) return 'too_much';
  return { ...weighed, lines, principal, fee, total: principal + fee };
}

/** What the best of a service's machines would ask, or what stands in the way of all of them. */
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
    // The machine that is nearest to it says what is missing.
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
