import { test as base, expect } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expectAccessiblePage } from './accessible.ts';

interface Fixtures {
  /** Console errors that a test expects, such as the browser's own line about a refused request. */
  expectedConsoleErrors: RegExp[];
  /** Opens an address and waits until the page responds to clicks. */
  goTo: (path: string) => Promise<void>;
  /** Signs a demo person in, without the form. */
  signIn: (email?: string, password?: string) => Promise<void>;
  /** Fails on every violation that axe finds on the current page. */
  expectAccessible: () => Promise<void>;
}

export { expect };

export const test = base.extend<Fixtures>({
  expectedConsoleErrors: async ({}, use) => use([]),

  page: async ({ page, expectedConsoleErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
    await use(page);
    const unexpected = errors.filter(
      (error) => !expectedConsoleErrors.some((pattern) => pattern.test(error)),
    );
    expect(unexpected, 'errors in the browser console').toEqual([]);
  },

  goTo: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path);
      // Presses before hydration have no effect, and parts of a page hydrate later than the page.
      await page.waitForFunction(() => {
        const elements = [
          document.querySelector('main, body > *'),
          // Parts that wait for their reader keep a press until they have hydrated.
          ...[...document.querySelectorAll('main button')].filter((each) => !each.closest('[data-waits]')),
        ];
        return elements.every(
          (element) => element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber')),
        );
      });
      // React marks its elements before it has hydrated all of them.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
    });
  },

  signIn: async ({ page, baseURL }, use) => {
    await use(async (email = demoSignIns[0], password = demoPassword) => {
      // The open page of another person would still request their data, and be refused.
      const cookies = await page.context().cookies();
      if (cookies.some(({ name }) => name.endsWith('session'))) await page.goto('about:blank');
      const response = await page.request.post('/api/login', {
        data: { email, password },
        headers: { origin: baseURL ?? '' },
      });
      expect(response.status(), await response.text()).toBe(200);
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use(() => expectAccessiblePage(page));
  },
});
