import { unzlibSync } from 'fflate';

/**
 * Reads binary G-code, as Prusa's slicers write it: the metadata and pictures that stand before the code itself. Sizes
 * of a file are believed only within limits, and what its checksums do not fit is refused.
 */

export const bgcodeProblems = ['malformed', 'too_large', 'unknown'] as const;
export type BgcodeProblem = (typeof bgcodeProblems)[number];

export class BgcodeError extends Error {
  readonly problem: BgcodeProblem;
  constructor(problem: BgcodeProblem) {
    super(problem);
    this.problem = problem;
  }
}

export type BgcodePicture = {
  mediaType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  bytes: Bytes;
};
export type Bgcode = {
  /** Values by name, in the order of the file: producer, printer, print and slicer. */
  metadata: Map<string, string>;
  pictures: BgcodePicture[];
};
type Bytes = Uint8Array<ArrayBuffer>;
/** Returns a piece of a file, or less where the file ends. */
export type ReadPiece = (start: number, length: number) => Promise<Bytes>;

export const isBgcode = (name: string): boolean => /\.bgcode$/i.test(name);
export const bgcodeMagic = 'GCDE';

const limits = {
  /** Blocks before the code: four of metadata, and a picture for each size of display. */
  blocks: 40,
  /** Settings of a slicer are about 20 KB. */
  metadataBytes: 1024 * 1024,
  pictureBytes: 2 * 1024 * 1024,
  allBytes: 8 * 1024 * 1024,
};

const fileHeaderBytes = 10;
const checksumBytes = 4;
const kind = { code: 1, picture: 5 } as const;
/** Kinds of metadata: of the file, the slicer, the printer and the print. */
const metadataKinds = new Set([0, 2, 3, 4]);

/** Throws a `BgcodeError` for what is no binary G-code, or lies about itself. */
export async function readBgcode(read: ReadPiece, size: number): Promise<Bgcode> {
  const piece = async (start: number, length: number): Promise<DataView> => {
    if (start + length > size) throw new BgcodeError('malformed');
    const bytes = await read(start, length);
    if (bytes.length !== length) throw new BgcodeError('malformed');
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const header = await piece(0, fileHeaderBytes);
  if (latin1(bytesOf(header).subarray(0, 4)) !== bgcodeMagic) throw new BgcodeError('malformed');
  const checksumType = header.getUint16(8, true);
  if (header.getUint32(4, true) !== 1 || checksumType > 1) throw new BgcodeError('unknown');

  const found: Bgcode = { metadata: new Map(), pictures: [] };
  let at = fileHeaderBytes;
  let unpacked = 0;
  for (let count = 0; at < size; count += 1) {
    if (count === limits.blocks) throw new BgcodeError('too_large');
    const start = await piece(at, 8);
    const type = start.getUint16(0, true);
    // What follows the metadata is the code.
    if (type === kind.code) break;
    const compression = start.getUint16(2, true);
    const length = start.getUint32(4, true);
    const isPicture = type === kind.picture;
    if (!isPicture && !metadataKinds.has(type)) throw new BgcodeError('unknown');
    if (compression > 3) throw new BgcodeError('unknown');
    const most = isPicture ? limits.pictureBytes : limits.metadataBytes;
    const headerBytes = compression === 0 ? 8 : 12;
    const packed = compression === 0 ? length : (await piece(at + 8, 4)).getUint32(0, true);
    unpacked += length;
    if (length > most || packed > most || unpacked > limits.allBytes) throw new BgcodeError('too_large');
    const parameterBytes = isPicture ? 6 : 2;
    const dataAt = headerBytes + parameterBytes;
    const block = await piece(at, dataAt + packed + (checksumType === 1 ? checksumBytes : 0));
    if (
      checksumType === 1 &&
      block.getUint32(dataAt + packed, true) !== crc32(bytesOf(block, 0, dataAt + packed))
    )
      throw new BgcodeError('malformed');
    const data = unpackBlock(bytesOf(block, dataAt, packed), compression, length);
    if (isPicture) {
      const mediaType = pictureTypes[block.getUint16(headerBytes, true)];
      const [width, height] = [2, 4].map((offset) => block.getUint16(headerBytes + offset, true));
      // Browsers show no QOI.
      if (mediaType) found.pictures.push({ mediaType, width: width!, height: height!, bytes: data });
    } else {
      if (block.getUint16(headerBytes, true) !== 0) throw new BgcodeError('unknown');
      for (const line of new TextDecoder().decode(data).split(/\r?\n/)) {
        const equals = line.indexOf('=');
        if (equals > 0) found.metadata.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
      }
    }
    at += block.byteLength;
  }
  return found;
}

const pictureTypes: readonly (BgcodePicture['mediaType'] | undefined)[] = ['image/png', 'image/jpeg'];

/** Writes metadata as the comments that the same slicers write into G-code, which other readers know. */
export function asComments({ metadata }: Bgcode): string {
  const producer = metadata.get('Producer');
  const height = metadata.get('max_layer_z');
  return [
    ...(producer === undefined ? [] : [`; generated by ${producer}`]),
    ...Array.from(metadata, ([name, value]) => `; ${name} = ${value}`),
    ...(height === undefined ? [] : [`;Z:${height}`]),
    '',
  ].join('\n');
}

const bytesOf = (view: DataView, start = 0, length = view.byteLength): Bytes =>
  new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + start, length);

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Bits of the window and of the length of a repetition, by the number of the compression. */
const heatshrink: Record<number, { window: number; lookahead: number }> = {
  2: { window: 11, lookahead: 4 },
  3: { window: 12, lookahead: 4 },
};

function unpackBlock(packed: Bytes, compression: number, length: number): Bytes {
  if (compression === 0) return packed;
  const bits = heatshrink[compression];
  if (bits) return unpackHeatshrink(packed, length, bits);
  try {
    // One more, so that what is longer than it says is noticed.
    const bytes = unzlibSync(packed, { out: new Uint8Array(length + 1) });
    if (bytes.length === length) return new Uint8Array(bytes);
  } catch {
    throw new BgcodeError('malformed');
  }
  throw new BgcodeError('malformed');
}

/** Unpacks what is a literal byte after a bit of 1, and a repetition of what came before after a bit of 0. */
function unpackHeatshrink(
  packed: Bytes,
  length: number,
  { window, lookahead }: { window: number; lookahead: number },
): Bytes {
  const out = new Uint8Array(length);
  let bit = 0;
  const take = (count: number): number => {
    if (bit + count > packed.length * 8) throw new BgcodeError('malformed');
    let value = 0;
    for (const end = bit + count; bit < end; bit += 1)
      value = (value << 1) | ((packed[bit >> 3]! >> (7 - (bit & 7))) & 1);
    return value;
  };
  for (let at = 0; at < length;) {
    if (take(1) === 1) {
      out[at] = take(8);
      at += 1;
      continue;
    }
    const distance = take(window) + 1;
    const count = take(lookahead) + 1;
    if (at + count > length) throw new BgcodeError('malformed');
    // What would come before the beginning is nothing but zeros.
    for (const end = at + count; at < end; at += 1) out[at] = at < distance ? 0 : out[at - distance]!;
  }
  return out;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? 0xedb8_8320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}
