export const mostPictureBytes = 5 * 1024 * 1024;

/** Names of files that may hold a picture; what is in them is looked at by the server. */
export const pictureName = /\.(?:png|jpe?g|gif)$/i;

/** A picture of more pixels than this is refused before it is decoded, wherever it comes. */
export const mostPicturePixels = 50_000_000;

/** Widths that a picture is sent in, as far as it is that wide itself: whatever is drawn, one of them is near. */
export const pictureWidths = [120, 160, 240, 320, 480, 720, 960, 1280];

// No calls in what follows: only a module of plain values is copied into the scripts that use it, and is not one more script of every page.
const fourColumns = '(width>=80rem) min(19vw,19rem),(width>=64rem) 25vw';
const threeColumns = '(width>=64rem) min(26vw,26rem)';
/** Two columns, beside the side navigation and without it. */
const twoColumns = '(width>=48rem) 36vw,(width>=30rem) 46vw';

/**
 * How wide a picture is drawn in each of the places where pages show some (`sizes`), and the widths that are near to that with one and
 * two pixels a point. More than two are not seen on a photograph, so no place has a width for screens with three.
 * Where a square or a frame cuts something off, the size is that of the whole picture.
 */
export const picturePlaces = {
  card: { widths: [320, 480, 720], sizes: `${fourColumns},${twoColumns},92vw` },
  /** In three columns at most. */
  wideCard: { widths: [320, 480, 720], sizes: `${threeColumns},${twoColumns},92vw` },
  /** On phones beside others, pushed along. */
  shelfCard: {
    widths: [320, 480, 720],
    sizes: `${fourColumns},${twoColumns},77vw`,
  },
  wideShelfCard: { widths: [320, 480, 720], sizes: `${threeColumns},${twoColumns},77vw` },
  /** On the cutting mat of the home page. */
  mat: { widths: [320, 480], sizes: '15rem' },
  /** The first of a resource, beside its facts. */
  resource: {
    widths: [480, 720, 960, 1280],
    sizes: '(width>=64rem) min(100vw - 43rem,55rem),(width>=48rem) 70vw,92vw',
  },
  /** The first of a service or a lot, beside what it costs. */
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
  /** A person's, on their page; it has widths of its own. */
  avatar: { widths: [96, 160, 240, 320], sizes: '(width>=48rem) 8rem,6rem' },
  /** Squares of 6 to 7 rem. */
  tile: { widths: [160, 320], sizes: '9.4rem' },
  /** Squares of 3 to 5 rem. */
  thumbnail: { widths: [120, 240], sizes: '6.4rem' },
} as const satisfies Record<string, { widths: readonly number[]; sizes: string }>;
export type PicturePlace = keyof typeof picturePlaces;

/** What an `<img>` in this place names, of a picture that is kept in `widths`; `address` is that of one width. */
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

/** The same of a picture of which only its address in one width is known, and perhaps how wide it was when it came. */
export function sourceOf(place: PicturePlace, url: string, width = Infinity) {
  const widest = Math.min(width, Math.max(...pictureWidths));
  const folder = url.slice(0, url.lastIndexOf('/'));
  return pictureSource(place, { widths: [widest] }, (each) => `${folder}/${each}.webp`);
}
