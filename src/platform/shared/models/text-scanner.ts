import { ModelError } from './mesh.ts';

const powers = Array.from({ length: 309 }, (_, exponent) => Number(`1e${exponent}`));

/** Line feed, or the carriage return that old Macs end lines with. */
const isLineEnd = (byte: number | undefined) => byte === 10 || byte === 13;

const isSpace = (byte: number) => byte <= 32;
const isSpaceInLine = (byte: number) => byte <= 32 && !isLineEnd(byte);

/** Reads words and numbers from bytes without creating a string for each: models have millions of them. */
export class TextScanner {
  at = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (startsWithMark(bytes)) this.at = 3;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Moves to the next word, of this line or of any. */
  skipSpace(alsoLines: boolean): void {
    const { bytes } = this;
    let { at } = this;
    const isSkipped = alsoLines ? isSpace : isSpaceInLine;
    while (at < bytes.length && isSkipped(bytes[at]!)) at += 1;
    this.at = at;
  }

  skipLine(): void {
    const { bytes } = this;
    let { at } = this;
    while (at < bytes.length && !isLineEnd(bytes[at])) at += 1;
    this.at = at + (bytes[at] === 13 && bytes[at + 1] === 10 ? 2 : 1);
  }

  restOfLine(): string {
    const from = this.at;
    this.skipLine();
    // Names are shown, so a long one is truncated; a file without line breaks must not become one string.
    return new TextDecoder().decode(this.bytes.subarray(from, Math.min(this.at, from + 600))).trim();
  }

  /** Returns the next word in lower case, '' at the end; a word longer than any keyword is truncated. */
  word(alsoLines: boolean): string {
    this.skipSpace(alsoLines);
    const { bytes } = this;
    let { at } = this;
    let word = '';
    while (at < bytes.length && bytes[at]! > 32) {
      if (word.length < 16) word += String.fromCharCode(bytes[at]!);
      at += 1;
    }
    this.at = at;
    return word.toLowerCase();
  }

  /** Skips the rest of the current word. */
  skipWord(): void {
    while (!this.atEnd && this.bytes[this.at]! > 32) this.at += 1;
  }

  atLineEnd(): boolean {
    this.skipSpace(false);
    return this.atEnd || isLineEnd(this.bytes[this.at]);
  }

  number(): number {
    const { bytes } = this;
    this.skipSpace(true);
    let { at } = this;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at += 1;
    let mantissa = 0;
    let scale = 0;
    let digits = 0;
    let code = bytes[at];
    for (; code !== undefined && code >= 48 && code <= 57; code = bytes[(at += 1)]) {
      // More digits than a double holds only move the decimal point.
      if (mantissa < 1e17) mantissa = mantissa * 10 + (code - 48);
      else scale += 1;
      digits += 1;
    }
    if (code === 46) {
      code = bytes[(at += 1)];
      for (; code !== undefined && code >= 48 && code <= 57; code = bytes[(at += 1)]) {
        if (mantissa < 1e17) {
          mantissa = mantissa * 10 + (code - 48);
          scale -= 1;
        }
        digits += 1;
      }
    }
    if (digits === 0) {
      if (at >= bytes.length) throw new ModelError('truncated');
      throw new ModelError(this.#looksInfinite() ? 'not_finite' : 'malformed');
    }
    if (code === 101 || code === 69) {
      code = bytes[(at += 1)];
      const down = code === 45;
      if (down || code === 43) code = bytes[(at += 1)];
      if (code === undefined || code < 48 || code > 57) throw new ModelError('malformed');
      let exponent = 0;
      for (; code !== undefined && code >= 48 && code <= 57; code = bytes[(at += 1)]) {
        if (exponent < 10_000) exponent = exponent * 10 + (code - 48);
      }
      scale += down ? -exponent : exponent;
    }
    this.at = at;
    const size = scale < 0 ? mantissa / (powers[-scale] ?? Infinity) : mantissa * (powers[scale] ?? Infinity);
    return negative ? -size : mantissa === 0 ? 0 : size;
  }

  #looksInfinite(): boolean {
    const start = this.at;
    const word = this.word(true).replace(/^[+-]/, '');
    this.at = start;
    return /^(nan|inf|-nan|1\.#)/.test(word);
  }
}

/** Returns whether a text starts with the byte order mark of UTF-8. */
export function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
