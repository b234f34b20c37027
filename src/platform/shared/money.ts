import { numberFormat } from './formats.ts';

/** Money is an integer in its currency's smallest unit everywhere; people read and write it in whole ones. */

/** How many digits stand behind the point: none for won and yen, two for dollars. */
export function minorDigits(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** Money as whoever reads writes it. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return numberFormat(locale, { style: 'currency', currency }).format(wholeMoney(amount, currency));
}

/** In whole won or dollars. */
export function wholeMoney(amount: number, currency: string): number {
  return amount / 10 ** minorDigits(currency);
}

/** What stands in a field that somebody changes. */
export function moneyText(amount: number, currency: string): string {
  return wholeMoney(amount, currency).toFixed(minorDigits(currency));
}

/** Whole won as people write it, with its sign or without; null where it is none. */
export function parseWon(text: string): number | null {
  return parseMoney(text.normalize('NFKC').replaceAll(/[₩원]/g, ''), 'KRW');
}

/** Whether it is a number of won, only longer than any amount that {@link parseWon} takes. */
export function isHuge(text: string): boolean {
  return /^[₩]?\d{16,}원?$/.test(text.normalize('NFKC').replaceAll(/[\s,]/g, ''));
}

/** An amount as people write it; null where it is none. A comma stands before three digits, or it means a point elsewhere. */
export function parseMoney(text: string, currency: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  const [, whole, part = ''] = /^(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d+))?$/.exec(plain) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || part.length > digits) return null;
  return Number(whole.replaceAll(',', '') + part.padEnd(digits, '0'));
}
