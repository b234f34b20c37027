import type { PrintProfile } from '#features/resources/contract.ts';
import { defaultInfill, defaultLayerHeight, isSame, maxWalls, type Print } from './rules.ts';

/** Settings that an author has tested, as everything that is made of their files begins with them. */

export const defaultMaterial = 'PLA';

/** Returns the settings of a profile; what it leaves open is usual. */
export function testedPrint(profile: PrintProfile | undefined): Omit<Print, 'quantity'> {
  const { material, infillPercent, layerHeightMm, walls } = profile ?? {};
  return {
    material: material?.trim() || defaultMaterial,
    infill: infillPercent ?? defaultInfill,
    layerHeight: layerHeightMm ?? defaultLayerHeight,
    walls: walls !== undefined && walls >= 0 && walls <= maxWalls ? Math.round(walls) : undefined,
  };
}

/** Returns whether all settings that the author has tested are chosen. */
export function isTested(profile: PrintProfile, print: Omit<Print, 'quantity'>): boolean {
  const tested = testedPrint(profile);
  return (
    isSame(tested.material, print.material) &&
    tested.infill === print.infill &&
    tested.layerHeight === print.layerHeight &&
    tested.walls === print.walls
  );
}
