import { keyOf } from './learning.ts';
import { plaDensity } from './print.ts';
import { unpack } from './unpack.ts';
import { readXml } from './xml.ts';

/**
 * Reads what slicers write about a print: PrusaSlicer, SuperSlicer, OrcaSlicer, Bambu Studio and Cura into comments of
 * G-code, the last three also into a list that goes with it in a sliced 3MF.
 */

/** Weight and time of a print; null where they are not told. */
export type Sliced = { grams: number | null; seconds: number | null };
/** What is printed at once, with the weight of each material; null where they are not told apart. */
export type SlicedPlate = Sliced & { spools: Spool[] | null };
type Spool = { material: string; grams: number };

/** Where slicers write their comments: the end of a file, or its beginning. */
export const commentBytes = 512 * 1024;

const plateList = 'metadata/slice_info.config';
/** Thread of a printer that says nothing of its own. */
const threadMm = 1.75;

/** Reads the plates of a sliced 3MF. Throws a `ModelError` for what is no ZIP. */
export function readSliced3mf(bytes: Uint8Array): SlicedPlate[] {
  const xml = unpack(bytes, (path) => path === plateList).get(plateList);
  const plates: { grams: number; seconds: number; spools: Spool[] }[] = [];
  if (!xml) return [];
  readXml(xml, {
    open(name, { key, value, type = '', used_g: used }) {
      if (name === 'plate') plates.push({ grams: 0, seconds: 0, spools: [] });
      const plate = plates.at(-1);
      if (!plate) return;
      if (name === 'metadata' && key === 'weight') plate.grams += amountOf(value);
      if (name === 'metadata' && key === 'prediction') plate.seconds += amountOf(value);
      const grams = name === 'filament' ? amountOf(used) : 0;
      if (grams > 0) plate.spools.push({ material: type, grams });
    },
  });
  return plates.map(({ grams, seconds, spools }) => ({
    grams: grams > 0 ? grams : null,
    seconds: seconds > 0 ? seconds : null,
    spools: spools.length > 0 ? spools : null,
  }));
}

/** Reads comments of G-code. `density` in g/cm³ is for slicers that tell the length or volume of the thread alone. */
export function readGcode(text: string, density: number = plaDensity): SlicedPlate {
  const found = new Map<string, string>();
  let types: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith(';')) continue;
    // Names of several materials are separated as comments are.
    const named = /^;\s*filament_type\s*=\s*(\S.{0,400})$/.exec(line)?.[1];
    if (named !== undefined) types = named.split(/[;,]/).map((type) => type.trim());
    // Bambu Studio writes two into one line.
    for (const part of line.slice(1).split(';')) {
      const at = part.search(/[=:]/);
      if (at === -1) continue;
      const name = part.slice(0, at).trim().toLowerCase();
      const value = part.slice(at + 1).trim();
      // The last one counts: a file that was joined of several ends with the whole.
      if (value !== '' && value.length < 400) found.set(name, value);
    }
  }
  const sum = (...names: string[]) => {
    for (const name of names) {
      const value = sumOf(found.get(name) ?? '');
      if (value > 0) return value;
    }
    return null;
  };
  const cm3 = sum('filament used [cm3]') ?? lengthCm3(found.get('filament used')) ?? mm3OfTrains(found);
  const grams =
    sum('total filament used [g]', 'total filament weight [g]', 'filament used [g]') ??
    (cm3 === null ? null : cm3 * density);
  const written = found.get('estimated printing time (normal mode)') ?? found.get('total estimated time');
  const seconds = written === undefined ? sum('time', 'print.time') : durationOf(written) || null;
  return { grams, seconds, spools: spoolsOf(types, found.get('filament used [g]')) };
}

/** Returns the weight of each material, where as many are named as weighed. */
function spoolsOf(types: readonly string[], weights: string | undefined): Spool[] | null {
  const grams = (weights ?? '').split(',').map(amountOf);
  const spools = types.map((material, index) => ({ material, grams: grams[index] ?? 0 }));
  const used = spools.filter((spool) => spool.grams > 0 && spool.material !== '');
  return types.length === grams.length && used.length > 0 ? used : null;
}

/** Volume of a thread in cm³, told by Cura as lengths in metres. */
function lengthCm3(value: string | undefined): number | null {
  if (value === undefined || !/m\b/.test(value) || /mm/.test(value)) return null;
  const metres = sumOf(value);
  return metres > 0 ? (metres * 1000 * Math.PI * threadMm * threadMm) / 4 / 1000 : null;
}

/** Volume that Cura writes for machines with several extruders. */
function mm3OfTrains(found: ReadonlyMap<string, string>): number | null {
  let mm3 = 0;
  for (const [name, value] of found)
    if (/^extruder_train\.\d+\.material\.volume_used$/.test(name)) mm3 += amountOf(value);
  return mm3 > 0 ? mm3 / 1000 : null;
}

/** More than any print. */
const maxAmount = 1e9;

/** Returns a number above nothing, or 0. */
function amountOf(value: string | undefined): number {
  const amount = Number.parseFloat(value ?? '');
  return amount > 0 && amount <= maxAmount ? amount : 0;
}

/** Adds the amounts of several extruders. */
function sumOf(value: string): number {
  return value.split(',').reduce((sum, part) => sum + amountOf(part), 0);
}

const secondsIn = { d: 86_400, h: 3600, m: 60, s: 1 } as const;

/** Reads a duration such as "1d 2h 3m 4s". */
function durationOf(text: string): number {
  let seconds = 0;
  for (const part of text.toLowerCase().split(/\s+/)) {
    const unit = part.at(-1);
    if (unit === 'd' || unit === 'h' || unit === 'm' || unit === 's')
      seconds += amountOf(part.slice(0, -1)) * secondsIn[unit];
  }
  return seconds;
}

/** Adds what several files say, such as the plates of one order; null where one of them does not say it. */
export function together(all: readonly Sliced[]): Sliced {
  const sum = (name: keyof Sliced) =>
    all.length === 0 || all.some((each) => each[name] === null)
      ? null
      : all.reduce((whole, each) => whole + (each[name] ?? 0), 0);
  return { grams: sum('grams'), seconds: sum('seconds') };
}

/** Other names of the same material. */
const aliases: Record<string, string> = { pa: 'nylon' };
const plainKey = (material: string) => aliases[keyOf(material)] ?? keyOf(material);

/**
 * Shares out what plates say among the materials of an order. Hours of a plate in several materials belong to none of them,
 * and plates that do not tell their materials leave all of them open.
 */
export function byMaterial(plates: readonly SlicedPlate[], materials: readonly string[]): Sliced[] {
  if (materials.length === 1) return [together(plates)];
  return materials.map((material) => {
    const key = plainKey(material);
    const own = plates.flatMap((plate): Sliced[] => {
      if (plate.spools === null) return [{ grams: null, seconds: null }];
      const grams = plate.spools
        .filter((spool) => plainKey(spool.material) === key)
        .reduce((sum, spool) => sum + spool.grams, 0);
      const isAlone = plate.spools.every((spool) => plainKey(spool.material) === key);
      return grams > 0 ? [{ grams, seconds: isAlone ? plate.seconds : null }] : [];
    });
    return together(own);
  });
}
