import type { Figures } from './measure.ts';
import { millimetres } from './mesh.ts';
import { bedsMm } from './print.ts';

/** Largest side in millimetres below which a file without a unit is unclear; above the largest bed it is too. */
const minClearMm = 10;

/** Units that a file of unclear size can be meant in. */
export const likelyUnits = ['millimeter', 'inch'] as const;

/**
 * Whether somebody has to say what a file without a unit is meant in: as millimetres it would be tiny, or larger than
 * any common printer's bed.
 */
export function isUnitUnclear({
  unit,
  unitIsGuessed,
  sizeMm,
}: Pick<Figures, 'unit' | 'unitIsGuessed' | 'sizeMm'>) {
  if (!unitIsGuessed) return false;
  const largest = Math.max(...sizeMm) / millimetres[unit];
  return isSizeUnclear(largest);
}

export function isSizeUnclear(largestMm: number): boolean {
  return largestMm < minClearMm || largestMm > bedsMm.at(-1)!;
}
