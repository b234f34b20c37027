import { stlOfBlob } from '#features/resources/server/public.ts';
import { slice, type SlicedPiece } from '#platform/server/slicer.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { toldOf } from '#platform/shared/models/learning.ts';
import { isSame, offerOf, rateCardOf, type Print, type Printer } from '../rules.ts';
import type { MeasuredFile } from './commands.ts';

/** A real slice, for a provider whose rate card told the slicer this. */
export type NamedSlice = SlicedPiece & { told: string };

/** Longest time for one slice, its turn included. */
const slowMs = 15_000;
/** Larger models take longer than anybody waits. */
const maxTriangles = 500_000;
/** Thickest layer of a nozzle of 0.4 mm. */
const maxLayerMm = 0.32;
/** What a slicer says beyond this multiple of the volume is no print of the model. */
const maxOfVolume = 1.5;

type Asked = { printer: Printer; file: MeasuredFile; print: Print; personId: string; maxMs: number };

/**
 * Slices what a quote is for, where a slicer is installed and the provider prints in lines. Null where that is not so, or
 * where it fails: then the quote is estimated, as without a slicer.
 */
export async function sliceFor(
  deps: { storage: BlobStore; slicerPath: string | null; onFailure(error: unknown): void },
  { printer, file, print, personId, maxMs }: Asked,
): Promise<NamedSlice | null> {
  const { storage, slicerPath, onFailure } = deps;
  if (slicerPath === null || !isSliceable(printer, file, print)) return null;
  const deadline = performance.now() + Math.min(slowMs, maxMs);
  const leftMs = () => Math.max(1, deadline - performance.now());
  const { figures } = file;
  const card = rateCardOf(printer);
  try {
    const stl = await stlOfBlob(storage, file.blob, { key: personId, slowMs: leftMs(), unit: figures.unit });
    if (!stl) throw new Error('the model could not be read again');
    const piece = await slice(
      slicerPath,
      stl,
      { ...card, infill: print.infill, layerMm: print.layerHeight, sizeMm: figures.sizeMm },
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

function isSliceable(printer: Printer, { figures }: MeasuredFile, print: Print): boolean {
  const { shell } = rateCardOf(printer);
  if (printer.isFreeService || shell !== null || isSame(print.material, 'Resin')) return false;
  if (print.layerHeight > maxLayerMm || figures.triangles > maxTriangles) return false;
  // What nobody can make needs no slice.
  return 'offer' in offerOf(printer, figures, print, { feePercent: 0, today: '2026-01-01' });
}
