import {
  fromBase64Url,
  isSigned,
  openKeys,
  type PublicKey,
  type SignedText,
} from '#platform/shared/signatures.ts';

/**
 * Rights receipt: which files were made, under which licence and for what, signed by the marketplace. It is checked
 * without a network: the receipt stands in the link itself, and only the public key has to be known.
 */
export type Receipt = {
  order: string;
  resource: string | null;
  title: string;
  version: number;
  /** SHA-256 of the files, in hex. */
  files: string[];
  license: string;
  /** SHA-256 of the licence's text on that day, in hex. */
  licenseSha256: string;
  purpose: 'own' | 'gift' | 'sale';
  pieces: number;
  /** What the author receives, in the smallest unit of the currency. */
  share: number;
  currency: string;
  at: string;
};

const maxPacked = 10_000;
const maxUnpacked = 100_000;

/** Packs a signed receipt into URL-safe text: deflated JSON in base64url. */
export async function packReceipt({ text, signature, key }: SignedText): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([text, signature, key]));
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** Unpacks what {@link packReceipt} wrote; null for anything else. */
export async function unpackReceipt(packed: string): Promise<SignedText | null> {
  if (packed.length > maxPacked) return null;
  try {
    const stream = new Blob([fromBase64Url(packed)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    const parts: unknown = JSON.parse(await readAtMost(stream, maxUnpacked));
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return null;
    const [text, signature, key] = parts as string[];
    return text !== undefined && signature !== undefined && key !== undefined
      ? { text, signature, key }
      : null;
  } catch {
    return null;
  }
}

/** Throws beyond `most` bytes: a small link could unpack to very much. */
async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > most) throw new Error('the receipt is too long');
    parts.push(new Uint8Array(value));
  }
}

/** Returns the receipt if one of the keys has signed exactly this text; null otherwise. */
export async function checkReceipt(signed: SignedText, keys: readonly PublicKey[]): Promise<Receipt | null> {
  try {
    return (await isSigned(signed, await openKeys(keys))) ? (JSON.parse(signed.text) as Receipt) : null;
  } catch {
    return null;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
