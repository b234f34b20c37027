import { currentLocale } from './page-context.ts';
import { numberFormat } from '#platform/shared/formats.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes in powers of 1024, as file managers do: 3,145,728 is "3 MB". */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return numberFormat(currentLocale(), {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}
