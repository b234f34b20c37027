import { z } from 'zod';
import { plainDigits } from './widths.ts';

/** Returns a day as the calendar of computers writes it, however it was typed: ２０２６年１２月１日, 2026. 12. 1. */
export function plainDay(typed: string): string {
  const parts = /^(\d{4}) ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2}) ?[.日일]?$/.exec(plainDigits(typed));
  if (!parts) return typed;
  const [, year = '', month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Schema of a day, in any of these notations. */
export const typedDay = z.string().overwrite(plainDay).check(z.iso.date());
