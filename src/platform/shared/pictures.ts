export const maxPictureBytes = 5 * 1024 * 1024;

/** File names of pictures; the server checks the content. */
export const pictureName = /\.(?:png|jpe?g|gif)$/i;

/** A picture with more pixels is refused before it is decoded, wherever it is uploaded. */
export const maxPicturePixels = 50_000_000;

/** Widths in which a picture is sent, up to its own width: one of them is close to any drawn size. */
export const pictureWidths = [120, 160, 240, 320, 480, 720, 960, 1280];

// No function calls below: only a module of plain values is inlined into the scripts that use it, instead of becoming
// another script of every page.
const fourColumns = '(width>=80rem) min(19vw,19rem),(width>=64rem) 25vw';
const threeColumns = '(width>=64rem) min(26vw,26rem)';
/** Two columns, next to the side navigation or without it. */
const twoColumns = '(width>=48rem) 36vw,(width>=30rem) 46vw';

/**
 * Drawn width (`sizes`) in each place that shows pictures, and the stored widths close to that at one and two device
 * pixels per CSS pixel. More than two make no visible difference on a photograph, so no place has a width for 3x
 * screens. Where a square or a frame crops the picture, the size is that of the whole picture.
 */
export const picturePlaces = {
  card: { widths: [320, 480, 720], sizes: `${fourColumns},${twoColumns},92vw` },
  /** At most three columns. */
  wideCard: { widths: [320, 480, 720], sizes: `${threeColumns},${twoColumns},92vw` },
  /** In a row that scrolls sideways. */
  shelfCard: {
    widths: [240, 320, 480],
    sizes: `${fourColumns},(width>=48rem) 24vw,(width>=30rem) 30vw,44vw`,
  },
  /** On the cutting mat of the home page. */
  madeLately: { widths: [160, 240, 320, 480], sizes: '(width>=64rem) 13.6rem,(width>=30rem) 24vw,38vw' },
  /** First picture of a resource, next to its facts. */
  resource: {
    widths: [480, 720, 960, 1280],
    sizes: '(width>=64rem) min(100vw - 43rem,55rem),(width>=48rem) 70vw,92vw',
  },
  /** First picture of a service or a lot, next to its price. */
  offer: {
    widths: [480, 720, 960, 1280],
    sizes: '(width>=64rem) min(54vw - 9rem,40rem),(width>=48rem) 70vw,92vw',
  },
  step: { widths: [320, 480, 720, 1280], sizes: '(width>=48rem) 36rem,70vw' },
  guideStep: { widths: [480, 720, 1280], sizes: '(width>=48rem) 45rem,92vw' },
  screen: { widths: [480, 720, 960, 1280], sizes: '100vw' },
  make: { widths: [320, 480, 720], sizes: `(width>=64rem) 15rem,${twoColumns},92vw` },
  message: { widths: [320, 480, 720], sizes: '20rem' },
  /** One of several in a message. */
  smallMessage: { widths: [240, 480], sizes: '11rem' },
  photo: { widths: [320, 480, 720], sizes: '(width>=30rem) 20rem,92vw' },
  smallPhoto: { widths: [240, 480], sizes: '(width>=64rem) 14rem,46vw' },
  /** Avatar on a person's page, which has its own stored widths. */
  avatar: { widths: [96, 160, 240, 320], sizes: '(width>=48rem) 8rem,6rem' },
  /** Squares of 6 to 7 rem. */
  tile: { widths: [160, 320], sizes: '9.4rem' },
  /** In the line of a banner: 4 rem on phones, 8 rem elsewhere. */
  banner: { widths: [120, 160, 320], sizes: '(width>=48rem) 9.4rem,4rem' },
  /** Squares of 3 to 5 rem. */
  thumbnail: { widths: [120, 240], sizes: '6.4rem' },
} as const satisfies Record<string, { widths: readonly number[]; sizes: string }>;
export type PicturePlace = keyof typeof picturePlaces;

/**
 * Builds the attributes of an `<img>` in this place, for a picture stored in `widths`; `address` returns the address in
 * one width.
 */
export function pictureSource(
  place: PicturePlace,
  { widths }: { widths: readonly number[] },
  address: (width: number) => string,
): { src: string; srcSet: string; sizes: string } {
  const widest = Math.max(...widths);
  const { widths: wanted, sizes } = picturePlaces[place];
  const offered: number[] = wanted.filter((width) => width < widest);
  if (offered.length < wanted.length) offered.push(widest);
  return {
    src: address(offered[0] ?? widest),
    srcSet: offered.map((width) => `${address(width)} ${width}w`).join(),
    sizes,
  };
}

/** Same for a picture of which only the address in one width is known, and perhaps its original width. */
export function sourceOf(place: PicturePlace, url: string, width = Infinity) {
  const widest = Math.min(width, Math.max(...pictureWidths));
  const folder = url.slice(0, url.lastIndexOf('/'));
  return pictureSource(place, { widths: [widest] }, (each) => `${folder}/${each}.webp`);
}
