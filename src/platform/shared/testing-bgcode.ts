import { crc32, deflateSync } from 'node:zlib';

/* Binary G-code for tests, written as Prusa's library does. */

export type TestBlock = {
  type: number;
  data: Uint8Array | string;
  /** 0 for none, 1 for Deflate, 2 and 3 for Heatshrink. */
  compression?: number;
  parameters?: readonly number[];
  /** What the block says of itself, where that is not true. */
  length?: number;
  packed?: number;
};

/** Builds a file of these blocks. */
export function bgcodeOf(
  blocks: readonly TestBlock[],
  { checked = true, version = 1 } = {},
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(10);
  header.write('GCDE');
  header.writeUInt32LE(version, 4);
  header.writeUInt16LE(checked ? 1 : 0, 8);
  const written = blocks.map(({ type, data, compression = 0, parameters = [0], length, packed }) => {
    const plain = Buffer.from(data as string);
    const bytes =
      compression === 0 ? plain : compression === 1 ? deflateSync(plain) : heatshrunk(plain, compression + 9);
    const start = Buffer.alloc(compression === 0 ? 8 : 12);
    start.writeUInt16LE(type, 0);
    start.writeUInt16LE(compression, 2);
    start.writeUInt32LE(length ?? plain.length, 4);
    if (compression > 0) start.writeUInt32LE(packed ?? bytes.length, 8);
    const words = Buffer.alloc(parameters.length * 2);
    parameters.forEach((value, index) => words.writeUInt16LE(value, index * 2));
    const block = Buffer.concat([start, words, bytes]);
    const sum = Buffer.alloc(checked ? 4 : 0);
    if (checked) sum.writeUInt32LE(crc32(block));
    return Buffer.concat([block, sum]);
  });
  return new Uint8Array(Buffer.concat([header, ...written]));
}

/** Packs with repetitions of up to 16 bytes within a window of so many bits. */
function heatshrunk(plain: Uint8Array, window: number): Buffer {
  let bits = '';
  for (let at = 0; at < plain.length;) {
    let [distance, count] = [0, 0];
    for (let back = 1; back <= Math.min(at, 2 ** window); back += 1) {
      let same = 0;
      while (same < 16 && at + same < plain.length && plain[at + same] === plain[at + same - back]) same += 1;
      if (same > count) [distance, count] = [back, same];
    }
    const number = (value: number, width: number) => value.toString(2).padStart(width, '0');
    bits +=
      count > 2 ? `0${number(distance - 1, window)}${number(count - 1, 4)}` : `1${number(plain[at]!, 8)}`;
    at += count > 2 ? count : 1;
  }
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** A file as PrusaSlicer writes it, with two spools, a picture and code. */
export const usualBgcode = (compression = 0): Uint8Array<ArrayBuffer> =>
  bgcodeOf([
    { type: 0, data: 'Producer=PrusaSlicer 2.8.1\nProduced on=2026-10-21 at 06:38:01 UTC\n' },
    {
      type: 3,
      data: 'printer_model=MK4S\nfilament_type=PLA;PETG\nmax_layer_z=6.20\nfilament used [g]=12.34, 5.66\n',
      compression,
    },
    { type: 5, data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47), parameters: [0, 16, 16] },
    { type: 5, data: Uint8Array.of(0x71, 0x6f, 0x69, 0x66), parameters: [2, 32, 32] },
    {
      type: 4,
      data: 'filament used [mm]=4000, 2000\nfilament used [g]=12.34, 5.66\ntotal filament used [g]=18.00\nestimated printing time (normal mode)=1h 2m 3s\n',
      compression,
    },
    { type: 2, data: 'layer_height=0.2\nfirst_layer_height=0.2\n', compression },
    {
      type: 1,
      data: Uint8Array.of(1, 2, 3),
      parameters: [2],
      compression: 3,
      length: 2 ** 30,
      packed: 2 ** 30,
    },
  ]);
