import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails on every violation that axe finds on the current page. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  // The loading bar is outside of all landmarks, and disappears soon.
  await expect(page.locator('.navigation-progress')).toHaveCount(0);
  // Deferred content has the colours of its last rendering, and elements in a colour transition have intermediate
  // colours.
  await page.evaluate(() => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [drawn];
    const colours = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(colours.map(({ finished }) => finished));
  });
  // Legacy mode is four times as fast: it opens no second page to collect results of third-party frames, of which we
  // have none, and passing rules are not reported.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([]);
}
