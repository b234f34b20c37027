import type { PrintProfile } from '#features/resources/contract.ts';
import { isNameOf } from '#platform/shared/file-name.ts';
import { defaultInfill, defaultLayerHeight, isSame, maxWalls, type Print } from './rules.ts';

/** Settings that an author has tested, as everything that is made of their files begins with them. */

export type Settings = Omit<Print, 'quantity'>;

export const defaultMaterial = 'PLA';

/** Returns the settings of a profile; what it leaves open is usual. */
export function testedPrint(profile: PrintProfile | undefined): Settings {
  const { material, infillPercent, layerHeightMm, walls } = profile ?? {};
  return {
    material: material?.trim() || defaultMaterial,
    infill: infillPercent ?? defaultInfill,
    layerHeight: layerHeightMm ?? defaultLayerHeight,
    walls: walls !== undefined && walls >= 0 && walls <= maxWalls ? Math.round(walls) : undefined,
  };
}

/** Profiles that name no files: each is for the whole thing, and one of them is chosen. */
export const wholeProfiles = (profiles: readonly PrintProfile[]): PrintProfile[] =>
  profiles.filter(({ files }) => files === undefined);

/** Returns what the author has tested for a file: what was tested for it alone, else the chosen profile of the whole. */
export function profileOf(
  profiles: readonly PrintProfile[],
  file: string,
  chosen = 0,
): PrintProfile | undefined {
  const own = profiles.find(({ files }) => files?.some((name) => isNameOf(name, file)));
  return own ?? wholeProfiles(profiles)[chosen];
}

/** Returns whether all settings that the author has tested are chosen. */
export function isTested(profile: PrintProfile, print: Settings): boolean {
  return isSamePrint(testedPrint(profile), print);
}

export function isSamePrint(a: Settings, b: Settings): boolean {
  return (
    isSame(a.material, b.material) &&
    a.infill === b.infill &&
    a.layerHeight === b.layerHeight &&
    a.walls === b.walls
  );
}
