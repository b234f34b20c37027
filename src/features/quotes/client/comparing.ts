import type { Machine } from '#features/services/contract.ts';
import type { PrinterOffer } from '../contract.ts';
import {
  densities,
  isSame,
  offerOf,
  stockOf,
  type Model,
  type NoPrice,
  type Obstacle,
  type Offer,
  type Print,
} from '../rules.ts';
import type { Sort } from './choices.ts';

export type Able = { printer: PrinterOffer; offer: Offer };
/** Why somebody nearby is not the one to ask. */
export type Why = Obstacle | NoPrice | 'no_color';
export type Unable = { printer: PrinterOffer; why: Why[] };

type Wanted = {
  model: Model;
  print: Print;
  color: string | undefined;
  sort: Sort;
  serviceId?: string | undefined;
};

/**
 * What everybody nearby would ask, in the order that was asked for, and who cannot make it, nearest first; before them
 * the one who was chosen. Amounts are
 * compared within a currency: the cheapest one is that of the commonest.
 */
export function compare(
  printers: readonly PrinterOffer[],
  { model, print, color, sort, serviceId }: Wanted,
  conditions: { feePercent: number; today: string },
): { able: Able[]; unable: Unable[]; cheapest: Able | null } {
  const able: Able[] = [];
  const unable: Unable[] = [];
  for (const printer of printers) {
    const machines = printer.machines.filter((machine) => hasColor(machine, print.material, color));
    if (machines.length === 0 && printer.machines.length > 0) {
      unable.push({ printer, why: ['no_color'] });
      continue;
    }
    const found = offerOf({ ...printer, machines }, model, print, conditions);
    if ('offer' in found) able.push({ printer, offer: found.offer });
    else unable.push({ printer, why: 'noPrice' in found ? [found.noPrice] : found.obstacles });
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

/** The commonest first; of two as common, won. */
function currenciesOf(able: readonly Able[]): string[] {
  const counts = new Map<string, number>();
  for (const { printer } of able) counts.set(printer.currency, (counts.get(printer.currency) ?? 0) + 1);
  const isWon = (currency: string) => (currency === 'KRW' ? 1 : 0);
  return [...counts]
    .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || isWon(b) - isWon(a))
    .map(([currency]) => currency);
}

/** Who does not say which colours there are may have it; who has not the material says that instead. */
function hasColor(machine: Machine, material: string, color: string | undefined): boolean {
  if (color === undefined) return true;
  const stock = machine.stock.filter((each) => isSame(each.material, material));
  return stock.every(({ colors }) => colors.length === 0 || colors.some((each) => isSame(each, color)));
}

/** Materials that can be chosen, with how many nearby have them: those first, the most common one at the top. */
export function materialsNear(
  printers: readonly PrinterOffer[],
  chosen: string,
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
  for (const material of [...Object.keys(densities), chosen]) {
    if (!found.has(keyOf(material))) found.set(keyOf(material), { material, providers: 0 });
  }
  return [...found.values()].toSorted((a, b) => b.providers - a.providers);
}

/** Colours of one material that somebody nearby has. */
export function colorsNear(printers: readonly PrinterOffer[], material: string): string[] {
  const found = new Map<string, string>();
  for (const { machines } of printers) {
    for (const { stock } of machines) {
      for (const each of stock.filter((one) => isSame(one.material, material))) {
        for (const color of each.colors) {
          if (!found.has(keyOf(color))) found.set(keyOf(color), color);
        }
      }
    }
  }
  return [...found.values()];
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

/** As the table of densities writes it, else as the provider does. */
function nameOf(names: readonly string[], key: string): string {
  return (
    Object.keys(densities).find((each) => keyOf(each) === key) ?? names.find((each) => keyOf(each) === key)!
  );
}
