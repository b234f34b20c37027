import type { Figures } from './measure.ts';

/** Build volumes of common printers, in millimetres. */
export const bedsMm = [180, 220, 256, 350] as const;

/** Returns the smallest printer bed that a model fits on as oriented; null where none is large enough. */
export function smallestBed({ sizeMm }: Pick<Figures, 'sizeMm'>): (typeof bedsMm)[number] | null {
  return bedsMm.find((side) => sizeMm.every((size) => size <= side)) ?? null;
}

/** Density of PLA in grams per cubic centimetre. */
export const plaDensity = 1.24;

/** Share of a print that is solid regardless of its infill (walls, floors, lids), unless a shop sets its own. */
export const usualShell = 0.25;

/**
 * Grams of PLA: solid, or with infill between walls. Estimates and quotes use the same formula, so that a model weighs
 * the same everywhere; the real slicer settings are unknown. Null for an open model, which has no reliable volume.
 */
export function plaGrams({ volumeMm3 }: Pick<Figures, 'volumeMm3'>, infill: number): number {
  return (volumeMm3 / 1000) * plaDensity * (usualShell + (1 - usualShell) * infill);
}

/** Returns the reason why a model cannot be printed, or null. */
export function meshDefect(figures: Figures): 'flat' | 'open' | 'flipped' | null {
  if (figures.openEdges > 0) return 'open';
  if (figures.volumeMm3 === 0) return 'flat';
  return figures.flippedTriangles > 0 ? 'flipped' : null;
}
