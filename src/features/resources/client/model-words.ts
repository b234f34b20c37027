import { m } from '#i18n/generated/messages.js';
import { currentLocale } from '#platform/client/page-context.ts';
import type { ModelNote, Unit } from '#platform/shared/models/mesh.ts';
import { numberFormat } from '#platform/shared/formats.ts';

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

export function formatNumber(value: number, digits: number): string {
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
