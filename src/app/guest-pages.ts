import { randomBytes, randomFillSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib';

/**
 * A page that is the same for all guests, cut where its nonce stands: each answer puts another one between the pieces. It is compressed
 * once in each encoding, so that a nonce is a block of its own there, which is stored as it is.
 */
export type GuestPage = {
  status: number;
  headers: [name: string, value: string][];
  pieces: Buffer[];
  /** Null where it could not be compressed around its nonces. */
  packed: Partial<Record<Encoding, Promise<Buffer[] | null>>>;
  isAskedAgain: boolean;
};

/** The best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const nonceBytes = 16;
/** Asking the system for each nonce took a tenth of what an answer from memory costs. */
const random = Buffer.alloc(256 * nonceBytes);
let used = random.length;

/** All are as long, and all end with "==": compressed pages rely on both. */
export function newNonce(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += nonceBytes;
  return random.toString('base64', used - nonceBytes, used);
}

export function cutPage(
  { status, headers, html }: { status: number; headers: [string, string][]; html: Buffer },
  nonce: string,
): GuestPage {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = html.indexOf(nonce); at !== -1; at = html.indexOf(nonce, from)) {
    pieces.push(html.subarray(from, at));
    from = at + nonce.length;
  }
  return { status, headers, pieces: [...pieces, html.subarray(from)], packed: {}, isAskedAgain: false };
}

/** The page's bytes with a nonce. */
export function withNonce(page: GuestPage, nonce: string): Buffer {
  return join(page.pieces, Buffer.from(nonce));
}

/** The same bytes compressed; null where that cannot be. */
export async function packedWithNonce(
  page: GuestPage,
  nonce: string,
  encoding: Encoding,
): Promise<Buffer | null> {
  const packed = await (page.packed[encoding] ??= pack[encoding](page.pieces).catch(() => null));
  if (packed === null) return null;
  const inserted = Buffer.from(nonce);
  return encoding === 'br' ? join(packed, storedInBrotli(inserted)) : asGzip(page.pieces, packed, inserted);
}

function join(pieces: readonly Buffer[], between: Buffer): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
}

const nonceLength = newNonce().length;
const windowBytes = 32 * 1024;
const deflate = promisify(deflateRaw);
const unpack = promisify(brotliDecompress);
const pack = { gzip: packForGzip, br: packForBrotli };

/** Raw deflate of each piece with what comes before it as its dictionary. Bytes that no UTF-8 has stand for nonces there. */
async function packForGzip(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const between = Buffer.alloc(nonceLength, 0xff);
  let before = Buffer.alloc(0);
  const packed: Promise<Buffer>[] = [];
  for (const piece of pieces) {
    packed.push(
      deflate(piece, {
        level: 7,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(before.length > 0 && { dictionary: before }),
      }),
    );
    before = Buffer.concat([before, piece, between]).subarray(-windowBytes);
  }
  return Promise.all(packed);
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastOfDeflate = Buffer.from([1, 0, 0, 255, 255]);

/** RFC 1952, with nonces as stored blocks (RFC 1951, 3.2.4). */
function asGzip(pieces: readonly Buffer[], packed: readonly Buffer[], inserted: Buffer): Buffer {
  const stored = Buffer.concat([Buffer.alloc(5), inserted]);
  stored.writeUInt16LE(inserted.length, 1);
  stored.writeUInt16LE(0xffff - inserted.length, 3);
  let sum = 0;
  let length = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) sum = crc32(inserted, sum);
    sum = crc32(piece, sum);
    length += piece.length + (index > 0 ? inserted.length : 0);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(length, 4);
  return Buffer.concat([gzipHead, join(packed, stored), lastOfDeflate, end]);
}

const mostTries = 10;

/**
 * One brotli stream, flushed around each nonce. What is compressed in the place of a nonce is dropped for the stored one, and the stream
 * goes on as if nothing had happened: bytes that are like nothing else leave no distances behind and are copied by nothing after
 * them, and they end as every nonce does, which is what the next piece's first letters are guessed from (RFC 7932, 4 and 7.1). Bytes
 * that were like something after all are found by unpacking the page once, and others are taken.
 */
async function packForBrotli(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const nonce = Buffer.from(newNonce());
  const expected = join(pieces, nonce);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const packed = await flushAround(pieces);
    const found = await unpack(join(packed, storedInBrotli(nonce))).catch(() => null);
    if (found?.equals(expected)) return packed;
  }
  throw new Error('a page could not be compressed around its nonces');
}

async function flushAround(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  let written: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => written.push(bytes));
  const taken = () => {
    const bytes = Buffer.concat(written);
    written = [];
    return bytes;
  };
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  const flushed = async (bytes: Buffer) => {
    stream.write(bytes);
    const flushing = new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
    await Promise.race([flushing, failed]);
    return taken();
  };
  const packed: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await flushed(placeholder());
    packed.push(piece.length > 0 ? await flushed(piece) : Buffer.alloc(0));
  }
  const ended = new Promise((resolve) => stream.once('end', resolve));
  stream.end();
  await Promise.race([ended, failed]);
  return [...packed.slice(0, -1), Buffer.concat([...packed.slice(-1), taken()])];
}

/** In the place of a nonce: every other byte is one that UTF-8 never has. */
function placeholder(): Buffer {
  const bytes = randomBytes(nonceLength).map((byte, index) =>
    index % 2 === 0 ? 0xf5 + (byte % 11) : byte,
  ) as Buffer;
  bytes.write('==', nonceLength - 2);
  return bytes;
}

/** An uncompressed meta-block (RFC 7932, 9.2): four nibbles of length less one, and padding to a whole byte. */
function storedInBrotli(inserted: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((inserted.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([head, inserted]);
}
