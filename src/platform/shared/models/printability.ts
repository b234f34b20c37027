import { bedsMm } from './print.ts';

/** How a figure is known: from every face, from a sample of them, or not at all. */
export const knowledge = ['measured', 'estimated', 'not_checked'] as const;
export type Known = (typeof knowledge)[number];

/** Point of a model in the coordinates of its file. */
export type Place = [number, number, number];

/** Smallest of many lengths; null where there is none, as between two walls that nothing faces. */
export type Smallest = { mm: number | null; at: Place | null; known: Known };

/**
 * Footprint of a model that lies on one of its sides: how high it is, and the rectangles around it when it is turned by
 * degrees about the vertical, none of them smaller than another along both sides.
 */
export type Footprint = {
  heightMm: number;
  turns: [degrees: number, longMm: number, shortMm: number][];
};

/** What a printer meets in a model as it stands, independent of nozzle and bed (docs/decisions/0071). */
export type Printability = {
  wall: Smallest;
  gap: Smallest;
  /** Faces that look down flatter than 45° without anything close below; bridges and narrow ledges hold by themselves. */
  overhang: { mm2: number; bridgedMm2: number; at: Place | null; known: Known };
  /** Parts that begin in the air and join the rest only above. */
  islands: { count: number; at: Place | null; known: Known };
  /** As it stands first. */
  footprints: Footprint[];
};

/** Rescales it to another unit. What depends on the height of a layer is only estimated then. */
export function scalePrintability(found: Printability, times: number): Printability {
  const scaled = (smallest: Smallest) => ({
    ...smallest,
    mm: smallest.mm === null ? null : smallest.mm * times,
  });
  const guessed = (known: Known): Known => (known === 'measured' && times !== 1 ? 'estimated' : known);
  const { wall, gap, overhang, islands, footprints } = found;
  return {
    wall: scaled(wall),
    gap: scaled(gap),
    overhang: {
      ...overhang,
      mm2: overhang.mm2 * times ** 2,
      bridgedMm2: overhang.bridgedMm2 * times ** 2,
      known: guessed(overhang.known),
    },
    islands: { ...islands, known: guessed(islands.known) },
    footprints: footprints.map(({ heightMm, turns }) => ({
      heightMm: heightMm * times,
      turns: turns.map(([degrees, long, short]) => [degrees, long * times, short * times]),
    })),
  };
}

/** How a model has to lie to fit on a bed. */
export type Fit = { isLaid: boolean; degrees: number };

const slackMm = 1e-6;

/** Returns the first position in which a model fits, or null. Without footprints only the axes are tried. */
export function fitOn(
  {
    sizeMm,
    printability,
  }: { sizeMm: readonly [number, number, number]; printability?: Printability | null | undefined },
  [x, y, z]: readonly [number, number, number],
): Fit | null {
  const [long, short] = x > y ? [x, y] : [y, x];
  const [width, depth, height] = sizeMm;
  const fits = (a: number, b: number, up: number) =>
    Math.max(a, b) <= long + slackMm && Math.min(a, b) <= short + slackMm && up <= z + slackMm;
  if (fits(width, depth, height)) return { isLaid: false, degrees: width <= x && depth <= y ? 0 : 90 };
  const footprints = printability?.footprints ?? [];
  for (const [index, { heightMm, turns }] of footprints.entries()) {
    const turn = turns.find(([, longMm, shortMm]) => fits(longMm, shortMm, heightMm));
    if (turn) return { isLaid: index > 0, degrees: turn[0] };
  }
  const isLaid = fits(width, height, depth) || fits(height, depth, width);
  return isLaid ? { isLaid, degrees: 0 } : null;
}

export type PrinterSettings = {
  /** Width of a line, which is about that of the nozzle. */
  lineMm: number;
  /** Build volume; without one the usual beds are tried. */
  bedMm?: readonly [number, number, number] | undefined;
};
export const usualPrinter: PrinterSettings = { lineMm: 0.4 };

/** Gaps below this close while printing. */
export const closedGapMm = 0.3;
/** Overhangs below this area hold without support. */
const heldMm2 = 5;
/** Figures within this share of a limit are on its better side: files round their numbers. */
const tolerance = 0.02;

export type Severity = 'ok' | 'attention' | 'problem' | 'unknown';
export type Finding = { severity: Severity; known: Known; at: Place | null } & (
  | { kind: 'wall'; mm: number | null; lines: 0 | 1 | 2; lineMm: number }
  | { kind: 'gap'; mm: number | null }
  | { kind: 'support'; isNeeded: boolean; mm2: number; hasBridges: boolean }
  | { kind: 'islands'; count: number }
  | { kind: 'bed'; fit: Fit | null; bedMm: readonly [number, number, number] }
);

/** Says in findings what a printer meets in a model; empty if it was not looked at. */
export function findingsOf(
  model: { sizeMm: readonly [number, number, number]; printability?: Printability | null | undefined },
  { lineMm, bedMm }: PrinterSettings = usualPrinter,
): Finding[] {
  const { printability } = model;
  if (!printability) return [];
  const { wall, gap, overhang, islands } = printability;
  const least = (mm: number) => mm * (1 - tolerance);
  const unless = (known: Known, severity: Severity): Severity =>
    known === 'not_checked' ? 'unknown' : severity;
  const lines = wall.mm === null || wall.mm >= least(2 * lineMm) ? 2 : wall.mm >= least(lineMm) ? 1 : 0;
  const closes = gap.mm !== null && gap.mm < least(closedGapMm);
  const isNeeded = overhang.mm2 > heldMm2 || islands.count > 0;
  const known = weaker(overhang.known, islands.known);
  return [
    {
      kind: 'wall',
      ...wall,
      lines,
      lineMm,
      severity: unless(wall.known, lines === 2 ? 'ok' : lines === 1 ? 'attention' : 'problem'),
    },
    {
      kind: 'support',
      isNeeded,
      mm2: overhang.mm2,
      hasBridges: overhang.bridgedMm2 > heldMm2,
      at: overhang.mm2 > heldMm2 ? overhang.at : islands.at,
      // One of both is enough to need support.
      known: isNeeded && known === 'not_checked' ? 'estimated' : known,
      severity: isNeeded ? 'attention' : unless(known, 'ok'),
    },
    {
      kind: 'islands',
      ...islands,
      severity: unless(islands.known, islands.count > 0 ? 'attention' : 'ok'),
    },
    { kind: 'gap', ...gap, severity: unless(gap.known, closes ? 'attention' : 'ok') },
    bedFinding(model, bedMm),
  ];
}

const weaker = (one: Known, other: Known): Known =>
  knowledge[Math.max(knowledge.indexOf(one), knowledge.indexOf(other))]!;

function bedFinding(
  model: Parameters<typeof fitOn>[0],
  asked: readonly [number, number, number] | undefined,
): Finding {
  const cubes = bedsMm.map((side) => [side, side, side] as const);
  const beds = asked ? [asked] : cubes;
  for (const bedMm of beds) {
    const fit = fitOn(model, bedMm);
    if (!fit) continue;
    const isTurned = fit.isLaid || fit.degrees % 90 !== 0;
    return { kind: 'bed', fit, bedMm, at: null, known: 'measured', severity: isTurned ? 'attention' : 'ok' };
  }
  return {
    kind: 'bed',
    fit: null,
    bedMm: asked ?? cubes.at(-1)!,
    at: null,
    known: 'measured',
    severity: 'problem',
  };
}
