/** Lengths of GTINs, by which GS1 names them. */
const lengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** Returns a GTIN with 14 digits; null where the length or the check digit is wrong. */
export function readGtin(digits: string): string | null {
  if (!lengths.has(digits.length) || !/^\d+$/.test(digits)) return null;
  const whole = digits.padStart(14, '0');
  // Zeros have a right check digit, and are nobody's number.
  return Number(whole) > 0 && checkDigitOf(whole.slice(0, -1)) === Number(whole.at(-1)) ? whole : null;
}

/** Returns the check digit of the digits before it. */
export function checkDigitOf(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries())
    sum += Number(digit) * (index % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Writes a GTIN as it is usual: thirteen digits or fewer without leading zeros of the fourteen. */
export function shortGtin(gtin: string): string {
  const trimmed = gtin.replace(/^0+/, '');
  const length = [8, 12, 13, 14].find((each) => each >= trimmed.length) ?? 14;
  return trimmed.padStart(length, '0');
}

/** Path of a GS1 Digital Link: the serial number is the label's own code. */
export const digitalLinkPath = (gtin: string, serial: string) => `/01/${gtin}/21/${serial}`;
