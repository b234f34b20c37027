/** Figures that slicers write into the comments of G-code; null where a file does not say them. */
export type GcodeFigures = {
  slicer: string | null;
  layers: number | null;
  filamentMm: number | null;
  filamentGrams: number | null;
  seconds: number | null;
};

/** Bytes from the beginning and from the end in which slicers write their figures. */
export const gcodeHeadBytes = 128 * 1024;
export const gcodeTailBytes = 128 * 1024;

const isGcodeName = /\.(?:gcode|gco|nc|ngc)$/i;
export const isGcode = (name: string): boolean => isGcodeName.test(name);

/** Longer lines are pictures or settings, and no figures. */
const maxLine = 300;

/**
 * Reads the figures of PrusaSlicer, Orca Slicer and Bambu Studio, and Cura from the beginning and the end of a file,
 * which may be of any size.
 */
export function readGcode(head: string, tail: string): GcodeFigures {
  const values = new Map<string, string>();
  let slicer: string | null = null;
  let lastZ: number | null = null;
  for (const line of `${head}\n${tail}`.split(/\r\n|\r|\n/)) {
    if (!line.startsWith(';') || line.length > maxLine) continue;
    const comment = line.slice(1).trim();
    slicer ??= slicerOf(comment);
    if (/^Z:[\d.]+$/.test(comment)) lastZ = Number(comment.slice(2));
    // Bambu Studio writes two in one line.
    for (const part of comment.split(/;\s*/)) {
      const at = part.search(/[:=]/);
      if (at > 0) values.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
    }
  }
  const sum = (...names: string[]) => {
    for (const name of names) {
      const found = values
        .get(name)
        ?.split(',')
        .map((each) => Number(each.trim()));
      if (found && found.every((each) => Number.isFinite(each) && each >= 0))
        return Math.round(found.reduce((total, each) => total + each, 0) * 1e6) / 1e6;
    }
    return null;
  };
  const time = (...names: string[]) =>
    names.map((name) => secondsOf(values.get(name) ?? '')).find((found) => found !== null) ?? null;
  return {
    slicer,
    layers:
      sum('total layer number', 'total layers count', 'layer_count') ??
      layersOf(lastZ, sum('first_layer_height', 'initial_layer_print_height'), sum('layer_height')),
    filamentMm:
      sum('filament used [mm]', 'total filament length [mm]', 'total filament used [mm]') ??
      metresOf(values.get('filament used')),
    filamentGrams: sum('total filament used [g]', 'filament used [g]', 'total filament weight [g]'),
    seconds:
      time('estimated printing time (normal mode)', 'total estimated time', 'model printing time') ??
      sum('time'),
  };
}

function slicerOf(comment: string): string | null {
  const found =
    /^(?:generated (?:by|with) )?((?:PrusaSlicer|SuperSlicer|OrcaSlicer|BambuStudio|Cura_SteamEngine|Slic3r)[ \d.+\w-]{0,40})/i.exec(
      comment,
    )?.[1];
  return found?.split(' on ')[0]?.trim() ?? null;
}

/** Cura: "1.2m, 0.5m", one length for each extruder. */
function metresOf(text: string | undefined): number | null {
  const found = text?.split(',').map((each) => /^([\d.]+)\s*m$/.exec(each.trim())?.[1]);
  if (!found || found.length === 0 || found.includes(undefined)) return null;
  return Math.round(found.reduce((total, each) => total + Number(each), 0) * 1e6) / 1000;
}

/** Parses "1d 2h 3m 4s". */
function secondsOf(text: string): number | null {
  const plain = text.replaceAll(/\s/g, '');
  const found = /^(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/.exec(plain);
  if (!found || plain === '') return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((each) => Number(each ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/** PrusaSlicer does not count its layers: they follow from the last height where all are equally high. */
function layersOf(lastZ: number | null, first: number | null, height: number | null): number | null {
  if (lastZ === null || !first || !height) return null;
  const layers = 1 + (lastZ - first) / height;
  return layers >= 1 && Math.abs(layers - Math.round(layers)) < 0.05 ? Math.round(layers) : null;
}

/** Returns the whole lines of a piece of a file, whose characters may be cut at either end. */
export function wholeLines(
  piece: Uint8Array<ArrayBuffer>,
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
) {
  const from = isStart ? 0 : piece.indexOf(0x0a) + 1;
  const last = piece.lastIndexOf(0x0a);
  return piece.subarray(from, isEnd || last < from ? piece.length : last + 1);
}
