import { blockInside, shareDeeper, type Inside } from './inside.ts';
import type { Figures } from './measure.ts';

/** Build volumes of common printers, in millimetres. */
export const bedsMm = [180, 220, 256, 350] as const;

/** Returns the smallest printer bed that a model fits on as oriented; null where none is large enough. */
export function smallestBed({ sizeMm }: Pick<Figures, 'sizeMm'>): (typeof bedsMm)[number] | null {
  return bedsMm.find((side) => sizeMm.every((size) => size <= side)) ?? null;
}

/** Density of PLA in grams per cubic centimetre. */
export const plaDensity = 1.24;

/** How a model is printed. */
export type PrintSettings = {
  /** In percent. */
  infill: number;
  layerMm: number;
  walls: number;
  topLayers: number;
  bottomLayers: number;
};

/** What the machine of an estimate lays down in an hour; a rate card that says another number takes more or less time. */
export const usualGramsPerHour = 15;

export const usualWalls = { walls: 2, topLayers: 4, bottomLayers: 3 } as const;

/** Figures that weight and time are worked out from. */
export type Printable = {
  sizeMm: readonly [number, number, number];
  volumeMm3: number;
  areaMm2?: number | undefined;
  inside?: Inside | null | undefined;
};

/** Material and time of one piece by a usual machine with a nozzle of 0.4 mm. */
export type PrintEstimate = { materialMm3: number; seconds: number };

/** Lines of plastic: flattened at their sides, so that they lie closer the thicker the layer is. */
const lineMm = 0.45;
const roundness = 1 - Math.PI / 4;
/** Lines over air are round, and as thick as this layer. */
const bridgeMm = 0.279;
/** Walls overlap what lies inside of them by this part of a line. */
const overlap = 0.25;
/** Slicers fill smaller places of a layer completely. */
const smallMm2 = 70;
/** Part of the zone along walls that is filled where lines of infill are tied to each other. */
const tied = 0.8;
const tiedMm = 0.2;
/** Thread of a skirt and the like. */
const extraMm3 = 15;

/** Speeds in mm/s: the slicer's own for a usual machine. */
const speed = { outerWall: 30, innerWall: 60, smallOutline: 15, solid: 20, infill: 80 } as const;
/**
 * Lines around an outline that are shorter than this are slow, as in the slicer; those within the spread are so in part.
 * Walls of usual width run as far inside of an outline. Older figures know the outlines of an island together, which
 * tells less.
 */
const smallOutline = { mm: 40.84, spread: 6, inside: 2.7 };
const smallIsland = { mm: 42, spread: 36 };
/** Lost by slowing down at corners of walls, and at the end of each line of infill, whose length goes by its island. */
const corners = 1.15;
const turnSeconds = { each: 0.033, perWidth: 0.28, addedMm: 5.6 };
const layerSeconds = { each: 0.25, perOutline: 0.33, least: 5 };
const startSeconds = 30;

/**
 * Estimates weight and time as a slicer would, from what was measured inside of the model. Formula, bodies and error:
 * docs/decisions/0067.
 */
export function estimatePrint(model: Printable, settings: PrintSettings): PrintEstimate {
  const { layerMm, walls } = settings;
  const inside = model.inside ?? blockInside(model);
  const volume = model.volumeMm3 * inside.union;
  const infill = Math.min(1, Math.max(0, settings.infill / 100));
  // A line cannot lie closer to the next than this, however thick its layer.
  const spacing = Math.max(0.2, lineMm - roundness * layerMm);
  const depth = walls * spacing;
  const cover = ((settings.topLayers + settings.bottomLayers) / 2) * layerMm;
  const deeper = (sides: number, covers: number) => volume * shareDeeper(inside, sides, covers);

  const wallVolume = volume - deeper(depth, 0);
  const core = deeper(depth, cover);
  const islands = islandsWithin(inside, depth - overlap * spacing);
  const hollow = core * (1 - islands.smallShare);
  const edge = Math.max(0, core - deeper(depth + tiedMm, cover)) * (1 - islands.smallShare);
  const overAir = ((core - deeper(depth, cover + tiedMm)) / tiedMm / 2) * (1 - islands.smallShare);
  // Ties and bridges are needed the less the fuller it is; together they never take more than there is room for.
  const ties = Math.min(hollow / 2, tied * edge);
  const bridges = Math.min(hollow / 2, Math.max(0, overAir) * Math.max(0, bridgeMm - layerMm));
  const sparse = hollow * infill + (ties + bridges) * (1 - infill);
  const solid = volume - wallVolume - hollow;

  const lineMm2 = spacing * layerMm;
  const { outlines, shareSmall } = outlinesOf(inside);
  const wallTime = (along: number) => shareSmall / speed.smallOutline + (1 - shareSmall) / along;
  const lengthOfWall = walls > 0 ? wallVolume / (walls * lineMm2) : 0;
  const wallSeconds =
    lengthOfWall * corners * (wallTime(speed.outerWall) + (walls - 1) * wallTime(speed.innerWall));
  const turn = turnSeconds.each / (turnSeconds.perWidth * islands.width + turnSeconds.addedMm);
  const seconds =
    (walls > 0 ? wallSeconds : 0) +
    solid / lineMm2 / speed.solid +
    (sparse / lineMm2) * (1 / speed.infill + turn);
  const layers = Math.max(1, Math.round(model.sizeMm[2] / layerMm));
  const perLayer = layerSeconds.each + layerSeconds.perOutline * outlines;
  return {
    materialMm3: wallVolume + solid + sparse + extraMm3,
    seconds: startSeconds + Math.max(seconds + layers * perLayer, layers * layerSeconds.least),
  };
}

/** Returns what is left of the islands of layers within walls: the share in small ones, and the usual width. */
function islandsWithin({ islands }: Inside, depth: number): { smallShare: number; width: number } {
  let whole = 0;
  let small = 0;
  let widths = 0;
  for (const { mm2, mm, loops, count } of islands) {
    // Outlines turn once around: outer ones shorten with the depth, those of holes grow.
    const area = Math.max(0, mm2 - mm * depth + Math.PI * depth * depth * (2 - loops)) * count;
    const one = area / count;
    whole += area;
    widths += area * Math.sqrt(one);
    if (one < smallMm2) small += area;
  }
  return whole > 0 ? { smallShare: small / whole, width: widths / whole } : { smallShare: 0, width: 10 };
}

/** Returns the number of outlines of an average layer, and the share of their length in small ones. */
function outlinesOf(inside: Inside): { outlines: number; shareSmall: number } {
  let outlines = 0;
  let length = 0;
  let small = 0;
  const add = (mm: number, count: number, part: number) => {
    outlines += count;
    length += mm * count;
    small += mm * count * Math.min(1, Math.max(0, part));
  };
  if (inside.outlines)
    for (const { mm, count, isHole } of inside.outlines) {
      const line = mm + (isHole ? smallOutline.inside : -smallOutline.inside);
      add(mm, count, 0.5 + (smallOutline.mm - line) / smallOutline.spread);
    }
  else
    for (const { mm, loops, count } of inside.islands) {
      const one = mm / Math.max(1, loops);
      add(one, loops * count, 0.5 + (smallIsland.mm - one) / smallIsland.spread);
    }
  return { outlines: Math.max(1, outlines), shareSmall: length > 0 ? small / length : 0 };
}

/** An estimate, and what it is at most. */
export type Range = { likely: number; atMost: number };

/**
 * How much more than estimated it is at most: the largest errors that were measured, and what another slicer says beyond
 * (docs/decisions/0067). Full material, which is told apart from air alone, is known better.
 */
export const margins = { material: 1.15, fullMaterial: 1.06, time: 1.3 } as const;

/** Returns an estimated amount of material as a range. */
export function materialRange(likely: number, full: number, margin: number = margins.material): Range {
  const most = Math.min(likely * margin, full * margins.fullMaterial + extraMm3);
  return { likely, atMost: Math.max(likely, most) };
}

/** Grams of PLA with usual walls and layers of 0.2 mm. */
export function plaGrams(model: Printable, infill: number): Range {
  const { materialMm3 } = estimatePrint(model, { ...usualWalls, infill: infill * 100, layerMm: 0.2 });
  const { likely, atMost } = materialRange(materialMm3, model.volumeMm3);
  return { likely: (likely / 1000) * plaDensity, atMost: (atMost / 1000) * plaDensity };
}
