import type { Page } from '@playwright/test';

/**
 * Picture as rendered by a page. `width` is in pixels of the image file; `drawn` is the width of the whole picture in
 * CSS pixels, including cropped parts.
 */
export type DrawnPicture = {
  address: string;
  width: number;
  /** Original width, if the page states it. */
  original: number;
  drawn: number;
  bytes: number;
  isLazy: boolean;
  isHigh: boolean;
  hasRoom: boolean;
  isOnFirstScreen: boolean;
  /** True for the largest contentful paint. */
  isLargest: boolean;
};

/** Minimum widths of pictures and avatars. */
const narrowest = (address: string) => (address.includes('/avatars/') ? 96 : 120);

/** Opens an address, scrolls to its end and returns every picture that became visible. */
export async function drawnPictures(page: Page, path: string): Promise<DrawnPicture[]> {
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(async () => {
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    const isDrawn = (image: HTMLImageElement) => image.checkVisibility() && image.clientWidth > 0;
    const isInSight = (image: HTMLImageElement) => {
      const { top, left, bottom, right } = image.getBoundingClientRect();
      return (
        isDrawn(image) && top >= 0 && (top + bottom) / 2 < innerHeight && (left + right) / 2 < innerWidth
      );
    };
    const firstScreen = new Set([...document.images].filter(isInSight));
    // Measured before scrolling, which may show a larger picture.
    const largest = await new Promise<Element | null>((done) => {
      let element: Element | null = null;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) element = (entry as LargestContentfulPaint).element;
      });
      observer.observe({ type: 'largest-contentful-paint', buffered: true });
      setTimeout(() => {
        observer.disconnect();
        done(element);
      }, 200);
    });
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await pause(50);
    }
    for (const image of document.images) {
      if (!isDrawn(image)) continue;
      image.scrollIntoView({ block: 'center', inline: 'center' });
      for (let tries = 0; tries < 100 && !image.complete; tries += 1) await pause(50);
    }
    const drawn = [...document.images].filter(
      (image) =>
        isDrawn(image) && !image.currentSrc.startsWith('data:') && !image.currentSrc.endsWith('.svg'),
    );
    return Promise.all(
      drawn.map(async (image) => {
        // The element's own `naturalWidth` depends on `sizes`.
        const whole = new Image();
        whole.src = image.currentSrc;
        await whole.decode();
        const { aspectRatio, objectFit } = getComputedStyle(image);
        const across = image.clientWidth / whole.naturalWidth;
        const down = image.clientHeight / whole.naturalHeight;
        const scale = objectFit === 'cover' ? Math.max(across, down) : Math.min(across, down);
        const [entry] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[];
        return {
          address: image.currentSrc,
          width: whole.naturalWidth,
          original: Number(image.getAttribute('width') ?? Infinity),
          drawn: Math.round(whole.naturalWidth * scale),
          bytes: entry?.encodedBodySize ?? 0,
          isLazy: image.loading === 'lazy',
          isHigh: image.fetchPriority === 'high',
          hasRoom:
            (image.hasAttribute('width') && image.hasAttribute('height')) ||
            aspectRatio !== 'auto' ||
            image.className.includes('size-full'),
          isOnFirstScreen: firstScreen.has(image),
          isLargest: image === largest,
        };
      }),
    );
  });
}

/** Lists the faults of a page's pictures at a pixel density. More than two device pixels per CSS pixel are not required. */
export function pictureFaults(pictures: readonly DrawnPicture[], density: number): string[] {
  const faults: string[] = [];
  for (const picture of pictures) {
    const { address, width, drawn } = picture;
    const ratio = width / (drawn * Math.min(density, 2));
    const say = (what: string) => faults.push(`${new URL(address).pathname} (${drawn} px): ${what}`);
    if (ratio > 1.5 && width > narrowest(address)) say(`${width} pixels are too many`);
    if (ratio < 0.67 && picture.original > width) say(`${width} pixels are too few`);
    if (!picture.isLazy && !picture.isHigh && !picture.isOnFirstScreen) say('is far below and does not wait');
    if (picture.isHigh && picture.isLazy) say('is first and waits');
    if (!picture.hasRoom) say('has no room before it is there');
  }
  // Avatars and thumbnails are not relevant for loading.
  const first = pictures.find(({ isOnFirstScreen, drawn }) => isOnFirstScreen && drawn >= 200);
  if (first && !first.isHigh)
    faults.push(`${new URL(first.address).pathname}: is the page's first and not asked for first`);
  return faults;
}
