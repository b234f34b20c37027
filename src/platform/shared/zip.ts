import { inflateSync } from 'fflate';
import { extraField, zipNames } from './zip-names.ts';

/** Reasons why a ZIP cannot be read. */
export class ZipError extends Error {
  readonly problem: 'malformed' | 'bomb' | 'encrypted';
  constructor(problem: 'malformed' | 'bomb' | 'encrypted') {
    super(problem);
    this.problem = problem;
  }
}

export type ZipEntry = {
  name: string;
  size: number;
  packed: number;
  method: number;
  flags: number;
  at: number;
};

const endBytes = 22;
const longestComment = 65_535;
const entryBytes = 46;
const localBytes = 30;
/** Deflate can do no more. */
const maxRatio = 1032;
const maxNameBytes = 8 * 1024 * 1024;

/**
 * Reads the list of a ZIP in memory, in the server and in a browser alike. Sizes may stand in ZIP64 fields even where
 * the archive has no ZIP64 end record, as Onshape writes them.
 */
export function listZip(bytes: Uint8Array, maxEntries: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = endOf(view);
  if (count > maxEntries) throw new ZipError('bomb');
  const entries: ZipEntry[] = [];
  const raw: { name: Uint8Array; extra: Uint8Array; flags: number }[] = [];
  let nameBytes = 0;
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + entryBytes > bytes.length || view.getUint32(at, true) !== 0x0201_4b50)
      throw new ZipError('malformed');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extraAt = at + entryBytes + nameLength;
    const end = extraAt + extraLength + view.getUint16(at + 32, true);
    nameBytes += end - at;
    if (end > bytes.length) throw new ZipError('malformed');
    if (nameBytes > maxNameBytes) throw new ZipError('bomb');
    const flags = view.getUint16(at + 8, true);
    const extra = bytes.subarray(extraAt, extraAt + extraLength);
    raw.push({ name: bytes.subarray(at + entryBytes, extraAt), extra, flags });
    entries.push({
      name: '',
      method: view.getUint16(at + 10, true),
      flags,
      ...placeOf(view, at, extra),
    });
    at = end;
  }
  zipNames(raw).forEach((name, index) => {
    entries[index]!.name = name;
  });
  return entries;
}

/** Unpacks one entry. Never gives more bytes than its stated size, which the caller limits. */
export function unpackEntry(bytes: Uint8Array, { at, packed, size, method, flags }: ZipEntry): Uint8Array {
  if ((flags & 1) !== 0) throw new ZipError('encrypted');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + localBytes > bytes.length || view.getUint32(at, true) !== 0x0403_4b50)
    throw new ZipError('malformed');
  const from = at + localBytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new ZipError('malformed');
  const data = bytes.subarray(from, from + packed);
  if (method === 0) return data.subarray(0, size);
  if (method !== 8 || size > packed * maxRatio + maxRatio) throw new ZipError('malformed');
  try {
    return inflateSync(data, { out: new Uint8Array(size) });
  } catch {
    throw new ZipError('malformed');
  }
}

function endOf(view: DataView): { count: number; start: number } {
  const least = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= least; at -= 1) {
    if (view.getUint32(at, true) !== 0x0605_4b50) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (count !== 0xffff && start !== 0xffff_ffff) return { count, start };
    const locator = at - 20;
    if (locator < 0 || view.getUint32(locator, true) !== 0x0706_4b50) return { count, start };
    const end = whole(view, locator + 8);
    if (end + 56 > view.byteLength || view.getUint32(end, true) !== 0x0606_4b50)
      throw new ZipError('malformed');
    return { count: whole(view, end + 32), start: whole(view, end + 48) };
  }
  throw new ZipError('malformed');
}

/** Reads sizes and place of an entry, from its ZIP64 field where they do not fit into their own. */
function placeOf(view: DataView, at: number, extra: Uint8Array): Pick<ZipEntry, 'size' | 'packed' | 'at'> {
  const values = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  if (values.includes(0xffff_ffff)) {
    const large = extraField(extra, 1);
    if (!large) throw new ZipError('malformed');
    const fields = new DataView(large.buffer, large.byteOffset, large.byteLength);
    let from = 0;
    for (const [index, value] of values.entries()) {
      if (value !== 0xffff_ffff) continue;
      values[index] = whole(fields, from);
      from += 8;
    }
  }
  const [size, packed, offset] = values as [number, number, number];
  return { size, packed, at: offset };
}

function whole(view: DataView, at: number): number {
  if (at < 0 || at + 8 > view.byteLength) throw new ZipError('malformed');
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipError('malformed');
  return Number(value);
}
