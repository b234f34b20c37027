import type { Figures } from '#platform/shared/models/measure.ts';

/** A model of this device with what was measured of it; `uploadId` once it has been sent for a quote. */
export type ChosenModel = { file: File; figures: Figures; uploadId: string | null };

/** Outside of the page's state, because whoever signs in for a quote leaves the page and comes back. */
let kept: ChosenModel | null = null;

export function keptModel(): ChosenModel | null {
  return kept;
}

export function keepModel(model: ChosenModel | null): void {
  kept = model;
}
