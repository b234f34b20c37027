/** Dimensions that matter to a buyer, and what was measured of them. All lengths are in mm. */

export type Dimension = { label: string; targetMm: number; toleranceMm: number };

export const dimensionLimits = {
  /** How many a buyer can name. */
  count: 3,
  label: 40,
  targetMm: 10_000,
  toleranceMm: 100,
  /** The smallest length that anybody types. */
  minMm: 0.001,
} as const;

/** Rounds to a thousandth, so that 0.1 + 0.2 is 0.3. */
export function roundMm(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}

/** Returns how far a measurement is off its target, with its sign. */
export function deviationOf({ targetMm }: Pick<Dimension, 'targetMm'>, measuredMm: number): number {
  return roundMm(measuredMm - targetMm);
}

/** Returns whether a measurement is within the tolerance, whose ends are part of it; null without a measurement. */
export function isWithin(dimension: Omit<Dimension, 'label'>, measuredMm: number | null): boolean | null {
  if (measuredMm === null) return null;
  return Math.abs(deviationOf(dimension, measuredMm)) <= roundMm(dimension.toleranceMm);
}
