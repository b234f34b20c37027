import { m } from '#i18n/generated/messages.js';
import { dimensionLimits, roundMm, type Dimension } from '#platform/shared/dimensions.ts';
import { plainDigits } from '#platform/shared/widths.ts';
import type { Fields } from '#ui/form-group.tsx';

/** Names of the fields of one dimension in a form; those of one of several orders begin with its `prefix`. */
export const dimensionFields = (index: number, prefix = '') => ({
  label: `${prefix}dimension${index}Label`,
  target: `${prefix}dimension${index}Target`,
  tolerance: `${prefix}dimension${index}Tolerance`,
});
export const dimensionFieldNames = Array.from({ length: dimensionLimits.count }, (_row, index) =>
  Object.values(dimensionFields(index)),
).flat();

/** What prints and cuts keep without effort. */
export const usualTolerance = '0.2';

/** Parses a length in mm: 12.5, １２．５, 12,5 mm; null for anything else. */
export function lengthIn(typed: string, most: number = dimensionLimits.targetMm): number | null {
  const plain = plainDigits(typed)
    .replaceAll(/\s|mm$/gi, '')
    .replace(',', '.');
  const length = roundMm(Number(plain));
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(plain) && length >= dimensionLimits.minMm && length <= most
    ? length
    : null;
}

/** Reads the dimensions of a form. Every row that is there has to be complete. */
export function dimensionsIn(data: FormData, prefix = ''): { dimensions: Dimension[]; wrong: Fields } {
  const dimensions: Dimension[] = [];
  const wrong: Fields = {};
  for (let index = 0; index < dimensionLimits.count; index += 1) {
    const names = dimensionFields(index, prefix);
    if (!data.has(names.label)) continue;
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const label = text(names.label);
    const targetMm = lengthIn(text(names.target));
    const toleranceMm = lengthIn(text(names.tolerance), dimensionLimits.toleranceMm);
    if (label === '') wrong[`dimensions[${index}].label`] = m['platform.field.required']();
    if (targetMm === null) wrong[`dimensions[${index}].targetMm`] = m['quotes.dimensions.wrong']();
    if (toleranceMm === null) wrong[`dimensions[${index}].toleranceMm`] = m['quotes.dimensions.wrong']();
    if (label !== '' && targetMm !== null && toleranceMm !== null)
      dimensions.push({ label, targetMm, toleranceMm });
  }
  return { dimensions, wrong };
}
