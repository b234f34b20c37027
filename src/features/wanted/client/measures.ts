import { lengthIn } from '#features/quotes/client/public.tsx';
import { m } from '#i18n/generated/messages.js';
import type { Measure } from '../contract.ts';
import { wantedLimits } from '../rules.ts';

/** Names of the three outer sizes of a part, as its finder measures them with a ruler. */
export const measureNames: readonly (() => string)[] = [
  m['wanted.desk.longest'],
  m['wanted.desk.middle'],
  m['wanted.desk.shortest'],
];

/** Returns the lengths among what was typed; what is no length is left out. */
export function lengthsIn(typed: readonly string[]): number[] {
  return typed.flatMap((text) => lengthIn(text, wantedLimits.millimetres) ?? []);
}

/** Reads the measures of a form; `wrong` says which are no lengths. */
export function measuresIn(data: FormData): {
  measures: Measure[];
  typed: string[];
  wrong: Record<string, string>;
} {
  const typed = data.getAll('mm').map((value) => String(value).trim());
  const measures: Measure[] = [];
  const wrong: Record<string, string> = {};
  for (const [index, text] of typed.entries()) {
    if (text === '') continue;
    const mm = lengthIn(text, wantedLimits.millimetres);
    if (mm === null) wrong[`measures[${index}].mm`] = m['wanted.desk.wrong']();
    else measures.push({ label: measureNames[index]?.() ?? '', mm });
  }
  return { measures, typed, wrong };
}
