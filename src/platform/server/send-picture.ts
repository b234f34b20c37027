import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Db } from './db.ts';
import { enqueue, type Job } from './jobs.ts';
import { sendBlob } from './send-blob.ts';
import type { BlobStore } from './storage.ts';

/** A quarter smaller than our WebP at a fifth of a second; more effort costs five times that for a tenth less. */
const avif = { quality: 55, effort: 2 };

/** Pictures whose AVIF this process has asked for lately, so that a busy page does not ask with each view. */
const asked = new Set<string>();
const mostAsked = 10_000;

/**
 * Sends a picture, named without its ending: as AVIF where the browser reads it, else as WebP. The AVIF is made when
 * one asks for it first, and nobody waits for that: until it is there, everybody is sent WebP. So it costs nothing for
 * pictures that nobody looks at, and those from before there was any have it too.
 */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, storage }: { db: Db; storage: BlobStore },
  { name, etag }: { name: string; etag: string },
): Promise<FastifyReply> {
  reply.header('vary', 'accept');
  if (/\bimage\/avif\b/.test(request.headers.accept ?? '')) {
    const key = `${name}.avif`;
    const size = await storage.size(key);
    if (size !== null)
      return sendBlob(request, reply, storage, { key, size, etag: `${etag}-avif`, mediaType: 'image/avif' });
    if (!asked.has(name)) {
      if (asked.size >= mostAsked) asked.clear();
      asked.add(name);
      await enqueue(db, 'platform.encode_picture', { name }, { key: `encode ${name}`, queue: 'pictures' });
    }
  }
  const key = `${name}.webp`;
  const size = await storage.size(key);
  if (size === null) throw new AppError(platformErrors.not_found);
  return sendBlob(request, reply, storage, { key, size, etag, mediaType: 'image/webp' });
}

export function picturesJobs({ storage }: { storage: BlobStore }) {
  const encode: Job<{ name: string }> = async ({ name }) => {
    const source = `${name}.webp`;
    const target = `${name}.avif`;
    if ((await storage.size(source)) === null || (await storage.size(target)) !== null) return;
    await storage.put(
      target,
      await sharp(await buffer(storage.read(source)))
        .avif(avif)
        .toBuffer(),
    );
    // Whoever removed the picture meanwhile did not know of this.
    if ((await storage.size(source)) === null) await storage.remove(target);
  };
  return { 'platform.encode_picture': encode };
}
