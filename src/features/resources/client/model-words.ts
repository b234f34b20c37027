import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { ModelNote, ModelProblem, Unit } from '#platform/shared/models/mesh.ts';
import { numberFormat } from '#platform/shared/formats.ts';

/** Names of extensions are the same in all languages. */
const extension = (name: string) => m['resources.model.problem.extension']({ name });

export const problemWords: Record<ModelProblem, () => string> = {
  empty: () => m['resources.model.problem.empty'](),
  truncated: () => m['resources.model.problem.truncated'](),
  header_lies: () => m['resources.model.problem.header_lies'](),
  malformed: () => m['resources.model.problem.malformed'](),
  not_finite: () => m['resources.model.problem.not_finite'](),
  unsafe_xml: () => m['resources.model.problem.unsafe_xml'](),
  bomb: () => m['resources.model.problem.bomb'](),
  compressed: () => m['resources.model.problem.compressed'](),
  outside_files: () => m['resources.model.problem.outside_files'](),
  beam_lattice: () => extension('Beam Lattice'),
  slices: () => extension('Slice'),
  volumetric: () => extension('Volumetric'),
  booleans: () => extension('Boolean Operations'),
  displacement: () => extension('Displacement'),
  encrypted: () => extension('Secure Content'),
  unknown_extension: () => m['resources.model.problem.unknown_extension'](),
  too_large: () => m['resources.model.problem.too_large'](),
  too_complex: () => m['resources.model.problem.too_complex'](),
  too_slow: () => m['resources.model.problem.too_slow'](),
  failed: () => m['resources.model.problem.failed'](),
};

export const noteWords: Record<ModelNote, () => string> = {
  modifiers_left_out: () => m['resources.model.note.modifiers_left_out'](),
  supports_left_out: () => m['resources.model.note.supports_left_out'](),
  negatives_left_out: () => m['resources.model.note.negatives_left_out'](),
};

export const unitNames: Record<Unit, () => string> = {
  micron: () => m['resources.model.unit.micron'](),
  millimeter: () => m['resources.model.unit.millimeter'](),
  centimeter: () => m['resources.model.unit.centimeter'](),
  inch: () => m['resources.model.unit.inch'](),
  foot: () => m['resources.model.unit.foot'](),
  meter: () => m['resources.model.unit.meter'](),
};

function formatNumber(value: number, digits: number): string {
  return numberFormat(currentLocale(), { maximumSignificantDigits: digits }).format(value);
}

export type ShownUnit = 'mm' | 'in';

export function formatLength(millimetres: number, unit: ShownUnit): string {
  return unit === 'mm'
    ? `${formatNumber(Math.round(millimetres * 10) / 10 || millimetres, 6)} mm`
    : `${formatNumber(millimetres / 25.4, 4)} in`;
}

export function formatSizes(sizeMm: readonly number[], unit: ShownUnit): string {
  const sizes = sizeMm.map((size) =>
    unit === 'mm' ? formatNumber(Math.round(size * 10) / 10 || size, 5) : formatNumber(size / 25.4, 3),
  );
  return `${sizes.join(' × ')} ${unit}`;
}

export function formatVolume(mm3: number): string {
  return `${formatNumber(mm3 / 1000, 3)} cm³`;
}

export function formatGrams(grams: number): string {
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit: 'gram',
    unitDisplay: 'short',
    maximumSignificantDigits: grams < 10 ? 2 : 3,
  }).format(grams);
}
