import { gzipSync } from 'node:zlib';

/** What the home page may bring of JavaScript to a guest who does nothing, in bytes after `gzip -9`. */
export const mostScriptBytes = 165_000;

const idleMs = 10_000;

/**
 * Opens a page at 390 px as a guest whose browser holds nothing, waits ten seconds, and adds up every script that came, whatever asked for
 * it. `browser` is one of Playwright.
 */
export async function scriptBytes(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const bodies = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' || /\.m?js$/.test(new URL(response.url()).pathname))
        bodies.push(response.body());
    });
    await page.goto(address);
    await page.waitForTimeout(idleMs);
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  } finally {
    await context.close();
  }
}
