import type { Figures } from './measure.ts';

/** Sides of the build volumes that printers are sold with, in millimetres. */
export const bedsMm = [180, 220, 256, 350] as const;

/** The smallest bed that a model fits on as it lies; null where none is large enough. */
export function smallestBed({ sizeMm }: Pick<Figures, 'sizeMm'>): (typeof bedsMm)[number] | null {
  return bedsMm.find((side) => sizeMm.every((size) => size <= side)) ?? null;
}

/** Grams in a cubic centimetre of PLA. */
const plaDensity = 1.24;

/** Walls and lids as slicers print them by default: two lines of 0.4 mm. */
const wallMm = 0.8;

/**
 * Grams of PLA: full, or walls that are full with an infill between them. An estimate: nobody knows the slicer's settings.
 * A model that is not closed has no volume that could be trusted.
 */
export function plaGrams(
  { volumeMm3, areaMm2 }: Pick<Figures, 'volumeMm3' | 'areaMm2'>,
  infill: number,
): number {
  const walls = Math.min(volumeMm3, areaMm2 * wallMm);
  return ((walls + (volumeMm3 - walls) * infill) / 1000) * plaDensity;
}

/** What stands in the way of printing a model; nothing does where this is null. */
export function printTrouble(figures: Figures): 'flat' | 'open' | 'flipped' | null {
  if (figures.openEdges > 0) return 'open';
  if (figures.volumeMm3 === 0) return 'flat';
  return figures.flippedTriangles > 0 ? 'flipped' : null;
}
