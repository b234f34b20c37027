import { plaDensity } from './print.ts';
import { unpack } from './unpack.ts';
import { readXml } from './xml.ts';

/**
 * Reads what slicers write about a print: PrusaSlicer, SuperSlicer, OrcaSlicer, Bambu Studio and Cura into comments of
 * G-code, the last three also into a list that goes with it in a sliced 3MF.
 */

/** Weight and time of a print; null where they are not told. */
export type Sliced = { grams: number | null; seconds: number | null };

/** Where slicers write their comments: the end of a file, or its beginning. */
export const commentBytes = 512 * 1024;

const plateList = 'metadata/slice_info.config';
/** Thread of a printer that says nothing of its own. */
const threadMm = 1.75;

/** Reads a sliced 3MF: all of its plates together. Throws a `ModelError` for what is no ZIP. */
export function readSliced3mf(bytes: Uint8Array): Sliced {
  const xml = unpack(bytes, (path) => path === plateList).get(plateList);
  let grams = 0;
  let seconds = 0;
  if (!xml) return { grams: null, seconds: null };
  readXml(xml, {
    open(name, { key, value }) {
      if (name !== 'metadata') return;
      if (key === 'weight') grams += amountOf(value);
      if (key === 'prediction') seconds += amountOf(value);
    },
  });
  return { grams: grams > 0 ? grams : null, seconds: seconds > 0 ? seconds : null };
}

/** Reads comments of G-code. `density` in g/cm³ is for slicers that tell the length or volume of the thread alone. */
export function readGcode(text: string, density: number = plaDensity): Sliced {
  const found = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith(';')) continue;
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
  return { grams, seconds };
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
