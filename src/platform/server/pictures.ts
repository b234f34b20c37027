import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { platformErrors, refused } from '../shared/errors.ts';
import { maxPictureBytes, maxPicturePixels, pictureWidths } from '../shared/pictures.ts';
import type { BlobStore } from './storage.ts';

/** Widths that are stored at upload: that of a card, and the widest, from which all others are made on demand. */
const cardWidth = 480;
const maxWidth = Math.max(...pictureWidths);

const accepted = new Set(['png', 'apng', 'jpg', 'gif']);

/** Enough for a blurred preview while the picture loads. */
const placeholderWidth = 32;

type Kept = { blobPrefix: string; widths: readonly number[] };
export type StoredPicture = { width: number; height: number; widths: number[]; blobPrefix: string };

/**
 * Arranges pictures in the requested order: ids of existing pictures, and `new` for each uploaded one. Without an
 * order, uploaded pictures replace the existing ones. Throws `unknown_picture` and `too_many_pictures`.
 */
export function arrangePictures<Old extends { id: string }, New>(
  old: readonly Old[],
  added: readonly New[],
  order: readonly string[] | undefined,
  { field, most }: { field: string; most: number },
): (Old | New)[] {
  const waiting = [...added];
  const arranged: (Old | New)[] = [];
  if (order === undefined) arranged.push(...(added.length > 0 ? added : old));
  else {
    for (const [index, entry] of order.entries()) {
      const picture = entry === 'new' ? waiting.shift() : old.find(({ id }) => id === entry);
      if (picture === undefined || arranged.includes(picture))
        throw refused(platformErrors.unknown_picture, `${field}[${index}]`);
      arranged.push(picture);
    }
    arranged.push(...waiting);
  }
  if (arranged.length > most) throw refused(platformErrors.too_many_pictures, field);
  return arranged;
}

/** Reads the bytes of an uploaded picture. Throws `image_too_large`. */
export async function readPicture(file: AsyncIterable<Buffer>, field: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > maxPictureBytes) throw refused(platformErrors.image_too_large, field);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Decodes an uploaded picture and stores only its pixels: re-encoded as WebP, rotated upright, without location or
 * camera data. `blobPrefix` is the target: `images/<id>` for resources. Throws `image_type` or `image_broken`.
 */
export async function storePicture(
  storage: BlobStore,
  blobPrefix: string,
  bytes: Uint8Array,
  field: string,
  /** Set for pictures that Gongbang itself has encoded before (import), which may be WebP. */
  isOurs = false,
): Promise<StoredPicture> {
  const types = isOurs ? new Set([...accepted, 'webp']) : accepted;
  const write = async (source: Sharp) => {
    const { autoOrient } = await source.metadata();
    const widest = Math.min(autoOrient.width, maxWidth);
    const widths = widest > cardWidth ? [cardWidth, widest] : [widest];
    for (const width of widths) await store(storage, blobPrefix, width, source.clone().resize({ width }));
    return { width: autoOrient.width, height: autoOrient.height, widths, blobPrefix };
  };
  return decoding(bytes, field, write, types);
}

/**
 * Returns a tiny version of a stored picture as a `data:` URL of 150 to 300 bytes, shown while the picture loads. Null
 * for a picture with transparency.
 */
export async function drawPlaceholder(
  storage: BlobStore,
  { blobPrefix, widths }: Kept,
): Promise<string | null> {
  const bytesOfSmallest = await buffer(storage.read(`${blobPrefix}/${Math.min(...widths)}.webp`));
  const tiny = await sharp(bytesOfSmallest).resize({ width: placeholderWidth }).png().toBuffer();
  if (!(await sharp(tiny).stats()).isOpaque) return null;
  const bytes = await sharp(tiny).webp({ quality: 30, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** Stores a picture as `storePicture` does, cropped to its central square, in each of the widths, enlarged if needed. */
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

/** Re-encodes a picture, at most this wide and high; no metadata of the file is left. */
export function redrawPicture(bytes: Uint8Array, most: number, field: string): Promise<Buffer> {
  return decoding(bytes, field, (source) =>
    source
      .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer(),
  );
}

/** Lists the widths that a picture can be sent in: the stored ones, and narrower standard widths. */
function sendableWidths(widths: readonly number[]): number[] {
  const widest = Math.max(...widths);
  const all = new Set([...widths, ...pictureWidths.filter((width) => width < widest)]);
  return [...all].toSorted((a, b) => a - b);
}

/**
 * Returns the blob name (without extension) of a picture in about this width: the next wider one, else the widest.
 * `source` is the blob that it is made from if it does not exist yet, see send-picture.ts.
 */
export function blobOfWidth({ blobPrefix, widths }: Kept, width: number): { name: string; source: string } {
  const widest = Math.max(...widths);
  const best = sendableWidths(widths).find((each) => each >= width) ?? widest;
  return { name: `${blobPrefix}/${best}`, source: `${blobPrefix}/${widest}` };
}

/** Creates another width of a stored picture, unless the picture was deleted. */
export async function drawWidth(
  storage: BlobStore,
  { name, source }: { name: string; source: string },
): Promise<void> {
  if ((await storage.size(`${source}.webp`)) === null) return;
  const width = Number(name.slice(name.lastIndexOf('/') + 1));
  await store(
    storage,
    name.slice(0, name.lastIndexOf('/')),
    width,
    sharp(await buffer(storage.read(`${source}.webp`))).resize({ width }),
  );
  // A concurrent deletion did not know of this new blob.
  if ((await storage.size(`${source}.webp`)) === null) await storage.remove(`${name}.webp`);
}

/** Lists every blob that a picture may have: its AVIF and other widths are created later, see send-picture.ts. */
export function pictureKeys({ blobPrefix, widths }: Kept): string[] {
  return sendableWidths(widths).flatMap((width) => [
    `${blobPrefix}/${width}.webp`,
    `${blobPrefix}/${width}.avif`,
  ]);
}

export async function removePicture(storage: BlobStore, picture: Kept): Promise<void> {
  await Promise.all(pictureKeys(picture).map((key) => storage.remove(key)));
}

async function decoding<Result>(
  bytes: Uint8Array,
  field: string,
  write: (source: Sharp) => Promise<Result>,
  types: ReadonlySet<string> = accepted,
): Promise<Result> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !types.has(type.ext)) throw refused(platformErrors.image_type, field);
  const source = sharp(bytes, { limitInputPixels: maxPicturePixels, failOn: 'error' }).autoOrient();
  try {
    return await write(source);
  } catch (error) {
    // Errors with a code come from the storage, not from the picture.
    if (error instanceof Error && 'code' in error) throw error;
    throw refused(platformErrors.image_broken, field);
  }
}

async function store(storage: BlobStore, blobPrefix: string, width: number, picture: Sharp): Promise<void> {
  await storage.put(`${blobPrefix}/${width}.webp`, await picture.webp({ quality: 82, effort: 3 }).toBuffer());
}
