import { stlOfBlob } from '#features/resources/server/public.ts';
import { slice, type SlicedPiece } from '#platform/server/slicer.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { toldOf } from '#platform/shared/models/learning.ts';
import { isSame, offerOf, rateCardOf, type Printer } from '../rules.ts';
import { inColors } from '../comparing.ts';
import type { MeasuredPart } from './commands.ts';

/** A real slice, for a provider whose rate card told the slicer this. */
export type NamedSlice = SlicedPiece & { told: string };

/** Longest time for the slices of one quote, their turns included. */
const slowMs = 15_000;
/** Larger models take longer than anybody waits. */
const maxTriangles = 500_000;
/** Thickest layer of a nozzle of 0.4 mm. */
const maxLayerMm = 0.32;
/** What a slicer says beyond this multiple of the volume is no print of the model. */
const maxOfVolume = 1.5;

type Slicing = { storage: BlobStore; slicerPath: string | null; onFailure(error: unknown): void };

/**
 * Slices the parts of a quote one after another, within `maxMs` together. A part has null where no slicer is installed, the
 * provider does not print in lines, or it fails: then it is estimated, as without a slicer.
 */
export async function sliceParts(
  deps: Slicing,
  asked: { printer: Printer; parts: readonly MeasuredPart[]; personId: string; maxMs: number },
): Promise<(NamedSlice | null)[]> {
  const { printer, parts, personId, maxMs } = asked;
  const { slicerPath } = deps;
  if (slicerPath === null || !isSliceable(printer, parts)) return parts.map(() => null);
  const deadline = performance.now() + Math.min(slowMs, maxMs);
  const slices: (NamedSlice | null)[] = [];
  for (const part of parts) {
    // After the first failure the rest would take its time too.
    const isLate = performance.now() >= deadline || slices.includes(null);
    slices.push(
      isLate ? null : await sliceOne({ ...deps, slicerPath }, { printer, part, personId, deadline }),
    );
  }
  return slices;
}

async function sliceOne(
  { storage, slicerPath, onFailure }: Slicing & { slicerPath: string },
  {
    printer,
    part,
    personId,
    deadline,
  }: { printer: Printer; part: MeasuredPart; personId: string; deadline: number },
): Promise<NamedSlice | null> {
  const { figures, print, blob } = part;
  const leftMs = () => Math.max(1, deadline - performance.now());
  const card = rateCardOf(printer);
  try {
    const stl = await stlOfBlob(storage, blob, { key: personId, slowMs: leftMs(), unit: figures.unit });
    if (!stl) throw new Error('the model could not be read again');
    const piece = await slice(
      slicerPath,
      stl,
      {
        ...card,
        walls: print.walls ?? card.walls,
        infill: print.infill,
        layerMm: print.layerHeight,
        sizeMm: figures.sizeMm,
      },
      { maxMs: leftMs(), key: personId },
    );
    if (piece.materialMm3 > figures.volumeMm3 * maxOfVolume + 1000)
      throw new Error('said more than the model holds');
    return { ...piece, told: toldOf(card, print.material) };
  } catch (error) {
    onFailure(error);
    return null;
  }
}

function isSliceable(printer: Printer, parts: readonly MeasuredPart[]): boolean {
  const { shell } = rateCardOf(printer);
  if (printer.isFreeService || shell !== null) return false;
  const isFit = ({ figures, print }: MeasuredPart) =>
    !isSame(print.material, 'Resin') && print.layerHeight <= maxLayerMm && figures.triangles <= maxTriangles;
  if (!parts.every(isFit)) return false;
  // What nobody can make needs no slice.
  const asked = parts.map(({ figures, print }) => ({ model: figures, print }));
  const coloured = inColors(
    printer,
    parts.map(({ print }) => print),
  );
  return coloured !== null && 'offer' in offerOf(coloured, asked, { feePercent: 0, today: '2026-01-01' });
}
