import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** A text, or bytes in any encoding. */
  name: string | Buffer;
  data: Buffer;
  /** False size to declare. */
  declaredSize?: number;
  flags?: number;
  unixMode?: number;
  /** Index of an entry whose bytes are shared. */
  sameAs?: number;
};

/** Shared, because archives in tests have thousands of empty files, and compressing each takes seconds. */
const packedNothing = deflateRawSync('');

/** Builds a ZIP byte by byte, with any defect. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = entry.data.length === 0 ? packedNothing : deflateRawSync(entry.data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(entry.data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.declaredSize ?? entry.data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const offset = entry.sameAs === undefined ? position : (offsets[entry.sameAs] ?? 0);
    offsets.push(offset);
    if (entry.sameAs === undefined) {
      const piece = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
      local.push(piece);
      position += piece.length;
    }
    const more = Buffer.alloc(14);
    more.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, more, name]));
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(position, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Builds a tar of empty and small files. */
export function tarOf(entries: readonly { name: string; type?: string; data?: Buffer }[]): Buffer {
  const blocks = entries.flatMap(({ name, type = '0', data = Buffer.alloc(0) }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(type, 156);
    header.write('ustar\x0000', 257);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, Buffer.concat([data, Buffer.alloc(Math.ceil(data.length / 512) * 512 - data.length)])];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Builds a binary STL of flat triangles that declares `declared` of them. */
export function stlOf(triangles: number, declared = triangles): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.writeUInt32LE(declared, 80);
  return bytes;
}

/** Builds the beginning of a PNG of this size. */
export function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = Buffer.from('789c63000100000500010d0a2db4', 'hex');
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
