import { expect, test } from 'vitest';
import { picturePlaces, pictureSource, pictureWidths, sourceOf, type PicturePlace } from './pictures.ts';

/**
 * How wide pictures are drawn, in CSS pixels, as e2e/pictures.e2e.ts finds it at 390 and 1440 px. Where both are the same the place is as wide
 * on every screen.
 */
const drawn: [PicturePlace, phone: number, desktop: number][] = [
  ['card', 356, 268],
  ['wideCard', 356, 367],
  ['shelfCard', 299, 268],
  ['wideShelfCard', 299, 367],
  ['resource', 356, 749],
  ['offer', 356, 632],
  ['step', 270, 574],
  ['guideStep', 356, 717],
  ['make', 356, 239],
  ['avatar', 96, 128],
  ['tile', 149, 149],
  ['thumbnail', 101, 101],
];

/** What Chromium takes: the next density above, unless that of the one before is nearer (by their geometric mean) and there are two points a pixel or more. */
function chosen(widths: readonly number[], size: number, density: number): number {
  for (const [index, width] of widths.entries()) {
    const next = widths[index + 1];
    if (next === undefined || width / size >= density) return width;
    if (density > 1 && next / size > density && density <= Math.sqrt((width / size) * (next / size)))
      return width;
  }
  return NaN;
}

test.each(drawn)(
  '%s is sent at most 1.5 times as wide as it is drawn, and not much narrower',
  (place, ...sizes) => {
    const { widths } = picturePlaces[place];
    for (const size of sizes) {
      for (const density of [1, 2]) {
        const ratio = chosen(widths, size, density) / (size * density);
        const isSmallest = chosen(widths, size, density) === pictureWidths[0];
        expect(ratio, `${size} px at ${density}`).toBeGreaterThan(0.67);
        if (!isSmallest) expect(ratio, `${size} px at ${density}`).toBeLessThanOrEqual(1.5);
      }
    }
  },
);

test('a place asks only for widths that are made', () => {
  for (const [name, { widths }] of Object.entries(picturePlaces)) {
    expect(widths, name).toEqual(widths.toSorted((a, b) => a - b));
    if (name !== 'avatar') expect(pictureWidths, name).toEqual(expect.arrayContaining([...widths]));
  }
});

test('a picture is named in the widths of its place, and as it is where it is narrower than these', () => {
  const named = (widths: number[]) => pictureSource('card', { widths }, (width) => `/${width}`);
  expect(named([480, 1280])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w,/720 720w' });
  expect(named([480, 600])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w,/600 600w' });
  expect(named([480])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w' });
  expect(named([90])).toMatchObject({ src: '/90', srcSet: '/90 90w' });
});

test('a picture of which one address is known is named in others', () => {
  expect(sourceOf('thumbnail', '/api/images/a/480.webp')).toMatchObject({
    src: '/api/images/a/160.webp',
    srcSet: '/api/images/a/160.webp 160w,/api/images/a/320.webp 320w',
  });
  expect(sourceOf('guideStep', '/api/images/a/960.webp', 600).srcSet).toBe(
    '/api/images/a/480.webp 480w,/api/images/a/600.webp 600w',
  );
});
