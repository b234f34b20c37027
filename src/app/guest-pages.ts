import { randomBytes, randomFillSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib';
import type { Encoding } from '#platform/server/fast-answers.ts';

/** Makes the bytes of one answer: a copy of what is kept, with its own nonce in each place. */
export type Fill = (nonce: string) => Buffer;

/**
 * A page that is the same for all guests, cut where its nonce stands: each answer puts another one between the pieces. It is compressed
 * once in each encoding, so that a nonce is a block of its own there, which is stored as it is.
 */
export type GuestPage = {
  status: number;
  headers: [name: string, value: string][];
  pieces: Buffer[];
  plain: Fill;
  /** Null where it could not be compressed around its nonces. */
  packed: Partial<Record<PackedEncoding, Promise<Fill | null>>>;
  isAskedAgain: boolean;
};

export type PackedEncoding = Exclude<Encoding, 'identity'>;

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
  pieces.push(html.subarray(from));
  return { status, headers, pieces, plain: fillBetween(pieces), packed: {}, isAskedAgain: false };
}

/** The same compressed; null where that cannot be. */
export function packed(page: GuestPage, encoding: PackedEncoding): Promise<Fill | null> {
  return (page.packed[encoding] ??= pack[encoding](page.pieces).catch(() => null));
}

const nonceLength = newNonce().length;

/** Copies pieces with a nonce, and what its encoding has in front of it, between each two. */
function fillBetween(pieces: readonly Buffer[], head = Buffer.alloc(0)): Fill {
  const between = Buffer.concat([head, Buffer.alloc(nonceLength)]);
  const template = Buffer.concat(
    pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])),
  );
  const places: number[] = [];
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    places.push(at + piece.length + head.length);
    at += piece.length + between.length;
  }
  return (nonce) => {
    const bytes = Buffer.from(template);
    for (const place of places) bytes.write(nonce, place, 'latin1');
    return bytes;
  };
}
const windowBytes = 32 * 1024;
const deflate = promisify(deflateRaw);
const unpack = promisify(brotliDecompress);
const pack = { gzip: packForGzip, br: packForBrotli } satisfies Record<
  PackedEncoding,
  (pieces: readonly Buffer[]) => Promise<Fill>
>;

/**
 * RFC 1952, with nonces as stored blocks (RFC 1951, 3.2.4). Each piece is deflated with what comes before it as its dictionary; bytes
 * that no UTF-8 has stand for nonces there.
 */
async function packForGzip(pieces: readonly Buffer[]): Promise<Fill> {
  const between = Buffer.alloc(nonceLength, 0xff);
  let before = Buffer.alloc(0);
  const deflated: Promise<Buffer>[] = [];
  for (const piece of pieces) {
    deflated.push(
      deflate(piece, {
        level: 7,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(before.length > 0 && { dictionary: before }),
      }),
    );
    before = Buffer.concat([before, piece, between]).subarray(-windowBytes);
  }
  const blocks = await Promise.all(deflated);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(nonceLength, 1);
  head.writeUInt16LE(0xffff - nonceLength, 3);
  const last = blocks.length - 1;
  const fill = fillBetween(
    blocks.map((block, index) =>
      Buffer.concat([
        ...(index === 0 ? [gzipHead] : []),
        block,
        ...(index === last ? [endOfDeflate, Buffer.alloc(8)] : []),
      ]),
    ),
    head,
  );
  const length = pieces.reduce((sum, piece) => sum + piece.length + nonceLength, -nonceLength);
  return (nonce) => {
    const bytes = fill(nonce);
    bytes.writeUInt32LE(sumOf(pieces, Buffer.from(nonce)), bytes.length - 8);
    bytes.writeUInt32LE(length, bytes.length - 4);
    return bytes;
  };
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const endOfDeflate = Buffer.from([1, 0, 0, 255, 255]);

function sumOf(pieces: readonly Buffer[], nonce: Buffer): number {
  let sum = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) sum = crc32(nonce, sum);
    sum = crc32(piece, sum);
  }
  return sum;
}

const mostTries = 10;

/**
 * One brotli stream, flushed around each nonce. What is compressed in the place of a nonce is dropped for the stored one, and the stream
 * goes on as if nothing had happened: bytes that are like nothing else leave no distances behind and are copied by nothing after
 * them, and they end as every nonce does, which is what the next piece's first letters are guessed from (RFC 7932, 4 and 7.1). Bytes
 * that were like something after all are found by unpacking the page once, and others are taken.
 */
async function packForBrotli(pieces: readonly Buffer[]): Promise<Fill> {
  const nonce = newNonce();
  const expected = fillBetween(pieces)(nonce);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const fill = fillBetween(await flushAround(pieces), storedInBrotli);
    const found = await unpack(fill(nonce)).catch(() => null);
    if (found?.equals(expected)) return fill;
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
  const compressed: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await flushed(placeholder());
    compressed.push(piece.length > 0 ? await flushed(piece) : Buffer.alloc(0));
  }
  const ended = new Promise((resolve) => stream.once('end', resolve));
  stream.end();
  await Promise.race([ended, failed]);
  return [...compressed.slice(0, -1), Buffer.concat([...compressed.slice(-1), taken()])];
}

/** In the place of a nonce: every other byte is one that UTF-8 never has. */
function placeholder(): Buffer {
  const bytes = randomBytes(nonceLength).map((byte, index) =>
    index % 2 === 0 ? 0xf5 + (byte % 11) : byte,
  ) as Buffer;
  bytes.write('==', nonceLength - 2);
  return bytes;
}

/** In front of a nonce: an uncompressed meta-block (RFC 7932, 9.2), which is four nibbles of length less one, and padding to a whole byte. */
const storedInBrotli = Buffer.alloc(3);
storedInBrotli.writeUIntLE(((nonceLength - 1) << 3) | (1 << 19), 0, 3);
