import { usualGramsPerHour, usualWalls } from './print.ts';

/** What finished prints teach about later ones: docs/decisions/0070. Pure, the same in the browser and on the server. */

export const learning = {
  /** From this many orders on the estimate is corrected, and from that many on the range is theirs. */
  first: 3,
  enough: 10,
  /** Latest orders that count. */
  latest: 50,
  /** A result outside of this part and multiple of its estimate is a mistake, or another print. */
  believable: [0.5, 2],
  /** Bounds of a correction, whatever a provider says. */
  factor: [0.7, 1.3],
  /** Orders exactly as estimated that are counted along, so that a few do not move much. */
  counted: 3,
  /** Part of the orders that the range holds. */
  held: 0.9,
  /** Least and most that a range says above what is likely. */
  margins: { grams: [0.05, 0.3], hours: [0.1, 0.6] },
} as const;

/** Part of a rate card that the formula is told. */
type Told = {
  walls: number;
  topLayers: number;
  bottomLayers: number;
  shell: number | null;
  gramsPerHour: number;
  materials: readonly { material: string; density: number | null }[];
};

/** Correction of an estimate, and the share above it that it is at most; null before enough orders are known. */
export type Lesson = { orders: number; factor: number; margin: number | null };
export type Learned = {
  /** Null where the provider lists no machines: then all prints of a material count together. */
  machineId: string | null;
  material: string;
  grams: Lesson;
  hours: Lesson;
};

/** A finished print, in weight and hours of all of its pieces together. */
export type FinishedPrint = {
  machineId: string | null;
  material: string;
  told: string;
  estimatedGrams: number;
  estimatedHours: number;
  realGrams: number | null;
  realHours: number | null;
};

const within = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(most, Math.max(least, value));
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Works out a correction from real amounts, each as a multiple of its estimate. The order of them does not matter. */
export function learn(ratios: readonly number[], margins: readonly [number, number]): Lesson {
  const [least, most] = learning.believable;
  const sorted = ratios.filter((ratio) => ratio >= least && ratio <= most).toSorted((a, b) => a - b);
  const orders = sorted.length;
  if (orders < learning.first) return { orders, factor: 1, margin: null };
  const middle = (sorted[Math.floor((orders - 1) / 2)]! + sorted[Math.ceil((orders - 1) / 2)]!) / 2;
  const trusted = 1 + ((middle - 1) * orders) / (orders + learning.counted);
  const factor = rounded(within(trusted, learning.factor));
  if (orders < learning.enough) return { orders, factor, margin: null };
  const errors = sorted.map((ratio) => Math.abs(ratio / factor - 1)).toSorted((a, b) => a - b);
  const margin = errors[Math.ceil(orders * learning.held) - 1]!;
  return { orders, factor, margin: rounded(within(margin, margins)) };
}

/**
 * Returns what a rate card told the formula about a material: a provider who changes it corrects the estimate
 * themselves, and results from before no longer count.
 */
export function toldOf(card: Told | null, material: string): string {
  const { walls, topLayers, bottomLayers } = card ?? usualWalls;
  const density = card?.materials.find((each) => keyOf(each.material) === keyOf(material))?.density;
  return JSON.stringify([
    walls,
    topLayers,
    bottomLayers,
    card?.shell ?? null,
    card?.gramsPerHour ?? usualGramsPerHour,
    density ?? null,
  ]);
}

/** Materials are the same whatever their case. */
export const keyOf = (material: string) => material.trim().toLowerCase();

/** Returns what the prints of a service teach, by machine and material; `prints` are the latest ones. */
export function learnedFrom(
  prints: readonly FinishedPrint[],
  { rateCard, machines }: { rateCard: Told | null; machines: readonly { id: string }[] },
): Learned[] {
  const known = new Set(machines.map(({ id }) => id));
  const groups = new Map<string, { machineId: string | null; prints: FinishedPrint[] }>();
  for (const print of prints) {
    if (print.told !== toldOf(rateCard, print.material)) continue;
    const machineId = machines.length > 0 ? print.machineId : null;
    if (machines.length > 0 && (machineId === null || !known.has(machineId))) continue;
    const key = `${machineId} ${keyOf(print.material)}`;
    const group = groups.get(key) ?? { machineId, prints: [] };
    if (group.prints.length < learning.latest) group.prints.push(print);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ machineId, prints: some }) => ({
    machineId,
    material: some[0]!.material,
    grams: learn(ratiosOf(some, 'realGrams', 'estimatedGrams'), learning.margins.grams),
    hours: learn(ratiosOf(some, 'realHours', 'estimatedHours'), learning.margins.hours),
  }));
}

function ratiosOf(
  prints: readonly FinishedPrint[],
  real: 'realGrams' | 'realHours',
  estimated: 'estimatedGrams' | 'estimatedHours',
): number[] {
  return prints.flatMap((print) => {
    const found = print[real];
    return found === null ? [] : [found / print[estimated]];
  });
}

/** Returns what applies to a print on a machine; null where nothing is known. */
export function lessonFor(
  learned: readonly Learned[],
  machineId: string | null,
  material: string,
): Learned | null {
  return (
    learned.find((each) => each.machineId === machineId && keyOf(each.material) === keyOf(material)) ?? null
  );
}
