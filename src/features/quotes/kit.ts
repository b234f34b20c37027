import type { PrintProfile, ResourceFile } from '#features/resources/contract.ts';
import { inUnit, type Figures } from '#platform/shared/models/measure.ts';
import type { ModelProblem, Unit } from '#platform/shared/models/mesh.ts';
import { isUnitUnclear } from '#platform/shared/models/unclear-units.ts';
import { isSame, maxParts, maxPieces, type Part } from './rules.ts';
import { isTested, profileOf, testedPrint, type Settings } from './tested.ts';

/** Printable file of a resource, and how many of it are wanted. */
export type KitPart = {
  id: string;
  name: string;
  /** As the author, or the bill of materials, says; 0 for an alternative. */
  needed: number;
  from: 'author' | 'parts_list' | 'unsaid';
  /** Pieces of one set; 0 if it is not wanted. */
  count: number;
  unit: Unit | undefined;
  /** What the author has tested for it. */
  profile: PrintProfile | undefined;
  /** How it is printed. */
  settings: Settings;
} & (
  | { state: 'measured'; figures: Figures; isUnitMissing: boolean }
  | { state: 'waiting' }
  | { state: 'unreadable'; problem: ModelProblem }
);
export type MeasuredPart = Extract<KitPart, { state: 'measured' }>;

type Chosen = {
  /** The only file that is wanted, of a resource of several. */
  fileId: string | undefined;
  /** Numbers of pieces by file, where they differ from what is needed. */
  parts: ReadonlyMap<string, number>;
  units: ReadonlyMap<string, Unit>;
  /** Which of the profiles for the whole thing, by its place among them. */
  profile: number;
  /** What is chosen for all parts instead of what the author has tested. */
  forAll: Partial<Settings>;
  /** What is chosen for single files, which counts more. */
  forPart: ReadonlyMap<string, Partial<Settings>>;
};
/** A whole thing as its author has tested it. */
export const nothingChosen: Chosen = {
  fileId: undefined,
  parts: new Map(),
  units: new Map(),
  profile: 0,
  forAll: {},
  forPart: new Map(),
};
type KitFile = Pick<ResourceFile, 'id' | 'name' | 'needed'> & {
  model:
    | { state: 'measured'; figures: Figures }
    | { state: 'waiting' }
    | { state: 'unreadable'; problem: ModelProblem }
    | null;
};

/** Returns the printable files of a resource: those of its latest version, and the one that is asked for. */
export function printableFiles<File extends Pick<ResourceFile, 'id' | 'model' | 'version'>>(
  files: readonly File[],
  fileId: string | undefined,
): File[] {
  const latest = files[0]?.version;
  return files.filter(({ model, version, id }) => model !== null && (version === latest || id === fileId));
}

/** Returns the printable files with what is wanted of each: all that are needed, unless somebody chose otherwise. */
export function kitOf(
  files: readonly KitFile[],
  profiles: readonly PrintProfile[],
  { fileId, parts, units, ...chosen }: Chosen,
): KitPart[] {
  const isOnly = files.some(({ id }) => id === fileId);
  return files.flatMap((file): KitPart[] => {
    const { id, name, model } = file;
    if (!model) return [];
    const { count: needed, from } = file.needed ?? { count: 1, from: 'unsaid' as const };
    const usual = isOnly ? (id === fileId ? Math.max(1, needed) : 0) : needed;
    const unit = units.get(id);
    const profile = profileOf(profiles, name, chosen.profile);
    const settings = { ...testedPrint(profile), ...chosen.forAll, ...chosen.forPart.get(id) };
    const part = { id, name, needed, from, count: parts.get(id) ?? usual, unit, profile, settings };
    if (model.state !== 'measured') return [{ ...part, ...model }];
    const { figures } = model;
    const isUnitMissing = unit === undefined && isUnitUnclear(figures);
    return [{ ...part, state: 'measured', figures: inUnit(figures, unit), isUnitMissing }];
  });
}

export const isWanted = ({ count }: KitPart): boolean => count > 0;

/** What keeps the wanted parts from having a price, or null. */
export type KitTrouble = 'none' | 'waiting' | 'unreadable' | 'unit' | 'too_many' | 'too_many_pieces';
export function troubleOf(kit: readonly KitPart[], sets: number): KitTrouble | null {
  const wanted = kit.filter(isWanted);
  if (wanted.length === 0) return 'none';
  if (wanted.length > maxParts) return 'too_many';
  if (wanted.reduce((sum, { count }) => sum + count, 0) * sets > maxPieces) return 'too_many_pieces';
  if (wanted.some(({ state }) => state === 'unreadable')) return 'unreadable';
  if (wanted.some(({ state }) => state === 'waiting')) return 'waiting';
  return wanted.some((part) => part.state === 'measured' && part.isUnitMissing) ? 'unit' : null;
}

/** Returns the wanted parts of all sets as they are printed. */
export function partsOf(kit: readonly KitPart[], sets: number): Part[] {
  return wantedOf(kit).map(({ figures, count, settings }) => ({
    model: figures,
    print: { ...settings, quantity: count * sets },
  }));
}

/** Lists the wanted parts that are printed otherwise than their author has tested. */
export function untestedOf(kit: readonly KitPart[]): KitPart[] {
  return kit.filter(
    (part) => isWanted(part) && part.profile !== undefined && !isTested(part.profile, part.settings),
  );
}

/** Returns what all wanted parts have in common; a setting in which they differ is left out. */
export function commonOf(all: readonly Settings[]): Partial<Settings> {
  const [first, ...others] = all;
  if (!first) return {};
  return {
    ...(others.every(({ material }) => isSame(material, first.material)) && { material: first.material }),
    ...(others.every(({ infill }) => infill === first.infill) && { infill: first.infill }),
    ...(others.every(({ layerHeight }) => layerHeight === first.layerHeight) && {
      layerHeight: first.layerHeight,
    }),
    ...(others.every(({ walls }) => walls === first.walls) && { walls: first.walls }),
  };
}

export function wantedOf(kit: readonly KitPart[]): MeasuredPart[] {
  return kit.filter((part): part is MeasuredPart => part.state === 'measured' && isWanted(part));
}

/** How much of what is needed is wanted: kinds of parts, and pieces of one set. */
export function shareOf(kit: readonly KitPart[]) {
  const needed = kit.filter((part) => part.needed > 0);
  const wanted = kit.filter(isWanted);
  const sum = (list: readonly KitPart[], of: 'count' | 'needed') =>
    list.reduce((whole, part) => whole + part[of], 0);
  return {
    kinds: wanted.length,
    pieces: sum(wanted, 'count'),
    neededKinds: needed.length,
    /** Needed kinds that are wanted at all. */
    chosenKinds: needed.filter(isWanted).length,
    isWhole: needed.every(({ count, needed: least }) => count >= least),
  };
}
