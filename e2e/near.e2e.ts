import { expect, test } from './fixtures.ts';
import { resourceOfDemo } from './ordering.ts';

test('sections whose scripts wait stand as they were sent, and work once the reader comes near', async ({
  page,
  request,
}) => {
  const { id } = await resourceOfDemo(request, '화분 물주기 모니터 보드');
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.url());
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/resources/${id}`);
  const third = page.locator('#step-3');
  await expect(third).toBeAttached();
  // Tooltips start last: what hydration would drop is gone by then.
  await expect.poll(() => scripts.some((url) => url.includes('/after-load-'))).toBe(true);
  await page.waitForLoadState('networkidle');
  await expect(third).toBeAttached();
  const before = scripts.length;

  await third.scrollIntoViewIfNeeded();
  await expect.poll(() => scripts.length).toBeGreaterThan(before);
  await third.getByRole('checkbox').check();
  await expect(page.getByText(/^4단계 중 1단계/)).toBeVisible();
});

test('a press in a section whose script is late is done once it is there', async ({
  page,
  request,
  goTo,
}) => {
  const { id } = await resourceOfDemo(request, '화분 물주기 모니터 보드');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await goTo(`/resources/${id}`);
  // Ten seconds after everything is loaded, presses elsewhere are no longer kept.
  await page.clock.fastForward(11_000);
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.locator('#step-2').getByRole('checkbox').check();
  await expect(page.getByText(/^4단계 중 1단계/)).toBeVisible();
});

test('a description in Markdown is there again after a look at its original', async ({ page, request }) => {
  const { id } = await resourceOfDemo(request, '555でつくるLED点滅キット');
  await page.goto(`/resources/${id}`);
  const description = page.locator('section', { has: page.getByRole('heading', { name: '설명' }) });
  const toggle = page.getByRole('button', { name: /^(원문|번역) 보기$/ });
  const first = await description.innerText();
  await toggle.click();
  await expect(description).not.toHaveText(first);
  await toggle.click();
  await expect(description).toHaveText(first, { useInnerText: true });
});

test('sections whose scripts wait come at once to a reader who came by a link of ours', async ({ page }) => {
  await page.goto('/resources?search=매크로패드');
  await page
    .locator('main')
    .getByRole('link', { name: /매크로패드/ })
    .first()
    .click();
  await expect(page.locator('#step-1')).toBeAttached();
});
