/*
 * East Asian keyboards write digits, letters and marks in two widths, and kana in half of one. They mean the same.
 */

/** Applies NFKC except to single jamo, which people search by as they are: ㄷㄹ for 드론. */
export function plainWidth(text: string): string {
  return text.replaceAll(/[^\u3130-\u318F]+/g, (run) => run.normalize('NFKC'));
}

/** Numbers are short; NFKC makes eighteen characters of one, so that long texts stay as they are. */
const maxNumber = 1000;

/**
 * Normalises what has numbers in it, such as an address, a phone number or a price: plain width, and a hyphen between
 * digits in place of the dashes, minus signs and long vowel marks that keyboards put there.
 */
export function plainDigits(text: string): string {
  if (text.length > maxNumber) return text.trim();
  return plainWidth(text)
    .replaceAll(/(?<=\d ?)[\u2010-\u2015\u2043\u2212\u30FC\u3161](?= ?\d)/g, '-')
    .trim();
}

/** Returns a typed number of digits without what groups them: 123-456, １２３ ４５６. */
export function onlyDigits(text: string): string {
  return plainDigits(text).replaceAll(/[\s-]/g, '');
}

/** Parses a whole number with or without commas, in either width; null for anything else. */
export function wholeNumberIn(text: string): number | null {
  const plain = plainDigits(text).replaceAll(/[\s,]/g, '');
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null;
}

/** Returns a postcode without the mark before it: 〒１５０－０００１ is 150-0001. */
export function plainPostcode(text: string): string {
  return plainDigits(text)
    .replace(/^(?:〒|\(?우\)?)\s*/, '')
    .replaceAll(/(?<=\d)\s*-\s*(?=\d)/g, '-');
}
