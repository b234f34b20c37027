import { maxTotal } from '#platform/shared/amounts.ts';
import type { Machine, RateCard, Workshop } from '#features/services/contract.ts';
import { keyOf, learning, lessonFor, type Learned, type Lesson } from '#platform/shared/models/learning.ts';
import { feeOf } from '#platform/shared/fee.ts';
import { densities } from '#platform/shared/models/densities.ts';
import {
  estimatePrint,
  margins,
  materialRange,
  usualGramsPerHour,
  usualWalls,
  type Printable,
  type Range,
} from '#platform/shared/models/print.ts';
import { fitOn, type Printability } from '#platform/shared/models/printability.ts';
import { daysBetween, daysOff, readyOn, type DaysOff } from '#platform/shared/working-days.ts';
import { footprintOn, packOn } from './packing.ts';

/** Pure calculation of print prices and ready dates, the same in the browser and on the server. */

export { densities };

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
  gramsPerHour: usualGramsPerHour,
  perUnit: 0,
  perLoad: 0,
  breaks: [],
  shell: null,
  ...usualWalls,
  leadDays: 3,
};

export const defaultInfill = 20;
export const defaultLayerHeight = 0.2;
/** Limit of a whole order, all its parts together. */
export const maxPieces = 10_000;
/** Different parts of one quote. */
export const maxParts = 60;
export const maxWalls = 20;
export const maxPrinters = 50;
export const quotesPerPage = 20;
export const maxPerPage = 100;
/** Above any real print; sums stay exact. */
const maxTens = 1_000_000_000;

export type Model = Printable & { printability?: Printability | null | undefined };
export type Print = {
  material: string;
  /** In percent. */
  infill: number;
  /** In mm. */
  layerHeight: number;
  /** Lines of a wall; those of the rate card where nothing is said. */
  walls?: number | undefined;
  /** Any where nothing is said. */
  color?: string | undefined;
  quantity: number;
};
/** One line of what is to be made: a model, how it is printed, and how many of it. */
export type Part = { model: Model; print: Print; slice?: Slice | null };
/** Parts of a service that decide a price. */
export type Printer = Pick<Workshop, 'machines' | 'calendar'> & {
  rateCard: RateCard | null;
  isFreeService: boolean;
  currency: string;
  price: number | null;
  pricePerUnit: number | null;
  /** Names of materials for machines that list none. */
  materials: readonly string[];
  /** What finished prints taught; none where nothing is known. */
  learned?: readonly Learned[];
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
  /** Names the material of its line, where a price has several. */
  material?: string | undefined;
};
/** What all pieces of a part weigh and take, and what the formula alone says of them. */
export type Weighed = { grams: Range; hours: Range; formula: Made };
type Made = { grams: number; hours: number };
export type Amounts = { principal: number; fee: number; total: number };
/** What weight and hours can be worked out from. */
export const bases = ['formula', 'learned', 'slice'] as const;
export type Basis = (typeof bases)[number];

/** What a slicer says of one piece on a usual machine. */
export type Slice = { materialMm3: number; seconds: number };

/** What binds is the upper end: lines and amounts are those of the weight and hours that it is at most. */
export type Price = Amounts & {
  /** Weight of all pieces together, and hours of printing: the sums of those of the parts. */
  grams: Range;
  hours: Range;
  basis: Basis;
  /** Finished orders that corrected it. */
  learnedFrom: number;
  /** What the formula says without any correction: what later results are compared with. */
  formula: Made;
  /** In the order in which they were asked for. */
  parts: Weighed[];
  /** Plates that all pieces take; null if the provider names no machine. */
  plates: number | null;
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
  return keyOf(a) === keyOf(b);
}

/** Returns the density of a material; null if it is unknown. */
export function densityOf(card: Pick<RateCard, 'materials'>, material: string): number | null {
  const own = card.materials.find((each) => isSame(each.material, material))?.density;
  if (own) return own;
  const known = Object.keys(densities).find((each) => isSame(each, material));
  return known === undefined ? null : densities[known]!;
}

type Told = Pick<RateCard, 'shell' | 'walls' | 'topLayers' | 'bottomLayers' | 'gramsPerHour'>;

/** Margins of a real slice: another slicer says up to 7 % more weight, and up to a quarter more time. */
const sliceMargins = { material: 1.08, time: 1.25 } as const;

type Piece = { mm3: number; hours: number };

/** Estimates material and hours of one piece, from the provider's own speed, and walls where nothing else is asked for. */
function formulaOf(model: Model, card: Told, print: Print): Piece {
  const { topLayers, bottomLayers, shell } = card;
  const { infill, layerHeight, walls = card.walls } = print;
  const settings = { walls, topLayers, bottomLayers, infill, layerMm: layerHeight };
  const { materialMm3, seconds } = estimatePrint(model, settings);
  // A provider who states which part of the volume is always full knows their machine.
  const mm3 = shell === null ? materialMm3 : model.volumeMm3 * (shell + ((1 - shell) * infill) / 100);
  return { mm3, hours: hoursOf(seconds, card) };
}

const hoursOf = (seconds: number, { gramsPerHour }: Told) =>
  ((seconds / 3600) * usualGramsPerHour) / gramsPerHour;

/** Returns an amount as a range, corrected by what was learned. */
function ranged(
  { mm3, hours }: Piece,
  model: Model,
  usual: { material: number; time: number },
  lesson: { grams: Lesson; hours: Lesson } | null,
): { mm3: Range; hours: Range } {
  const grams = lesson?.grams ?? nothingLearned;
  const time = lesson?.hours ?? nothingLearned;
  return {
    mm3: times(materialRange(mm3, model.volumeMm3, 1 + (grams.margin ?? usual.material - 1)), grams.factor),
    hours: times({ likely: hours, atMost: hours * (1 + (time.margin ?? usual.time - 1)) }, time.factor),
  };
}
const nothingLearned: Lesson = { orders: 0, factor: 1, margin: null };

/** Returns the range of a slice within that of the estimate: what was seen as the most is never exceeded. */
function narrower(estimate: Range, slice: Range): Range {
  const atMost = Math.min(estimate.atMost, slice.atMost);
  return { likely: Math.min(slice.likely, atMost), atMost };
}

const times = ({ likely, atMost }: Range, factor: number): Range => ({
  likely: likely * factor,
  atMost: atMost * factor,
});

/** In hundredths, so that shown figures of parts add up to those of the whole. */
const hundredths = ({ likely, atMost }: Range, factor: number): Range => ({
  likely: Math.round(likely * factor * 100) / 100,
  atMost: Math.round(atMost * factor * 100) / 100,
});
function sumOf(ranges: readonly Range[]): Range {
  const sum = (end: keyof Range) =>
    ranges.reduce((whole, range) => whole + Math.round(range[end] * 100), 0) / 100;
  return { likely: sum('likely'), atMost: sum('atMost') };
}

/** Counts started units of `size`; a rounding error does not start another one. */
function started(value: number, size: number): number {
  return Math.ceil(value / size - 1e-9);
}

/** Returns the materials of a machine, by default those of its service. */
export function stockOf(machine: Pick<Machine, 'stock'>, ofService: readonly string[]): Machine['stock'] {
  return machine.stock.length > 0 ? machine.stock : ofService.map((material) => ({ material, colors: [] }));
}

/** Lists all obstacles of a machine, empty if it can make all parts, and the indexes of parts that it has no room for. */
export function obstaclesOf(
  machine: Machine,
  parts: readonly Part[],
): { obstacles: Obstacle[]; tooLarge: number[] } {
  const [thinnest, thickest] = machine.layerMm;
  const tooLarge = parts.flatMap(({ model }, index) =>
    isPacked(model, machine) || fitOn(model, machine.buildMm) ? [] : [index],
  );
  const hasMaterial = ({ print }: Part) =>
    machine.stock.some(({ material }) => isSame(material, print.material));
  const hasLayer = ({ print: { layerHeight } }: Part) =>
    layerHeight >= thinnest - 1e-9 && layerHeight <= thickest + 1e-9;
  const found: Obstacle[] = [];
  if (machine.paused) found.push('paused');
  if (tooLarge.length > 0) found.push('too_large');
  if (!parts.every(hasMaterial)) found.push('no_material');
  if (!parts.every(hasLayer)) found.push('layer');
  return { obstacles: found, tooLarge };
}

/** Returns whether a piece can be packed next to others; what fits only turned or on a side is alone on its plate. */
function isPacked({ sizeMm }: Model, { buildMm }: Pick<Machine, 'buildMm'>): boolean {
  return footprintOn(sizeMm, buildMm) !== null;
}

/**
 * Counts the plates that all parts take on a machine. Only what is printed of one material in layers of one height lies on
 * one plate.
 */
export function platesOf(machine: Pick<Machine, 'buildMm'>, parts: readonly Part[]): number {
  const alone = parts.filter(({ model }) => !isPacked(model, machine));
  const groups = Map.groupBy(
    parts.filter((part) => !alone.includes(part)),
    ({ print }) => `${print.layerHeight} ${keyOf(print.material)}`,
  );
  return [...groups.values()]
    .map((group) => group.map(({ model: { sizeMm }, print: { quantity } }) => ({ sizeMm, count: quantity })))
    .reduce(
      (plates, kinds) => plates + packOn(kinds, machine.buildMm).plates.length,
      alone.reduce((pieces, { print }) => pieces + print.quantity, 0),
    );
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

/**
 * Calculates the price of all parts together, or returns why there is none. `machine` is null if the provider lists none.
 * Base fee, discount and minimum count once, whatever the number of parts (docs/decisions/0069).
 */
export function priceOf(
  printer: Omit<Printer, 'machines' | 'calendar' | 'materials'>,
  machine: Machine | null,
  parts: readonly Part[],
  feePercent: number,
): Price | NoPrice {
  if (!printer.rateCard && printer.currency !== 'KRW' && !printer.isFreeService) return 'no_rate_card';
  const card = rateCardOf(printer);
  const weighed: Weighed[] = [];
  const formula = { grams: 0, hours: 0 };
  let learnedFrom = 0;
  // Slices count where every part was sliced, so that a busy machine does not make another price.
  const isSliced = parts.every(({ slice = null }) => slice !== null);
  for (const { model, print, slice = null } of parts) {
    const density = densityOf(card, print.material);
    if (density === null) return 'no_density';
    if (!(model.volumeMm3 > 0)) return 'no_volume';
    const lesson = lessonFor(printer.learned ?? [], machine?.id ?? null, print.material);
    const piece = formulaOf(model, card, print);
    const weight = (density / 1000) * print.quantity;
    const plain = { grams: piece.mm3 * weight, hours: piece.hours * print.quantity };
    formula.grams += plain.grams;
    formula.hours += plain.hours;
    learnedFrom = Math.max(learnedFrom, lesson?.grams.orders ?? 0, lesson?.hours.orders ?? 0);
    const estimate = ranged(piece, model, margins, lesson);
    const sliced =
      isSliced &&
      slice &&
      ranged({ mm3: slice.materialMm3, hours: hoursOf(slice.seconds, card) }, model, sliceMargins, lesson);
    weighed.push({
      formula: plain,
      grams: hundredths(sliced ? narrower(estimate.mm3, sliced.mm3) : estimate.mm3, weight),
      hours: hundredths(sliced ? narrower(estimate.hours, sliced.hours) : estimate.hours, print.quantity),
    });
  }
  const isLearned = learnedFrom >= learning.first;
  const materials = gramsByMaterial(parts, weighed);
  const tens = materials.reduce((whole, { grams }) => whole + started(grams.atMost, 10), 0);
  if (!(tens <= maxTens)) return 'too_much';
  const whole = {
    grams: sumOf(weighed.map(({ grams }) => grams)),
    hours: sumOf(weighed.map(({ hours }) => hours)),
    billedGrams: tens * 10,
    basis: isSliced ? ('slice' as const) : isLearned ? ('learned' as const) : ('formula' as const),
    learnedFrom: isLearned ? learnedFrom : 0,
    formula,
    parts: weighed,
    plates: machine && platesOf(machine, parts),
  };
  const free = { principal: 0, fee: 0, total: 0 };
  if (printer.isFreeService) return { ...whole, lines: [], ...free, likely: free };

  const pieces = parts.reduce((sum, { print }) => sum + print.quantity, 0);
  const charge = (end: keyof Range) => {
    const lines = linesOf(card, {
      materials: materials.map(({ material, grams }) => ({ material, tens: started(grams[end], 10) })),
      hours: started(whole.hours[end], 1),
      pieces,
      loads: whole.plates ?? 1,
    });
    const principal = lines.reduce((sum, { amount }) => sum + amount, 0);
    const fee = feeOf(principal, feePercent);
    return { lines, amounts: { principal, fee, total: principal + fee } };
  };
  const { lines, amounts } = charge('atMost');
  if (amounts.total > maxTotal) return 'too_much';
  return { ...whole, lines, ...amounts, likely: charge('likely').amounts };
}

/** Sums the weight of each material, because started 10 g are charged by material. */
function gramsByMaterial(
  parts: readonly Part[],
  weighed: readonly Weighed[],
): { material: string; grams: Range }[] {
  const found = new Map<string, { material: string; grams: Range[] }>();
  for (const [index, { print }] of parts.entries()) {
    const key = keyOf(print.material);
    const group = found.get(key) ?? { material: print.material.trim(), grams: [] };
    group.grams.push(weighed[index]!.grams);
    found.set(key, group);
  }
  return Array.from(found.values(), ({ material, grams }) => ({ material, grams: sumOf(grams) }));
}

function linesOf(
  card: RateCard,
  counted: {
    materials: readonly { material: string; tens: number }[];
    hours: number;
    pieces: number;
    loads: number;
  },
): Line[] {
  const { materials, hours, pieces, loads } = counted;
  const line = (code: Line['code'], count: number, each: number): Line => ({
    code,
    count,
    each,
    amount: count * each,
  });
  const lines = [
    line('start', 1, card.startFee),
    ...materials.map(({ material, tens }) => {
      const own = card.materials.find((each) => isSame(each.material, material))?.perTenGrams;
      return {
        ...line('material', tens, own ?? card.perTenGrams),
        ...(materials.length > 1 && { material }),
      };
    }),
    line('hours', hours, card.perHour),
    line('units', pieces, card.perUnit),
    line('loads', loads, card.perLoad),
  ].filter(({ each }) => each !== null && each > 0);
  const sum = lines.reduce((whole, { amount }) => whole + amount, 0);
  const percentOff = Math.max(
    0,
    ...card.breaks.filter(({ from }) => pieces >= from).map((each) => each.percentOff),
  );
  const off = Math.floor((sum * percentOff) / 100);
  if (off > 0) lines.push({ code: 'discount', count: percentOff, each: null, amount: -off });
  const missing = card.minimum - (sum - off);
  if (missing > 0) lines.push({ code: 'minimum', count: 1, each: null, amount: missing });
  return lines;
}

/** Returns the offer of a service's best machine for all parts, or the obstacles if none can make them. */
export function offerOf(
  printer: Printer,
  parts: readonly Part[],
  { feePercent, today }: { feePercent: number; today: string },
): { offer: Offer } | { obstacles: Obstacle[]; tooLarge: number[] } | { noPrice: NoPrice } {
  const { machines, calendar, materials } = printer;
  const judged = machines.map((machine) => {
    const stock = stockOf(machine, materials);
    return { machine, ...obstaclesOf({ ...machine, stock }, parts) };
  });
  const able = judged.filter(({ obstacles: found }) => found.length === 0).map(({ machine }) => machine);
  if (machines.length > 0 && able.length === 0) {
    // The nearest machine gives the reasons.
    const [least] = judged.toSorted(
      (a, b) => a.obstacles.length - b.obstacles.length || a.tooLarge.length - b.tooLarge.length,
    );
    return { obstacles: least!.obstacles, tooLarge: least!.tooLarge };
  }
  if (machines.length === 0 && materials.length > 0) {
    const hasMaterial = ({ print }: Part) => materials.some((each) => isSame(each, print.material));
    if (!parts.every(hasMaterial)) return { obstacles: ['no_material'], tooLarge: [] };
  }
  const offers: Offer[] = [];
  for (const machine of able.length > 0 ? able : [null]) {
    const price = priceOf(printer, machine, parts, feePercent);
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
