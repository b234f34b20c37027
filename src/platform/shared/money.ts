import { numberFormat } from './formats.ts';

/** Amounts are integers in the currency's smallest unit everywhere; people read and write them in whole won or dollars. */

/** Decimal digits: none for won and yen, two for dollars. */
export function minorDigits(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** Formats money for the reader. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return numberFormat(locale, { style: 'currency', currency }).format(wholeMoney(amount, currency));
}

/** Amount in whole won or dollars. */
export function wholeMoney(amount: number, currency: string): number {
  return amount / 10 ** minorDigits(currency);
}

/** Formats an amount for an editable field. */
export function moneyText(amount: number, currency: string): string {
  return wholeMoney(amount, currency).toFixed(minorDigits(currency));
}

/** Parses whole won as people write it, with or without the currency sign; null for anything else. */
export function parseWon(text: string): number | null {
  return parseMoney(text.normalize('NFKC').replaceAll(/[₩원]/g, ''), 'KRW');
}

/** Tells whether a text is a number of won longer than any amount that {@link parseWon} accepts. */
export function isHuge(text: string): boolean {
  return /^[₩]?\d{16,}원?$/.test(text.normalize('NFKC').replaceAll(/[\s,]/g, ''));
}

/**
 * Parses an amount as people write it; null for anything else. A comma must precede three digits, because elsewhere it
 * is a decimal point.
 */
export function parseMoney(text: string, currency: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  const [, whole, part = ''] = /^(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d+))?$/.exec(plain) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || part.length > digits) return null;
  return Number(whole.replaceAll(',', '') + part.padEnd(digits, '0'));
}
