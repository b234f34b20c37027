import { plainWidth } from '#platform/shared/widths.ts';

/**
 * Codes on labels: 80 random bits as 16 characters of Crockford's base 32, and his check character (modulo 37), which
 * finds one wrong character and two that changed places.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const checks = `${alphabet}*~$=U`;
const bodyLength = 16;
export const codeLength = bodyLength + 1;
/** Bytes that a code is made of. */
export const codeBytes = 10;

/** Returns the 16 characters of ten bytes, without the check character. */
export function bodyOf(bytes: Uint8Array): string {
  if (bytes.length !== codeBytes) throw new RangeError('a code is made of ten bytes');
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let body = '';
  for (let position = 0; position < bodyLength; position++) {
    body = (alphabet[Number(value & 31n)] ?? '') + body;
    value >>= 5n;
  }
  return body;
}

/** Returns a code: its 16 characters and the check character. */
export function codeOf(body: string): string {
  return body + (checks[checkOf(body)] ?? '');
}

function checkOf(body: string): number {
  let rest = 0;
  for (const character of body) rest = (rest * 32 + alphabet.indexOf(character)) % 37;
  return rest;
}

/** Longer texts are no code, whatever stands between its characters. */
const longest = 60;

/**
 * Returns the 16 characters of a typed code; null for what is none. Lower case, full width, O for 0, I and L for 1, and
 * dashes and spaces between the characters are read as they are meant.
 */
export function readCode(typed: string): string | null {
  if (typed.length > longest) return null;
  const plain = plainWidth(typed)
    .toUpperCase()
    .replaceAll(/[\s\u2010-\u2015\u2212-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  if (plain.length !== codeLength) return null;
  const body = plain.slice(0, bodyLength);
  for (const character of body) if (!alphabet.includes(character)) return null;
  return checks[checkOf(body)] === plain[bodyLength] ? body : null;
}

/** Writes a code in groups of four, as labels show it. */
export function groupCode(code: string): string {
  const groups = [0, 4, 8, 12].map((from) => code.slice(from, from + 4));
  return [...groups, code.slice(bodyLength)].join('-');
}

/** Writes the path of a code's page; one of the check characters is no letter or digit, but all may stand in a path. */
export const passportPath = (code: string) => `/p/${code}`;
