import type { Page } from '@playwright/test';

/** A picture as a page draws it. Widths are pixels of the picture, but `drawn`, which is CSS pixels of the whole picture, cut or not. */
export type DrawnPicture = {
  address: string;
  natural: number;
  /** As wide as what was uploaded, where the page says so. */
  original: number | null;
  drawn: number;
  bytes: number;
  type: string;
  loading: string;
  priority: string;
  decoding: string;
  hasRoom: boolean;
  isOnFirstScreen: boolean;
  isLargest: boolean;
};

/** Opens an address, goes down to its end and tells of each picture in sight on the way. */
export async function drawnPictures(page: Page, path: string): Promise<DrawnPicture[]> {
  const types = new Map<string, string>();
  page.on('response', (response) => types.set(response.url(), response.headers()['content-type'] ?? ''));
  await page.addInitScript(() => {
    const seen = window as typeof window & { largest?: Element | null };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.largest = (entry as PerformanceEntry & { element: Element | null }).element;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const pictures = await page.evaluate(async () => {
    const isDrawn = (image: HTMLImageElement) => image.checkVisibility() && image.clientWidth > 0;
    const firstScreen = new Set(
      [...document.images].filter((image) => {
        const { top, left, bottom } = image.getBoundingClientRect();
        return isDrawn(image) && top < innerHeight && bottom > 0 && left < innerWidth;
      }),
    );
    const { largest } = window as typeof window & { largest?: Element | null };
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((done) => setTimeout(done, 60));
    }
    for (const image of document.images) {
      if (isDrawn(image)) image.scrollIntoView({ inline: 'center' });
      for (let tries = 0; tries < 20 && isDrawn(image) && !image.complete; tries += 1)
        await new Promise((done) => setTimeout(done, 50));
    }
    const drawn = [...document.images].filter((image) => isDrawn(image) && !image.src.startsWith('data:'));
    // What stands on a shelf further along stays unloaded until somebody pushes it into sight.
    const loaded = drawn.filter((image) => image.complete && image.naturalWidth > 0);
    return Promise.all(
      loaded.map(async (image) => {
        const address = image.currentSrc;
        const whole = new Image();
        whole.src = address;
        await whole.decode().catch(() => undefined);
        const across = image.clientWidth / whole.naturalWidth;
        const down = image.clientHeight / whole.naturalHeight;
        const scale =
          getComputedStyle(image).objectFit === 'cover' ? Math.max(across, down) : Math.min(across, down);
        const [entry] = performance.getEntriesByName(address) as PerformanceResourceTiming[];
        const box = getComputedStyle(image);
        return {
          address,
          natural: whole.naturalWidth,
          original:
            image.getAttribute('width') === null ? null : image.width && Number(image.getAttribute('width')),
          drawn: Math.round(whole.naturalWidth * scale),
          bytes: entry?.encodedBodySize ?? 0,
          loading: image.loading,
          priority: image.fetchPriority,
          decoding: image.decoding,
          hasRoom:
            (image.hasAttribute('width') && image.hasAttribute('height')) ||
            box.aspectRatio !== 'auto' ||
            /\bsize-|\bh-/.test(image.className),
          isOnFirstScreen: firstScreen.has(image),
          isLargest: image === largest,
        };
      }),
    );
  });
  return pictures.map((picture) => ({ ...picture, type: types.get(picture.address) ?? '' }));
}
