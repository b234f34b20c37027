import { safeFileName } from '#platform/shared/file-name.ts';

/** Supported version of the tus protocol (https://tus.io/protocols/resumable-upload). */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,expiration,checksum,termination';
export const checksumAlgorithms = ['sha1', 'sha256', 'md5'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** Bytes per write, which may be lost when a process is killed. S3 accepts no smaller parts. */
export const pieceBytes = 5 * 1024 * 1024;

/** Bytes per request of a browser, sent again after a lost connection; small enough for every proxy. */
export const requestBytes = 8 * 1024 * 1024;

const longestMetadata = 8192;

/** Parses `Upload-Metadata`: comma separated pairs of a name and a UTF-8 value in base64. Null if invalid. */
export function parseMetadata(header: string): Map<string, string> | null {
  if (header.length > longestMetadata) return null;
  const pairs = new Map<string, string>();
  if (header.trim() === '') return pairs;
  for (const pair of header.split(',')) {
    const [, name, encoded = ''] =
      /^([\x21-\x2B\x2D-\x7E]+)(?: +([A-Za-z0-9+/]*={0,2}))?$/.exec(pair.trim()) ?? [];
    if (name === undefined || pairs.has(name)) return null;
    const value = decodeBase64(encoded);
    if (value === null) return null;
    pairs.set(name, value);
  }
  return pairs;
}

function decodeBase64(encoded: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses `Upload-Checksum`: a supported algorithm and a digest in base64. */
export function parseChecksum(
  header: string,
): { algorithm: ChecksumAlgorithm; digest: string } | 'unknown_algorithm' | null {
  const [, name = '', digest = ''] = /^([a-z0-9-]+) ([A-Za-z0-9+/]+={0,2})$/.exec(header) ?? [];
  if (name === '') return null;
  const algorithm = checksumAlgorithms.find((each) => each === name);
  return algorithm ? { algorithm, digest } : 'unknown_algorithm';
}

/** Parses a number of bytes in a header; null if invalid. */
export function parseByteCount(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,15}$/.test(header)) return null;
  return Number(header);
}

/** Data that distinguishes files. */
export type FileMark = {
  name: string;
  size: number;
  modified: number;
  /** Digest of the beginning and end; empty if unknown. */
  digest: string;
};
export type Difference = 'name' | 'size' | 'content';

/** Returns how a chosen file differs from the one that an upload began with; null if it is the same. */
export function differenceOf(begun: FileMark, chosen: FileMark): Difference | null {
  if (safeFileName(begun.name) !== safeFileName(chosen.name)) return 'name';
  if (begun.size !== chosen.size) return 'size';
  const isSame =
    // Compare digests first, because phones return the same file with a new modification time.
    begun.digest !== '' && chosen.digest !== ''
      ? begun.digest === chosen.digest
      : begun.modified === chosen.modified;
  return isSame ? null : 'content';
}
