import { decodeLocal, decodeUtf8, localEncodingOf } from './decode-text.ts';
import { decodeJapanese } from './japanese-encoding.ts';
import { decodeKorean } from './korean-encoding.ts';

export type RawName = { name: Uint8Array; extra: Uint8Array; flags: number };

const utf8Flag = 0x800;
const unicodePath = 0x7075;

/**
 * Decodes the names of a ZIP. Most archivers mark UTF-8 by a flag or give a Unicode path in an extra field; Windows
 * writes its local encoding without saying so, and macOS UTF-8. Such names are looked at together, because one alone
 * may be too short to tell Korean from Japanese.
 */
export function zipNames(raw: readonly RawName[]): string[] {
  const known = raw.map(({ name, extra, flags }) =>
    (flags & utf8Flag) === 0
      ? (unicodePathOf(name, extra) ?? unmarkedUtf8(name))
      : new TextDecoder().decode(name),
  );
  const others = raw.filter((_, index) => known[index] === null).map(({ name }) => name);
  const decode = others.length > 0 ? decoderOf(others) : decodeLocal;
  return raw.map(({ name }, index) => asPath(known[index] ?? decode(name)));
}

/** Control characters of Latin-1, which no name has on purpose. */
const controls = /[\u0080-\u009f]/g;

/** Returns an unmarked name in UTF-8; null where it is not, or where it has controls: then it is in another encoding. */
function unmarkedUtf8(name: Uint8Array): string | null {
  const text = decodeUtf8(name);
  return text === null || text.search(controls) >= 0 ? null : text;
}

function decoderOf(names: readonly Uint8Array[]): (name: Uint8Array) => string {
  const together = new Uint8Array(names.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const name of names) {
    together.set(name, at);
    together[at + name.length] = 0x2f;
    at += name.length + 1;
  }
  const isJapanese = localEncodingOf(together) === 'shift_jis';
  const local = isJapanese ? decodeJapanese : decodeKorean;
  // What is in neither encoding is in that of DOS, which the format names as the usual one.
  return local(together).unknown > 0
    ? (name) => (local(name).unknown > 0 ? decodeDos(name) : local(name).text)
    : (name) => local(name).text;
}

/** Upper half of code page 437. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function decodeDos(name: Uint8Array): string {
  return Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : dos[byte - 0x80]!)).join('');
}

/** Returns the name of the Unicode path field, which counts only for the name it was made for. */
function unicodePathOf(name: Uint8Array, extra: Uint8Array): string | null {
  const field = extraField(extra, unicodePath);
  if (!field || field.length < 6 || field[0] !== 1) return null;
  const sum = new DataView(field.buffer, field.byteOffset, field.byteLength).getUint32(1, true);
  return sum === crc32(name) ? decodeUtf8(field.subarray(5)) : null;
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) === 1 ? 0xedb8_8320 : 0);
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}

/** Some archivers of Windows write backslashes. */
function asPath(name: string): string {
  return name.replaceAll('\\', '/').replaceAll(controls, '');
}

/** Returns the data of an extra field; null if there is none with this id. */
export function extraField(extra: Uint8Array, id: number): Uint8Array | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    if (at + 4 + length > extra.length) return null;
    if (view.getUint16(at, true) === id) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return null;
}
