/**
 * Incremental SHA-256 (FIPS 180-4). The browser's own needs the whole file in memory and works only over
 * https.
 */
export class Sha256 {
  readonly #state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  readonly #block = new Uint8Array(64);
  readonly #words = new Uint32Array(64);
  #filled = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      const piece = bytes.subarray(at, at + 64 - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === 64) {
        this.#compress();
        this.#filled = 0;
      }
    }
  }

  /** Returns the digest in hex; nothing can be added afterwards. */
  digest(): string {
    const bits = BigInt(this.#length) * 8n;
    const padding = new Uint8Array(((119 - (this.#length % 64)) % 64) + 9);
    padding[0] = 0x80;
    new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
    this.update(padding);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(): void {
    const w = this.#words;
    const view = new DataView(this.#block.buffer);
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(4 * i);
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    const s = this.#state;
    let [a, b, c, d, e, f, g, h] = s as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (w[i] as number)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (s[i] = (s[i] as number) + word));
  }
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const rounds = firstPrimes(64).map(cubeRootBits);

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let each = 2; primes.length < count; each += 1)
    if (primes.every((prime) => each % prime !== 0)) primes.push(each);
  return primes;
}

/** Computed exactly in integers: the cube root of prime · 2^96, without its integer part. */
function cubeRootBits(prime: number): number {
  const wanted = BigInt(prime) << 96n;
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root | bit) ** 3n <= wanted) root |= bit;
  return Number(root & 0xffffffffn);
}

const pieceBytes = 4 * 1024 * 1024;

/** Hashes a file and reports progress. Throws if the file cannot be read or the signal aborts. */
export async function sha256OfFile(
  file: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
    signal.throwIfAborted();
    onProgress(Math.min(1, (at + pieceBytes) / file.size));
    // Yield, so that a large file does not block the page.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return hash.digest();
}
