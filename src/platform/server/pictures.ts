import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { platformErrors, refused } from '../shared/errors.ts';
import { mostPictureBytes, mostPicturePixels } from '../shared/pictures.ts';
import type { BlobStore } from './storage.ts';

/** Widths that a picture is kept in: a card's and a page's, both for dense screens. */
const pictureWidths = [480, 1280];

const accepted = new Set(['png', 'apng', 'jpg', 'gif']);

export type StoredPicture = { width: number; height: number; widths: number[]; blobPrefix: string };

/** A sent picture's bytes. Throws `image_too_large`. */
export async function readPicture(file: AsyncIterable<Buffer>, field: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > mostPictureBytes) throw refused(platformErrors.image_too_large, field);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Decodes what somebody sent and keeps only pixels: re-encoded as WebP in our widths, turned upright, without
 * place or camera. `blobPrefix` is where they go: `images/<id>` for resources. Throws `image_type` or `image_broken`.
 */
export async function storePicture(
  storage: BlobStore,
  blobPrefix: string,
  bytes: Uint8Array,
  field: string,
): Promise<StoredPicture> {
  return decoding(bytes, field, async (source) => {
    const { autoOrient } = await source.metadata();
    const widths = pictureWidths.filter((width) => width <= autoOrient.width);
    if (widths.length === 0) widths.push(autoOrient.width);
    for (const width of widths) await store(storage, blobPrefix, width, source.clone().resize({ width }));
    return { width: autoOrient.width, height: autoOrient.height, widths, blobPrefix };
  });
}

/** The same for what is always shown as a square: its middle, in each of the widths, enlarged if need be. */
export async function storeSquare(
  storage: BlobStore,
  blobPrefix: string,
  bytes: Uint8Array,
  options: { widths: readonly number[]; field: string },
): Promise<void> {
  await decoding(bytes, options.field, async (source) => {
    for (const width of options.widths) {
      await store(storage, blobPrefix, width, source.clone().resize({ width, height: width, fit: 'cover' }));
    }
  });
}

export async function removePicture(
  storage: BlobStore,
  picture: { blobPrefix: string; widths: readonly number[] },
): Promise<void> {
  await Promise.all(picture.widths.map((width) => storage.remove(`${picture.blobPrefix}/${width}.webp`)));
}

async function decoding<Result>(
  bytes: Uint8Array,
  field: string,
  write: (source: Sharp) => Promise<Result>,
): Promise<Result> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.has(type.ext)) throw refused(platformErrors.image_type, field);
  const source = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: 'error' }).autoOrient();
  try {
    return await write(source);
  } catch (error) {
    // What has a code is the storage's failure, not the picture's.
    if (error instanceof Error && 'code' in error) throw error;
    throw refused(platformErrors.image_broken, field);
  }
}

async function store(storage: BlobStore, blobPrefix: string, width: number, picture: Sharp): Promise<void> {
  await storage.put(`${blobPrefix}/${width}.webp`, await picture.webp({ quality: 82, effort: 3 }).toBuffer());
}
