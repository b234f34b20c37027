import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { refused } from '#features/uploads/server/public.ts';
import type { BlobStore } from '#platform/server/storage.ts';
import { resourcesErrors } from '../contract.ts';

/** Widths that a picture is kept in: a card's and a page's, both for dense screens. */
const pictureWidths = [480, 1280];

/** A picture of more pixels than this is refused before it is decoded. */
const mostPixels = 50_000_000;

const accepted = new Set(['png', 'apng', 'jpg', 'gif']);

export type StoredPicture = { width: number; height: number; widths: number[]; blobPrefix: string };

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
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.has(type.ext)) throw refused(resourcesErrors.image_type, field);
  const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  try {
    const { autoOrient } = await source.metadata();
    const widths = pictureWidths.filter((width) => width <= autoOrient.width);
    if (widths.length === 0) widths.push(autoOrient.width);
    for (const width of widths) {
      const bytesOut = await source.clone().resize({ width }).webp({ quality: 82, effort: 3 }).toBuffer();
      await storage.put(`${blobPrefix}/${width}.webp`, bytesOut);
    }
    return { width: autoOrient.width, height: autoOrient.height, widths, blobPrefix };
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw refused(resourcesErrors.image_broken, field);
  }
}

export async function removePicture(
  storage: BlobStore,
  picture: { blobPrefix: string; widths: number[] },
): Promise<void> {
  await Promise.all(picture.widths.map((width) => storage.remove(`${picture.blobPrefix}/${width}.webp`)));
}
