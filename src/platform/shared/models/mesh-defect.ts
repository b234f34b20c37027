import type { Figures } from './measure.ts';

/** Returns the reason why a model cannot be printed, or null. */
export function meshDefect(figures: Figures): 'flat' | 'open' | 'flipped' | null {
  if (figures.openEdges > 0) return 'open';
  if (figures.volumeMm3 === 0) return 'flat';
  return figures.flippedTriangles > 0 ? 'flipped' : null;
}
