import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails on anything that axe finds on the page as it is now. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  // The line that says a page is loading lies outside everything, and is soon gone.
  await expect(page.locator('.navigation-progress')).toHaveCount(0);
  // What is only drawn in sight has the colours of whenever it was drawn last.
  // And what is on its way to another colour has none that anybody chose.
  await page.evaluate(() => {
    const drawn = new CSSStyleSheet();
    drawn.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [drawn];
    const colours = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(colours.map(({ finished }) => finished));
  });
  // Four times as fast: no second page to gather what frames of strangers say (there are none of ours), and what holds
  // is not described.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.map((node) => node.html).join(' ')}`),
  ).toEqual([]);
}
