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

/** Pictures whose AVIF this process has asked for lately, so that a busy page does not ask with each view. */
const asked = new Set<string>();
const mostAsked = 10_000;

/** Widths that are being made now, so that two requests for one share the work. */
const drawing = new Map<string, Promise<void>>();
/** The most that wait to be made at once. Further requests are sent the widest picture, so that no queue can take hours. */
const mostDrawing = 60;
let lastDrawn = Promise.resolve();

/**
 * Makes a width that nobody has asked for before, one after another: a page of cards asks for thirty at once, and files are read by the same
 * threads. It takes 20 to 60 ms of the processor, once.
 */
function draw(storage: BlobStore, picture: { name: string; source: string }): Promise<void> | null {
  const running = drawing.get(picture.name);
  if (running) return running;
  if (drawing.size >= mostDrawing) return null;
  const drawn = lastDrawn.then(() => drawWidth(storage, picture)).finally(() => drawing.delete(picture.name));
  drawing.set(picture.name, drawn);
  lastDrawn = drawn.catch(() => {});
  return drawn;
}

/**
 * Sends a picture, named without its ending: as AVIF where the browser reads it, else as WebP. The AVIF is made when
 * one asks for it first, and nobody waits for that: until it is there, everybody is sent WebP. So it costs nothing for
 * pictures that nobody looks at, and those from before there was any have it too. A width that is not there yet is made from `source`
 * first: it would stay in the browser for a year in the wrong width.
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
    if (asked.size >= mostAsked) asked.clear();
    asked.add(name);
    await enqueue(db, 'platform.encode_picture', { name }, { key: `encode ${name}`, queue: 'pictures' });
  }
  return sendBlob(request, reply, storage, { key, size, etag, mediaType: 'image/webp' });
}

/** Sends the widest picture. Browsers may not keep it, because another width was asked for. */
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
    // Whoever removed the picture meanwhile did not know of this.
    if ((await storage.size(source)) === null) await storage.remove(target);
  };
  return { 'platform.encode_picture': encode };
}
