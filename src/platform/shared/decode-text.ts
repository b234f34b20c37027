import { decodeKorean, likenessToKorean } from './korean-encoding.ts';
import { decodeJapanese, likenessToJapanese } from './japanese-encoding.ts';

/**
 * Decodes a text of unknown encoding: old Korean and Japanese texts, and tables from Excel, are not UTF-8. Gives the
 * same text in every browser and in Node.
 */
export function decodeText(given: ArrayBuffer | Uint8Array): string {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  return decodeUtf8(bytes) ?? decodeLocal(bytes);
}

/** Returns null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Detects UTF-16, with or without a byte order mark. Without one, a table or XML is told by its line breaks, digits,
 * separators and tags: ASCII with a zero next to it. No other text has zeros.
 */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const seen = Math.min(bytes.length & ~1, sampleBytes);
  let [little, big] = [0, 0];
  for (let at = 0; at < seen; at += 2) {
    if (bytes[at + 1] === 0 && isAsciiText(bytes[at]!)) little += 1;
    if (bytes[at] === 0 && isAsciiText(bytes[at + 1]!)) big += 1;
  }
  const least = Math.max(1, seen / 80);
  if (little >= least && little > 3 * big) return 'utf-16le';
  return big >= least && big > 3 * little ? 'utf-16be' : null;
}
const sampleBytes = 4096;
const isAsciiText = (byte: number) =>
  (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Decodes bytes in the Korean or Japanese encoding of Windows, whichever is likelier. */
export function decodeLocal(bytes: Uint8Array): string {
  return localEncodingOf(bytes) === 'shift_jis' ? decodeJapanese(bytes).text : decodeKorean(bytes).text;
}

/**
 * Tells Windows' Korean encoding from its Japanese one. Nearly all bytes can be read as either, so the characters decide:
 * texts are written in common syllables, kana and common kanji, and a wrong encoding gives rare ones.
 */
export function localEncodingOf(bytes: Uint8Array): 'euc-kr' | 'shift_jis' {
  const sample = bytes.subarray(0, likenessBytes);
  return likenessToJapanese(sample) > likenessToKorean(sample) ? 'shift_jis' : 'euc-kr';
}
const likenessBytes = 64 * 1024;
