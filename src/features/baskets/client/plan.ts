import type { PrinterOffer } from '#features/quotes/contract.ts';
import { compare, offerOf, type Offer, type Part } from '#features/quotes/client/public.tsx';

/** Pure rules of a plan for a whole thing: which maker prints which part, and what that comes to. */

export type PlannedPart = { fileId: string; name: string; count: number; part: Part };
export type Printing = { printer: PrinterOffer; parts: PlannedPart[]; offer: Offer };
type Conditions = { feePercent: number; today: string };

/** Lists the makers of a part that can be paid here, the cheapest first. */
export function makersOf(
  printers: readonly PrinterOffer[],
  parts: readonly PlannedPart[],
  conditions: Conditions,
): { printer: PrinterOffer; offer: Offer }[] {
  const wanted = { parts: parts.map(({ part }) => part), color: undefined, sort: 'price' as const };
  return compare(printers, wanted, conditions).able.filter(({ printer }) => printer.currency === 'KRW');
}

/**
 * Chooses a maker for each part: the cheapest who prints all of them, else the cheapest of each part. `chosen` are
 * choices of the reader, by file. Parts that nobody prints are left out.
 */
export function assign(
  printers: readonly PrinterOffer[],
  parts: readonly PlannedPart[],
  chosen: ReadonlyMap<string, string>,
  conditions: Conditions,
): Map<string, string> {
  const whole = parts.length === 0 ? undefined : makersOf(printers, parts, conditions)[0]?.printer.id;
  const found = new Map<string, string>();
  for (const each of parts) {
    const able = makersOf(printers, [each], conditions).map(({ printer }) => printer.id);
    const wish = chosen.get(each.fileId);
    const maker = able.find((id) => id === wish) ?? able.find((id) => id === whole) ?? able[0];
    if (maker !== undefined) found.set(each.fileId, maker);
  }
  return found;
}

/** Groups parts by their maker, each group with one price as its quote will say. */
export function printingsOf(
  printers: readonly PrinterOffer[],
  parts: readonly PlannedPart[],
  makers: ReadonlyMap<string, string>,
  conditions: Conditions,
): Printing[] {
  const groups = Map.groupBy(
    parts.filter(({ fileId }) => makers.has(fileId)),
    ({ fileId }) => makers.get(fileId)!,
  );
  return [...groups].flatMap(([id, own]) => {
    const printer = printers.find((each) => each.id === id);
    if (!printer) return [];
    const found = offerOf(
      printer,
      own.map(({ part }) => part),
      conditions,
    );
    return 'offer' in found ? [{ printer, parts: own, offer: found.offer }] : [];
  });
}
