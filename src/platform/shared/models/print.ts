import type { Figures } from './measure.ts';

/** Sides of the build volumes that printers are sold with, in millimetres. */
export const bedsMm = [180, 220, 256, 350] as const;

/** The smallest bed that a model fits on as it lies; null where none is large enough. */
export function smallestBed({ sizeMm }: Pick<Figures, 'sizeMm'>): (typeof bedsMm)[number] | null {
  return bedsMm.find((side) => sizeMm.every((size) => size <= side)) ?? null;
}

/** Grams in a cubic centimetre of PLA. */
export const plaDensity = 1.24;

/** The share of a print that is solid whatever its infill, walls and lids, where a shop says nothing else. */
export const usualShell = 0.25;

/**
 * Grams of PLA: full, or with an infill between walls, by the same reckoning as estimates and quotes, so that a model weighs the same on its
 * page and there. Nobody knows the slicer's settings. A model that is not closed has no volume that could be trusted.
 */
export function plaGrams({ volumeMm3 }: Pick<Figures, 'volumeMm3'>, infill: number): number {
  return (volumeMm3 / 1000) * plaDensity * (usualShell + (1 - usualShell) * infill);
}

/** What stands in the way of printing a model; nothing does where this is null. */
export function printTrouble(figures: Figures): 'flat' | 'open' | 'flipped' | null {
  if (figures.openEdges > 0) return 'open';
  if (figures.volumeMm3 === 0) return 'flat';
  return figures.flippedTriangles > 0 ? 'flipped' : null;
}
