import { randomBytes, randomFillSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib';
import type { Encoding } from '#platform/server/fast-answers.ts';

/** Builds the bytes of one response: a copy of the cached page with its own nonce in each place. */
export type Fill = (nonce: string) => Buffer;

/**
 * Page that is the same for all guests, split at its nonces: each response puts a new nonce between the pieces. The
 * page is compressed once in each encoding, with each nonce as a stored (uncompressed) block.
 */
export type GuestPage = {
  status: number;
  headers: [name: string, value: string][];
  pieces: Buffer[];
  plain: Fill;
  /** Null where the page could not be compressed around its nonces. */
  packed: Partial<Record<PackedEncoding, Promise<Fill | null>>>;
  isAskedAgain: boolean;
};

export type PackedEncoding = Exclude<Encoding, 'identity'>;

const nonceBytes = 16;
/** Random bytes are drawn in batches: a system call for each nonce took a tenth of the cost of a cached response. */
const random = Buffer.alloc(256 * nonceBytes);
let used = random.length;

/** All nonces have this length and end with "==": the compressed pages rely on both. */
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

/** Same page, compressed; null where that is not possible. */
export function packed(page: GuestPage, encoding: PackedEncoding): Promise<Fill | null> {
  return (page.packed[encoding] ??= pack[encoding](page.pieces).catch(() => null));
}

const nonceLength = newNonce().length;

/** Concatenates the pieces with a nonce and the prefix of its encoding between each two. */
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
 * Gzip (RFC 1952) with nonces as stored blocks (RFC 1951, 3.2.4). Each piece is deflated with the text before it as its
 * dictionary; bytes that are invalid in UTF-8 stand in for the nonces there.
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

const maxTries = 10;

/**
 * One brotli stream, flushed around each nonce. The compressed form of a placeholder is replaced by the stored nonce,
 * and the rest of the stream stays valid: the placeholder's bytes match nothing before them, so they leave no distances
 * behind, nothing after them copies from them, and they end like every nonce, which is the context from which the next
 * piece's first letters are predicted (RFC 7932, 4 and 7.1). If the bytes did match something, unpacking the page once
 * detects it, and other bytes are tried.
 */
async function packForBrotli(pieces: readonly Buffer[]): Promise<Fill> {
  const nonce = newNonce();
  const expected = fillBetween(pieces)(nonce);
  for (let tries = 0; tries < maxTries; tries += 1) {
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

/** Placeholder for a nonce: every other byte is invalid in UTF-8. */
function placeholder(): Buffer {
  const bytes = randomBytes(nonceLength).map((byte, index) =>
    index % 2 === 0 ? 0xf5 + (byte % 11) : byte,
  ) as Buffer;
  bytes.write('==', nonceLength - 2);
  return bytes;
}

/**
 * Prefix of a nonce: the header of an uncompressed meta-block (RFC 7932, 9.2), which is four nibbles of length minus
 * one, and padding to a whole byte.
 */
const storedInBrotli = Buffer.alloc(3);
storedInBrotli.writeUIntLE(((nonceLength - 1) << 3) | (1 << 19), 0, 3);
