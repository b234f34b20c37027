import type { PrintProfile } from '#features/resources/contract.ts';
import { units, type Unit } from '#platform/shared/models/mesh.ts';
import { sorts, type Sort } from '../comparing.ts';
import { maxPieces, maxWalls, type Print } from '../rules.ts';
import { testedPrint, wholeProfiles, type Settings } from '../tested.ts';

/** Search parameters of the address, which are untrusted. */
export type EstimateSearch = {
  serviceId?: unknown;
  resourceId?: unknown;
  fileId?: unknown;
  /** Numbers of pieces by file, where they differ from what is needed. */
  parts?: unknown;
  unit?: unknown;
  /** Units by file of a resource. */
  units?: unknown;
  profile?: unknown;
  material?: unknown;
  color?: unknown;
  infill?: unknown;
  layer?: unknown;
  walls?: unknown;
  /** Settings by file of a resource, where they differ from those of all parts. */
  partMaterial?: unknown;
  partInfill?: unknown;
  partLayer?: unknown;
  partWalls?: unknown;
  quantity?: unknown;
  city?: unknown;
  radius?: unknown;
  sort?: unknown;
};

/** Writes into the address; what depends on what stands there is a function of it. */
export type ChangeEstimate = (
  part: EstimateSearch | ((before: EstimateSearch) => EstimateSearch),
) => Promise<void>;

export type Choices = {
  /** Service whose page links here. */
  serviceId: string | undefined;
  resourceId: string | undefined;
  /** The only file that is wanted, of a resource of several. */
  fileId: string | undefined;
  parts: ReadonlyMap<string, number>;
  /** Set only for a file without its own unit. */
  unit: Unit | undefined;
  units: ReadonlyMap<string, Unit>;
  /** Which of the author's profiles for the whole thing the other choices begin with. */
  profile: number;
  /** What is chosen for all parts instead of what the author has tested. */
  forAll: Partial<Settings>;
  /** What is chosen for single files, which counts more. */
  forPart: ReadonlyMap<string, Partial<Settings>>;
  color: string | undefined;
  city: string | undefined;
  radius: number | 'country' | undefined;
  sort: Sort;
  print: Print;
};

const longestWord = 60;
/** More than all files of a resource need. */
const longestPairs = 10_000;

/**
 * Parses the search parameters; invalid ones count as absent. The author's tested settings are what nothing else was
 * chosen instead of.
 */
export function readChoices(search: EstimateSearch, profiles: readonly PrintProfile[] = []): Choices {
  const whole = wholeProfiles(profiles);
  const profile = Math.round(numberWithin(search.profile, 0, Math.max(0, whole.length - 1)) ?? 0);
  const forAll = settingsIn(search);
  return {
    serviceId: word(search.serviceId),
    resourceId: word(search.resourceId),
    fileId: word(search.fileId),
    parts: new Map(
      readPairs(search.parts).flatMap(([id, count]) => {
        const pieces = numberWithin(count, 0, maxPieces);
        return pieces === undefined ? [] : [[id, Math.round(pieces)]];
      }),
    ),
    unit: units.find((unit) => unit === search.unit),
    units: new Map(
      readPairs(search.units).flatMap(([id, chosen]) => {
        const unit = units.find((each) => each === chosen);
        return unit ? [[id, unit]] : [];
      }),
    ),
    profile,
    color: word(search.color),
    city: word(search.city),
    radius: search.radius === 'country' ? 'country' : numberWithin(search.radius, 1, 500),
    sort: sorts.find((sort) => sort === search.sort) ?? 'price',
    forAll,
    forPart: settingsByPart(search),
    print: {
      ...testedPrint(whole[profile]),
      ...forAll,
      quantity: Math.round(numberWithin(search.quantity, 1, maxPieces) ?? 1),
    },
  };
}

/** Reads the settings that are chosen; what is absent or invalid is left out. */
function settingsIn({ material, infill, layer, walls }: EstimateSearch): Partial<Settings> {
  const name = word(material);
  const percent = numberWithin(infill, 0, 100);
  const layerHeight = numberWithin(layer, 0.01, 5);
  const lines = numberWithin(walls, 0, maxWalls);
  return {
    ...(name !== undefined && { material: name }),
    ...(percent !== undefined && { infill: percent }),
    ...(layerHeight !== undefined && { layerHeight }),
    ...(walls === 'usual' ? { walls: undefined } : lines !== undefined && { walls: Math.round(lines) }),
  };
}

/** Settings of a part in the address, by the setting of all parts. */
export const ofPart = {
  material: 'partMaterial',
  infill: 'partInfill',
  layer: 'partLayer',
  walls: 'partWalls',
} as const;
export type SettingName = keyof typeof ofPart;
export const settingNames = Object.keys(ofPart) as SettingName[];
/** Change of the address after which no part differs from what is chosen for all. */
export const noneByPart = {
  partMaterial: undefined,
  partInfill: undefined,
  partLayer: undefined,
  partWalls: undefined,
};

function settingsByPart(search: EstimateSearch): Map<string, Partial<Settings>> {
  const written = new Map<string, EstimateSearch>();
  for (const name of settingNames)
    for (const [id, value] of readPairs(search[ofPart[name]]))
      written.set(id, { ...written.get(id), [name]: name === 'material' ? readName(value) : value });
  return new Map(Array.from(written, ([id, settings]) => [id, settingsIn(settings)]));
}

/** Writes a name so that {@link readPairs} does not take what is in it for a separator. */
export const writeName = (name: string) => encodeURIComponent(name).replaceAll('_', '%5F');

function readName(written: string): string | undefined {
  try {
    return decodeURIComponent(written);
  } catch {
    return undefined;
  }
}

function word(value: unknown, longest = longestWord): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, longest) || undefined;
}

function numberWithin(value: unknown, least: number, most: number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  return value !== '' && number >= least && number <= most ? number : undefined;
}

/** Reads what {@link writePairs} writes: addresses hold strings alone. */
export function readPairs(value: unknown): [id: string, value: string][] {
  return (word(value, longestPairs) ?? '').split('_').flatMap((pair): [string, string][] => {
    const [id, ...rest] = pair.split('.');
    return id && rest.length > 0 ? [[id, rest.join('.')]] : [];
  });
}

/** Writes values by id with characters that addresses keep as they are. */
export function writePairs(pairs: ReadonlyMap<string, string | number>): string {
  return Array.from(pairs, ([id, value]) => `${id}.${value}`).join('_');
}
