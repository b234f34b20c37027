import { TensorError, tensorLimits, type Tensor, type TensorSummary } from './tensors.ts';

/** The header is preceded by its length as a little-endian 64-bit number. */
export const lengthBytes = 8;

/** Bits per number. Names as in the safetensors format; packed types fill whole bytes together. */
const bitsOf: Record<string, number> = {
  BOOL: 8,
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
  U8: 8,
  I8: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
  F8_E4M3FNUZ: 8,
  F8_E5M2FNUZ: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  C64: 64,
  F64: 64,
  I64: 64,
  U64: 64,
};

/** Reads the length of the header from a file's first bytes. Throws the problem with it. */
export function safetensorsHeaderLength(start: Uint8Array, fileSize: number): number {
  if (start.length < lengthBytes || fileSize < lengthBytes) throw new TensorError('truncated');
  const length = new DataView(start.buffer, start.byteOffset, lengthBytes).getBigUint64(0, true);
  if (length > BigInt(fileSize - lengthBytes)) throw new TensorError('header_lies');
  if (length > BigInt(tensorLimits.headerBytes)) throw new TensorError('too_large');
  return Number(length);
}

/**
 * Reads a header (without its length), checked against the file as the safetensors format requires. Throws
 * `TensorError` only.
 */
export function readSafetensorsHeader(
  header: Uint8Array,
  fileSize: number,
): { tensors: Tensor[]; metadata: TensorSummary['metadata'] } {
  const dataBytes = fileSize - lengthBytes - header.length;
  if (dataBytes < 0) throw new TensorError('header_lies');
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(header);
  } catch {
    throw new TensorError('malformed');
  }
  const reader = new HeaderReader(json);
  const tensors: Tensor[] = [];
  const ranges: { begin: number; end: number }[] = [];
  let metadata: TensorSummary['metadata'] = [];
  reader.object((name) => {
    if (name === '__metadata__') {
      metadata = reader.texts();
      return;
    }
    if (tensors.length >= tensorLimits.tensors) throw new TensorError('too_many');
    const { dtype, shape, begin, end } = reader.tensor();
    const bits = bitsOf[dtype];
    if (bits === undefined || name.length > tensorLimits.name) throw new TensorError('malformed');
    const count = shape.reduce((product, side) => product * side, 1);
    if (!Number.isSafeInteger(count * bits)) throw new TensorError('malformed');
    if (begin > end || end > dataBytes) throw new TensorError('outside');
    if (end - begin !== Math.ceil((count * bits) / 8)) throw new TensorError('header_lies');
    tensors.push({ name, dtype, shape, bytes: end - begin });
    ranges.push({ begin, end });
  });
  reader.end();
  assertCovered(ranges, dataBytes);
  return { tensors, metadata };
}

/** Tensors must be contiguous: overlaps and gaps are refused. */
function assertCovered(ranges: { begin: number; end: number }[], dataBytes: number): void {
  let at = 0;
  for (const { begin, end } of ranges.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < at) throw new TensorError('overlap');
    if (begin > at) throw new TensorError('header_lies');
    at = end;
  }
  if (at !== dataBytes) throw new TensorError('header_lies');
}

const digits = /(?:0|[1-9]\d{0,15})(?![\d.eE])/y;

/**
 * Parses the restricted JSON of a header. `JSON.parse` would silently take the last of two equal keys, and build any
 * other value in it.
 */
class HeaderReader {
  #at = 0;
  readonly #json: string;
  constructor(json: string) {
    this.#json = json;
  }

  object(each: (key: string) => void): void {
    this.#expect('{');
    const seen = new Set<string>();
    if (this.#takes('}')) return;
    do {
      const key = this.#text();
      if (seen.has(key)) throw new TensorError('duplicate');
      seen.add(key);
      this.#expect(':');
      each(key);
    } while (this.#takes(','));
    this.#expect('}');
  }

  texts(): TensorSummary['metadata'] {
    const pairs: TensorSummary['metadata'] = [];
    this.object((key) => {
      if (pairs.length >= tensorLimits.tensors) throw new TensorError('too_many');
      pairs.push({ key, value: this.#text() });
    });
    return pairs;
  }

  tensor(): { dtype: string; shape: number[]; begin: number; end: number } {
    let dtype: string | undefined;
    let shape: number[] | undefined;
    let offsets: number[] | undefined;
    this.object((key) => {
      if (key === 'dtype') dtype = this.#text();
      else if (key === 'shape') shape = this.#counts(tensorLimits.dimensions);
      else if (key === 'data_offsets') offsets = this.#counts(2);
      else throw new TensorError('malformed');
    });
    const [begin, end] = offsets ?? [];
    if (dtype === undefined || shape === undefined || begin === undefined || end === undefined)
      throw new TensorError('malformed');
    return { dtype, shape, begin, end };
  }

  /** Only spaces may follow, which align the data. */
  end(): void {
    this.#skipSpace();
    if (this.#at !== this.#json.length) throw new TensorError('malformed');
  }

  #counts(most: number): number[] {
    const counts: number[] = [];
    this.#expect('[');
    if (this.#takes(']')) return counts;
    do {
      if (counts.length >= most) throw new TensorError('malformed');
      counts.push(this.#count());
    } while (this.#takes(','));
    this.#expect(']');
    return counts;
  }

  #count(): number {
    this.#skipSpace();
    digits.lastIndex = this.#at;
    const found = digits.exec(this.#json)?.[0];
    if (found === undefined || !Number.isSafeInteger(Number(found))) throw new TensorError('malformed');
    this.#at += found.length;
    return Number(found);
  }

  #text(): string {
    this.#skipSpace();
    if (this.#json[this.#at] !== '"') throw new TensorError('malformed');
    let end = this.#at + 1;
    // No regular expression, because those fail on long strings.
    for (; this.#json[end] !== '"'; end += 1) {
      if (end >= this.#json.length) throw new TensorError('malformed');
      if (this.#json[end] === '\\') end += 1;
    }
    const written = this.#json.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return JSON.parse(written) as string;
    } catch {
      throw new TensorError('malformed');
    }
  }

  #takes(character: string): boolean {
    this.#skipSpace();
    if (this.#json[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#takes(character)) throw new TensorError('malformed');
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#json[this.#at] ?? 'x')) this.#at += 1;
  }
}
