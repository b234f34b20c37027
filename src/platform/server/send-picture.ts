import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { AppError, platformErrors } from '../shared/errors.ts';
import type { Db } from './db.ts';
import { enqueue, type Job } from './jobs.ts';
import { drawWidth } from './pictures.ts';
import { sendBlob } from './send-blob.ts';
import type { BlobStore } from './storage.ts';

/** A quarter smaller than our WebP at a fifth of a second; more effort costs five times that for a tenth less. */
const avif = { quality: 55, effort: 2 };

/** Pictures whose AVIF this process has requested lately, so that a busy page does not enqueue a job with each view. */
const asked = new Set<string>();
const maxAsked = 10_000;

/** Widths that are being made, so that concurrent requests share the work. */
const drawing = new Map<string, Promise<void>>();
/** Maximum number of widths in the queue. Further requests get the widest picture, so that the queue cannot take hours. */
const maxDrawing = 60;
let lastDrawn = Promise.resolve();

/**
 * Makes a missing width. One at a time: a page of cards requests thirty at once, and file reads use the same threads.
 * Each takes 20 to 60 ms of CPU, once.
 */
function draw(storage: BlobStore, picture: { name: string; source: string }): Promise<void> | null {
  const running = drawing.get(picture.name);
  if (running) return running;
  if (drawing.size >= maxDrawing) return null;
  const drawn = lastDrawn.then(() => drawWidth(storage, picture)).finally(() => drawing.delete(picture.name));
  drawing.set(picture.name, drawn);
  lastDrawn = drawn.catch(() => {});
  return drawn;
}

/**
 * Sends a picture, named without its extension: as AVIF if the browser supports it, else as WebP. The AVIF is made
 * after its first request, without blocking it: until it exists, everyone gets WebP. Pictures that nobody views cost
 * nothing this way, and older pictures get an AVIF too. A missing width is made from `source` before responding,
 * because browsers cache the response for a year.
 */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, storage }: { db: Db; storage: BlobStore },
  { name, source = name, etag }: { name: string; source?: string; etag: string },
): Promise<FastifyReply> {
  reply.header('vary', 'accept');
  const readsAvif = /\bimage\/avif\b/.test(request.headers.accept ?? '');
  if (readsAvif) {
    const key = `${name}.avif`;
    const size = await storage.size(key);
    if (size !== null)
      return sendBlob(request, reply, storage, { key, size, etag: `${etag}-avif`, mediaType: 'image/avif' });
  }
  const key = `${name}.webp`;
  let size = await storage.size(key);
  if (size === null && source !== name) {
    const drawn = draw(storage, { name, source });
    if (drawn === null) return sendWidest(request, reply, storage, { source, etag });
    await drawn;
    size = await storage.size(key);
  }
  if (size === null) throw new AppError(platformErrors.not_found);
  if (readsAvif && !asked.has(name)) {
    if (asked.size >= maxAsked) asked.clear();
    asked.add(name);
    await enqueue(db, 'platform.encode_picture', { name }, { key: `encode ${name}`, queue: 'pictures' });
  }
  return sendBlob(request, reply, storage, { key, size, etag, mediaType: 'image/webp' });
}

/** Sends the widest picture. Not cacheable, because another width was requested. */
async function sendWidest(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: BlobStore,
  { source, etag }: { source: string; etag: string },
): Promise<FastifyReply> {
  const key = `${source}.webp`;
  const size = await storage.size(key);
  if (size === null) throw new AppError(platformErrors.not_found);
  reply.header('cache-control', 'no-store');
  return sendBlob(request, reply, storage, { key, size, etag: `${etag}-widest`, mediaType: 'image/webp' });
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
    // A concurrent deletion did not know of this new blob.
    if ((await storage.size(source)) === null) await storage.remove(target);
  };
  return { 'platform.encode_picture': encode };
}
