import { test as base, expect } from '@playwright/test';
import { demoPassword, demoSignIns } from '../demo/users.ts';
import { expectAccessiblePage } from './accessible.ts';

interface Fixtures {
  /**
   * Console errors that a test provokes on purpose, such as the browser's own line about a refused request.
   */
  expectedConsoleErrors: RegExp[];
  /** Opens an address and waits until the page answers to clicks. */
  goTo: (path: string) => Promise<void>;
  /** Signs a person of the demo marketplace in, without the form. */
  signIn: (email?: string, password?: string) => Promise<void>;
  /** Fails on anything that axe finds on the page as it is now. */
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
      // What React has not taken over yet would be pressed for nothing; parts of a page come later than the page.
      await page.waitForFunction(() => {
        const elements = [
          document.querySelector('main, body > *'),
          ...document.querySelectorAll('main button'),
        ];
        return elements.every(
          (element) => element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber')),
        );
      });
      // React names its elements before it has taken all of them over.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
    });
  },

  signIn: async ({ page, baseURL }, use) => {
    await use(async (email = demoSignIns[0], password = demoPassword) => {
      // The open page of somebody else would still ask for what is theirs, and be refused.
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
