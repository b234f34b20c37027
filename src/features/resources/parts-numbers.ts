/** Numbers and cells of lists of parts, which pages show without reading a list. */

/** Row of a bill of materials as typed or pasted: unvalidated text. */
export type PartRow = {
  name: string;
  quantity: string;
  partNumber: string;
  priceWon: string;
  url: string;
  substitute: string;
};

const affixes =
  /^(?:[₩¥$€£\\]|us\$|krw|usd|eur|jpy|cny|gbp)?([-+]?[\d.,'’]*\d)(?:원|개|매|pcs?|ea|個|枚|本|円|元|won|krw|usd|eur|jpy|cny|gbp|[$€£₩¥])?\.?$/i;

/** Spaces between digits that do not set thousands apart. */
const otherSpaces = /\d\s(?:\s|\d(?!\d\d(?!\d)))/;

/** Returns the digits and separators of a number, without its currency or unit; null for other text. */
export function digitsOf(text: string): string | null {
  if (text.length > 60) return null;
  const plain = text.normalize('NFKC').trim();
  if (otherSpaces.test(plain)) return null;
  return affixes.exec(plain.replaceAll(/\s/g, ''))?.[1]?.replaceAll(/['’]/g, '') ?? null;
}

/** Normalises "₩1,200", "1,200원" and "3 pcs" to numbers. Other text is kept, for the user to correct. */
export function numberText(text: string, decimal: '.' | ',' = '.'): string {
  const digits = digitsOf(text);
  if (digits === null) return text.trim();
  const plain = decimal === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  return /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? plain.replace(/^\+/, '') : text.trim();
}

/**
 * Prevents CSV injection: a cell that starts like this would run as a formula. The escaping apostrophe is
 * itself escaped, so that it survives a round trip.
 */
export const formula = /^['=+\-@\t\r]/;

/** Reverses the escaping of a CSV export. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
