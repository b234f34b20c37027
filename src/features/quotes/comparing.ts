import type { Machine } from '#features/services/contract.ts';
import type { PrinterOffer } from './contract.ts';
import { keyOf } from '#platform/shared/models/learning.ts';
import {
  densities,
  isSame,
  offerOf,
  stockOf,
  type NoPrice,
  type Obstacle,
  type Offer,
  type Part,
  type Print,
} from './rules.ts';

/** Orders of offers. */
export const sorts = ['price', 'time', 'distance'] as const;
export type Sort = (typeof sorts)[number];

export type Able = { printer: PrinterOffer; offer: Offer };
/** Reason why a provider nearby cannot be asked. */
export type Why = Obstacle | NoPrice | 'no_color';
export type Unable = {
  printer: PrinterOffer;
  why: Why[];
  /** Indexes of the parts that fit on no plate. */
  tooLarge: number[];
};

type Wanted = {
  parts: readonly Part[];
  color: string | undefined;
  sort: Sort;
  serviceId?: string | undefined;
};

/**
 * Compares the prices of providers nearby in the requested order, followed by those who cannot make it, nearest
 * first; the chosen one comes before all. Amounts are compared within a currency, and the cheapest is that of the
 * most common currency.
 */
export function compare(
  printers: readonly PrinterOffer[],
  { parts, color, sort, serviceId }: Wanted,
  conditions: { feePercent: number; today: string },
): { able: Able[]; unable: Unable[]; cheapest: Able | null } {
  const able: Able[] = [];
  const unable: Unable[] = [];
  for (const printer of printers) {
    const coloured = inColors(
      printer,
      parts.map(({ print: { material } }) => ({ material, color })),
    );
    if (coloured === null) {
      unable.push({ printer, why: ['no_color'], tooLarge: [] });
      continue;
    }
    const found = offerOf(coloured, parts, conditions);
    if ('offer' in found) able.push({ printer, offer: found.offer });
    else if ('noPrice' in found) unable.push({ printer, why: [found.noPrice], tooLarge: [] });
    else unable.push({ printer, why: found.obstacles, tooLarge: found.tooLarge });
  }
  const currencies = currenciesOf(able);
  const orders: Record<Sort, (a: Able, b: Able) => number> = {
    price: (a, b) =>
      currencies.indexOf(a.printer.currency) - currencies.indexOf(b.printer.currency) ||
      a.offer.total - b.offer.total,
    time: (a, b) => (a.offer.leadTimeDays ?? Infinity) - (b.offer.leadTimeDays ?? Infinity) || 0,
    distance: (a, b) => a.printer.distance - b.printer.distance,
  };
  const isChosen = ({ printer }: { printer: PrinterOffer }) => Number(printer.id === serviceId);
  const first = (a: { printer: PrinterOffer }, b: { printer: PrinterOffer }) => isChosen(b) - isChosen(a);
  return {
    able: able.toSorted(
      (a, b) => first(a, b) || orders[sort](a, b) || orders.price(a, b) || orders.distance(a, b),
    ),
    cheapest: able.toSorted(orders.price)[0] ?? null,
    unable: unable.toSorted((a, b) => first(a, b) || a.printer.distance - b.printer.distance),
  };
}

/** Orders currencies by frequency; won comes first on a tie. */
function currenciesOf(able: readonly Able[]): string[] {
  const counts = new Map<string, number>();
  for (const { printer } of able) counts.set(printer.currency, (counts.get(printer.currency) ?? 0) + 1);
  const isWon = (currency: string) => (currency === 'KRW' ? 1 : 0);
  return [...counts]
    .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || isWon(b) - isWon(a))
    .map(([currency]) => currency);
}

/**
 * Returns the printer with the machines on which each part can have its colour, or null if there is none. A printer that
 * lists no machines may have any colour.
 */
export function inColors<P extends { machines: Machine[] }>(
  printer: P,
  prints: readonly Pick<Print, 'material' | 'color'>[],
): P | null {
  const machines = printer.machines.filter((machine) =>
    prints.every(({ material, color }) => hasColor(machine, material, color)),
  );
  return machines.length === 0 && printer.machines.length > 0 ? null : { ...printer, machines };
}

/**
 * Returns whether a colour may be in stock; unknown colours may be. A missing material is reported as such instead.
 */
function hasColor(machine: Machine, material: string, color: string | undefined): boolean {
  if (color === undefined) return true;
  const stock = machine.stock.filter((each) => isSame(each.material, material));
  return stock.every(({ colors }) => colors.length === 0 || colors.some((each) => isSame(each, color)));
}

/** Lists materials with the number of providers nearby that have them, most common first. */
export function materialsNear(
  printers: readonly PrinterOffer[],
  chosen: readonly string[],
): { material: string; providers: number }[] {
  const found = new Map<string, { material: string; providers: number }>();
  for (const { machines, materials } of printers) {
    const stocked = machines.flatMap((machine) => stockOf(machine, materials));
    const names = machines.length > 0 ? stocked.map(({ material }) => material) : materials;
    for (const key of new Set(names.map(keyOf))) {
      const known = found.get(key);
      if (known) known.providers += 1;
      else found.set(key, { material: nameOf(names, key), providers: 1 });
    }
  }
  for (const material of [...Object.keys(densities), ...chosen]) {
    if (!found.has(keyOf(material))) found.set(keyOf(material), { material, providers: 0 });
  }
  return [...found.values()].toSorted((a, b) => b.providers - a.providers);
}

/** Lists the colours of materials that somebody nearby has. */
export function colorsNear(printers: readonly PrinterOffer[], chosen: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const { machines } of printers) {
    for (const { stock } of machines) {
      for (const each of stock.filter((one) => chosen.some((material) => isSame(one.material, material)))) {
        for (const color of each.colors) {
          if (!found.has(keyOf(color))) found.set(keyOf(color), color);
        }
      }
    }
  }
  return [...found.values()];
}

/** Returns the spelling of the table of densities, else that of the provider. */
function nameOf(names: readonly string[], key: string): string {
  return (
    Object.keys(densities).find((each) => keyOf(each) === key) ?? names.find((each) => keyOf(each) === key)!
  );
}
