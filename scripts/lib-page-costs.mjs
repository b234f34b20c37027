import { gzipSync } from 'node:zlib';

const ads = /^GET \/api\/ads$/;
const ofResource = [
  ads,
  /^GET \/api\/resources\/[^/]+\/(remixes|step-comments)$/,
  /^GET \/api\/sponsorship\/recipient\?resource=[^&]+$/,
  /^POST \/api\/resources\/[^/]+\/views$/,
];

/**
 * Budget of each page for a guest without interaction: JavaScript and HTML in bytes after `gzip -9`, and the number of
 * scripts. Home and lists must stay within 165,000 bytes of JavaScript, others within 180,000, all within 15 scripts,
 * and lists within 25,000 bytes of HTML; where a page costs less, its limits are at most 2,000 bytes above its current
 * costs, so that it does not get worse unseen and one more route does not fail the run. `own` lists the page's API calls in addition to preloads.
 */
export const pageBudgets = [
  { path: '/', htmlBytes: 30_000, scriptBytes: 164_900, scriptFiles: 9, own: [ads] },
  { path: '/resources', htmlBytes: 24_800, scriptBytes: 163_000, scriptFiles: 10, own: [ads] },
  { path: '/services', htmlBytes: 23_500, scriptBytes: 165_000, scriptFiles: 11, own: [ads] },
  {
    path: '/auctions',
    htmlBytes: 11_500,
    scriptBytes: 161_500,
    scriptFiles: 12,
    own: [ads, /^GET \/api\/auctions$/],
  },
  { path: '/login', htmlBytes: 8_700, scriptBytes: 159_300, scriptFiles: 12, own: [] },
  {
    path: '/resources/{resource}',
    // The newest one has six models.
    htmlBytes: 23_500,
    scriptBytes: 180_000,
    scriptFiles: 14,
    own: ofResource,
  },
  // Sections that not every resource has: steps and parts, a model card, releases.
  ...['guide', 'model', 'software'].map((kind) => ({
    path: `/resources/{${kind}}`,
    htmlBytes: 23_500,
    scriptBytes: 180_000,
    scriptFiles: 14,
    own: ofResource,
  })),
  {
    path: '/services/{service}',
    htmlBytes: 13_000,
    scriptBytes: 180_000,
    scriptFiles: 14,
    own: [ads, /^GET \/api\/services\/[^/]+\/(reviews\/summary|builds)$/, /^GET \/api\/services\/nearby\?/],
  },
  {
    path: '/remote-support',
    htmlBytes: 13_500,
    scriptBytes: 165_800,
    scriptFiles: 10,
    own: [/^GET \/api\/(channels|support)(\/|$)/],
  },
];

/** Preloads: docs/product.md, "Loading ahead". */
export const loadedAhead = [
  /^GET \/api\/(resources|services)\?limit=6$/,
  /^GET \/api\/resources\/type\/(hardware_design|software|3d_model|ai_model|free_content|flash_game)$/,
  /^GET \/api\/(resources|services)(\?page=2)?$/,
];

/** Maximum sum of a page's layout shifts, also checked by the Lighthouse benchmark. */
export const maxShift = 0.02;

const idleMs = 10_000;
const sizeOf = (body) => gzipSync(body, { level: 9 }).length;

/**
 * Opens a page at 390 px as a guest with an empty cache, waits ten seconds, and returns everything that was loaded:
 * scripts (bytes after `gzip -9`, and their number), the document (bytes likewise), API calls except pictures, and the
 * sum of layout shifts. `browser` is one of Playwright.
 */
export async function costsOf(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const scripts = [];
    const calls = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/') && request.resourceType() !== 'image')
        calls.push(`${request.method()} ${pathname}${search}`);
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' || /\.m?js$/.test(new URL(response.url()).pathname))
        scripts.push(response.body());
    });
    const answer = await page.goto(address);
    if (answer.status() !== 200) throw new Error(`${address} answers ${answer.status()}`);
    await page.waitForTimeout(idleMs);
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries()) sum += value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 100);
        }),
    );
    const sizes = (await Promise.all(scripts)).map((body) => sizeOf(body));
    return {
      scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
      scriptFiles: sizes.length,
      htmlBytes: sizeOf(await answer.body()),
      calls,
      shift,
    };
  } finally {
    await context.close();
  }
}
