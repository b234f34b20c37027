import { TensorError, tensorLimits, type Tensor, type TensorSummary } from './tensors.ts';

/** Names and block sizes (numbers per block, bytes per block) of ggml's types; types that ggml has removed are absent. */
const types: Record<number, [name: string, numbers: number, bytes: number]> = {
  0: ['F32', 1, 4],
  1: ['F16', 1, 2],
  2: ['Q4_0', 32, 18],
  3: ['Q4_1', 32, 20],
  6: ['Q5_0', 32, 22],
  7: ['Q5_1', 32, 24],
  8: ['Q8_0', 32, 34],
  9: ['Q8_1', 32, 36],
  10: ['Q2_K', 256, 84],
  11: ['Q3_K', 256, 110],
  12: ['Q4_K', 256, 144],
  13: ['Q5_K', 256, 176],
  14: ['Q6_K', 256, 210],
  15: ['Q8_K', 256, 292],
  16: ['IQ2_XXS', 256, 66],
  17: ['IQ2_XS', 256, 74],
  18: ['IQ3_XXS', 256, 98],
  19: ['IQ1_S', 256, 50],
  20: ['IQ4_NL', 32, 18],
  21: ['IQ3_S', 256, 110],
  22: ['IQ2_S', 256, 82],
  23: ['IQ4_XS', 256, 136],
  24: ['I8', 1, 1],
  25: ['I16', 1, 2],
  26: ['I32', 1, 4],
  27: ['I64', 1, 8],
  28: ['F64', 1, 8],
  29: ['IQ1_M', 256, 56],
  30: ['BF16', 1, 2],
  34: ['TQ1_0', 256, 54],
  35: ['TQ2_0', 256, 66],
};

/** Sizes in bytes of the scalar metadata types, by number; 8 is a string and 9 an array. */
const sizes: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const textKind = 8;
const listKind = 9;
const maxDepth = 4;

/** Reads a GGUF header (version 2 and 3) from a file's first bytes. Throws `TensorError` only. */
export function readGgufHeader(
  start: Uint8Array,
  fileSize: number,
): { tensors: Tensor[]; metadata: TensorSummary['metadata'] } {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  let at = 0;
  const take = (length: number): number => {
    // The header must fit into the file; anything beyond the bytes read is too long.
    if (at + length > fileSize) throw new TensorError('truncated');
    if (at + length > start.length) throw new TensorError('too_large');
    at += length;
    return at - length;
  };
  const uint32 = () => view.getUint32(take(4), true);
  const count = (): number => {
    const value = view.getBigUint64(take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new TensorError('malformed');
    return Number(value);
  };
  const decoder = new TextDecoder();
  const text = (): string => {
    const length = count();
    const from = take(length);
    return decoder.decode(start.subarray(from, from + Math.min(length, 4 * tensorLimits.value)));
  };
  const value = (kind: number, depth: number): string => {
    if (kind === textKind) return text();
    if (kind === listKind) return list(depth);
    const size = sizes[kind];
    if (size === undefined) throw new TensorError('malformed');
    return simple(view, kind, take(size));
  };
  const list = (depth: number): string => {
    if (depth >= maxDepth) throw new TensorError('malformed');
    const kind = uint32();
    const length = count();
    const size = sizes[kind];
    // Arrays are vocabularies and the like: their length is enough.
    if (size !== undefined) take(length * size);
    else for (let index = 0; index < length; index += 1) value(kind, depth + 1);
    return `[${length}]`;
  };

  if (decoder.decode(start.subarray(0, 4)) !== 'GGUF') throw new TensorError('malformed');
  take(4);
  const version = uint32();
  if (version !== 2 && version !== 3) throw new TensorError('malformed');
  const tensorCount = count();
  const pairCount = count();
  if (tensorCount > tensorLimits.tensors || pairCount > tensorLimits.tensors)
    throw new TensorError('too_many');
  const metadata: TensorSummary['metadata'] = [];
  const keys = new Set<string>();
  let alignment = 32;
  for (let index = 0; index < pairCount; index += 1) {
    const key = text();
    if (keys.has(key)) throw new TensorError('duplicate');
    keys.add(key);
    const read = value(uint32(), 0);
    metadata.push({ key, value: read });
    if (key === 'general.alignment') alignment = Number(read);
  }
  if (!Number.isSafeInteger(alignment) || alignment < 1) throw new TensorError('malformed');
  const tensors: Tensor[] = [];
  const names = new Set<string>();
  const ranges: { begin: number; end: number }[] = [];
  for (let index = 0; index < tensorCount; index += 1) {
    const name = text();
    if (names.has(name)) throw new TensorError('duplicate');
    names.add(name);
    const dimensions = uint32();
    if (dimensions > tensorLimits.dimensions || name.length > tensorLimits.name)
      throw new TensorError('malformed');
    const shape = Array.from({ length: dimensions }, count);
    const type = types[uint32()];
    const begin = count();
    const numbers = shape.reduce((product, side) => product * side, 1);
    if (!type || !Number.isSafeInteger(numbers) || numbers % type[1] !== 0)
      throw new TensorError('malformed');
    const bytes = (numbers / type[1]) * type[2];
    if (!Number.isSafeInteger(begin + bytes)) throw new TensorError('malformed');
    tensors.push({ name, dtype: type[0], shape, bytes });
    ranges.push({ begin, end: begin + bytes });
  }
  const dataStart = Math.ceil(at / alignment) * alignment;
  let last = 0;
  for (const { begin, end } of ranges.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < last) throw new TensorError('overlap');
    last = end;
  }
  if (ranges.length > 0 && dataStart + last > fileSize) throw new TensorError('outside');
  return { tensors, metadata };
}

function simple(view: DataView, kind: number, at: number): string {
  switch (kind) {
    case 0:
      return String(view.getUint8(at));
    case 1:
      return String(view.getInt8(at));
    case 2:
      return String(view.getUint16(at, true));
    case 3:
      return String(view.getInt16(at, true));
    case 4:
      return String(view.getUint32(at, true));
    case 5:
      return String(view.getInt32(at, true));
    case 6:
      return String(view.getFloat32(at, true));
    case 7:
      return String(view.getUint8(at) !== 0);
    case 10:
      return String(view.getBigUint64(at, true));
    case 11:
      return String(view.getBigInt64(at, true));
    default:
      return String(view.getFloat64(at, true));
  }
}
