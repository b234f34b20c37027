import { gzipSync } from 'node:zlib';

const ads = /^GET \/api\/ads$/;
/**
 * What each page may cost a guest who does nothing: JavaScript and HTML in bytes after `gzip -9`, and how many scripts. Home and lists are
 * to stay within 165,000 bytes of JavaScript, others within 180,000, all within 15 scripts, and lists within 25,000 bytes of HTML; where a
 * page costs less, its limit is what it costs, and may get no worse. `own` is what a page asks of the API besides what is loaded ahead.
 */
export const pageBudgets = [
  { path: '/', htmlBytes: 27_000, scriptBytes: 154_500, scriptFiles: 7, own: [ads] },
  { path: '/resources', htmlBytes: 22_000, scriptBytes: 158_000, scriptFiles: 9, own: [ads] },
  { path: '/services', htmlBytes: 25_000, scriptBytes: 158_000, scriptFiles: 9, own: [ads] },
  {
    path: '/auctions',
    htmlBytes: 10_500,
    scriptBytes: 155_000,
    scriptFiles: 9,
    own: [ads, /^GET \/api\/auctions$/],
  },
  { path: '/login', htmlBytes: 7_700, scriptBytes: 152_000, scriptFiles: 9, own: [] },
  {
    path: '/resources/{resource}',
    htmlBytes: 16_000,
    scriptBytes: 179_500,
    scriptFiles: 13,
    own: [
      ads,
      /^GET \/api\/resources\/[^/]+\/(remixes|step-comments)$/,
      /^GET \/api\/sponsorship\/recipient\?resource=[^&]+$/,
      /^POST \/api\/resources\/[^/]+\/views$/,
    ],
  },
  {
    path: '/services/{service}',
    htmlBytes: 11_300,
    scriptBytes: 172_000,
    scriptFiles: 11,
    own: [ads, /^GET \/api\/services\/[^/]+\/reviews\/summary$/, /^GET \/api\/services\/nearby\?/],
  },
  {
    path: '/remote-support',
    htmlBytes: 12_100,
    scriptBytes: 161_000,
    scriptFiles: 10,
    own: [/^GET \/api\/(channels|support)(\/|$)/],
  },
];

/** What is loaded ahead: docs/product.md, "Loading ahead". */
export const loadedAhead = [
  /^GET \/api\/(resources|services)\?limit=6$/,
  /^GET \/api\/resources\/type\/(hardware_design|software|3d_model|ai_model|free_content|flash_game)$/,
  /^GET \/api\/(resources|services)(\?page=2)?$/,
];

/** How far things may move by themselves, which the benchmark of Lighthouse holds: the sum of a page's layout shifts. */
export const mostShift = 0.02;

const idleMs = 10_000;
const sizeOf = (body) => gzipSync(body, { level: 9 }).length;

/**
 * Opens a page at 390 px as a guest whose browser holds nothing, waits ten seconds, and tells what came, whatever asked for it: scripts
 * (bytes after `gzip -9`, and how many), the document (bytes likewise), the calls of the API but pictures, and the sum of layout shifts.
 * `browser` is one of Playwright.
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
