import { expect, test } from 'vitest';
import { picturePlaces, pictureSource, pictureWidths, sourceOf, type PicturePlace } from './pictures.ts';

/**
 * Drawn widths of pictures in CSS pixels, as e2e/pictures.e2e.ts measures them at 390 and 1440 px. Where both are equal
 * the place has the same width on every screen.
 */
const drawn: [PicturePlace, phone: number, desktop: number][] = [
  ['card', 356, 268],
  ['wideCard', 356, 367],
  ['shelfCard', 163, 255],
  ['madeLately', 143, 218],
  ['resource', 356, 749],
  ['offer', 356, 632],
  ['step', 270, 574],
  ['guideStep', 356, 717],
  ['make', 356, 239],
  ['avatar', 96, 128],
  ['tile', 149, 149],
  ['thumbnail', 101, 101],
];

/** The browser's choice: the first candidate with enough pixels. */
const chosen = (widths: readonly number[], pixels: number) =>
  widths.find((width) => width >= pixels) ?? Math.max(...widths);

test.each(drawn)(
  '%s is sent at most 1.5 times as wide as it is drawn, and not much narrower',
  (place, ...sizes) => {
    const { widths } = picturePlaces[place];
    for (const pixels of sizes.flatMap((size) => [size, 2 * size])) {
      const ratio = chosen(widths, pixels) / pixels;
      expect(ratio, `${pixels} pixels`).toBeGreaterThan(0.67);
      expect(ratio, `${pixels} pixels`).toBeLessThanOrEqual(1.5);
    }
  },
);

test('a place requests only widths that exist', () => {
  for (const [name, { widths }] of Object.entries(picturePlaces)) {
    expect(widths, name).toEqual(widths.toSorted((a, b) => a - b));
    const made = name === 'avatar' ? [96, ...pictureWidths] : pictureWidths;
    expect(made, name).toEqual(expect.arrayContaining([...widths]));
  }
});

test('a picture is offered in the widths of its place, or in its own if it is narrower', () => {
  const named = (widths: number[]) => pictureSource('card', { widths }, (width) => `/${width}`);
  expect(named([480, 1280])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w,/720 720w' });
  expect(named([480, 600])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w,/600 600w' });
  expect(named([480])).toMatchObject({ src: '/320', srcSet: '/320 320w,/480 480w' });
  expect(named([90])).toMatchObject({ src: '/90', srcSet: '/90 90w' });
});

test('a picture of which one address is known is offered in other widths', () => {
  expect(sourceOf('thumbnail', '/api/images/a/480.webp')).toMatchObject({
    src: '/api/images/a/120.webp',
    srcSet: '/api/images/a/120.webp 120w,/api/images/a/240.webp 240w',
  });
  expect(sourceOf('guideStep', '/api/images/a/960.webp', 600).srcSet).toBe(
    '/api/images/a/480.webp 480w,/api/images/a/600.webp 600w',
  );
});
