import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Locale } from '#i18n/languages.ts';
import { m } from '#i18n/generated/messages.js';
import type { BlobStore } from '#platform/server/storage.ts';
import type { ResourceDetail } from '../contract.ts';

/** Open Graph image: 1200 × 630, as social networks require. */
const width = 1200;
const height = 630;
const panelWidth = 560;
const margin = 56;

const font = createRequire(import.meta.url).resolve('pretendard/dist/public/static/Pretendard-Bold.otf');

const mat = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${panelWidth}" height="${height}">
    <defs><pattern id="g" width="40" height="40" patternUnits="userSpaceOnUse">
      <path d="M40 0H0V40" fill="none" stroke="#fff" stroke-opacity=".1"/></pattern></defs>
    <rect width="100%" height="100%" fill="#0e5947"/><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
);

/** Draws the Open Graph image of a resource in the reader's language, as JPEG. */
export async function drawCard(
  storage: BlobStore,
  resource: ResourceDetail,
  locale: Locale,
): Promise<Buffer> {
  const own = resource.language === locale ? undefined : resource.translations[locale];
  const textWidth = panelWidth - 2 * margin;
  const [title, name] = await Promise.all([
    line(own?.title || resource.title, 52, textWidth, 330),
    line(m['app.name']({}, { locale }), 36, textWidth, 60),
  ]);
  const [image] = resource.images;
  const picture =
    image &&
    (await sharp(await buffer(storage.read(`images/${image.id}/${Math.max(...image.widths)}.webp`)))
      .resize(width - panelWidth, height, { fit: 'cover' })
      .toBuffer());
  return sharp({ create: { width, height, channels: 3, background: '#cfe9df' } })
    .composite([
      { input: mat, left: 0, top: 0 },
      { input: title, left: margin, top: 150 },
      { input: name, left: margin, top: height - margin - 44 },
      ...(picture ? [{ input: picture, left: panelWidth, top: 0 }] : []),
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Renders wrapped white text, with a smaller font if it exceeds its height. */
async function line(text: string, size: number, maxWidth: number, maxHeight: number): Promise<Buffer> {
  const draw = (points: number) =>
    sharp({
      text: {
        text: `<span foreground="white">${escape(text)}</span>`,
        // Pretendard has no Chinese characters: fontconfig falls back to the system's fonts.
        font: `Pretendard Bold ${points}`,
        fontfile: font,
        width: maxWidth,
        rgba: true,
        wrap: 'word-char',
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  let drawn = await draw(size);
  for (let points = size - 6; drawn.info.height > maxHeight && points >= 22; points -= 6) {
    drawn = await draw(points);
  }
  if (drawn.info.height <= maxHeight) return drawn.data;
  return sharp(drawn.data)
    .extract({ left: 0, top: 0, width: drawn.info.width, height: maxHeight })
    .toBuffer();
}

/** Pango parses markup. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
