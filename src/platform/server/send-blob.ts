import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobStore } from '#platform/server/storage.ts';
import { AppError, platformErrors } from '#platform/shared/errors.ts';

export type ByteRange = { start: number; end: number };

/**
 * Parses one range of bytes (RFC 9110 §14). `null` means the whole file (no range, an unknown unit, several ranges,
 * which a server may ignore); `'unsatisfiable'` means 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}

/** Sends a stored file with ETag, ranges and conditional requests. */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: BlobStore,
  { key, ...blob }: { key: string; size: number; etag: string; mediaType: string },
): Promise<FastifyReply> {
  return sendBytes(request, reply, { ...blob, read: (range) => storage.read(key, range) });
}

/**
 * Same for bytes from any source. `etag` is a strong validator without its quotes; without `inParts` no ranges are
 * served.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: {
    size: number;
    etag: string;
    mediaType: string;
    inParts?: boolean;
    read(range: ByteRange | undefined): Readable;
  },
): FastifyReply {
  const { inParts = true } = bytes;
  const etag = `"${bytes.etag}"`;
  reply.header('etag', etag).type(bytes.mediaType);
  if (inParts) reply.header('accept-ranges', 'bytes');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const isWhole = !inParts || (ifRange !== undefined && ifRange !== etag);
  const range = isWhole ? null : parseRange(request.headers.range, bytes.size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes.size}`);
    throw new AppError(platformErrors.range_not_satisfiable);
  }
  const length = range ? range.end - range.start + 1 : bytes.size;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`);
  // An empty stream, because Fastify would compute the content length of any other body.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(bytes.read(range ?? undefined));
}
