import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { call, callsOf, placeOrder, serviceOfDemo, signUp } from './ordering.ts';

/** A new conversation of this person about a service of the demo provider; each call of what it returns is an answer. */
async function talkWith(
  calls: APIRequestContext,
  provider: APIRequestContext,
  baseURL: string | undefined,
): Promise<() => Promise<unknown>> {
  const { id: serviceId } = await serviceOfDemo(calls);
  const { id } = await call<{ id: string }>(calls, baseURL, '/api/inquiries', {
    serviceId,
    text: '언제 되나요?',
  });
  return () => call(provider, baseURL, `/api/conversations/${id}/messages`, { text: '내일 돼요.' });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('from home, own orders, the newest message and an auction are two taps away', async ({
    page,
    goTo,
    playwright,
    baseURL,
  }) => {
    await signUp(page.request, baseURL, '두 번 누르는 사람');
    const answer = await talkWith(page.request, await callsOf(playwright, baseURL), baseURL);
    await answer();
    const bar = page.getByRole('navigation', { name: '아래 메뉴' });
    const main = page.getByRole('main');

    await goTo('/');
    await expect(bar.locator('[aria-current=page]')).toHaveText('홈');
    for (const link of await bar.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await bar.getByRole('link', { name: '나', exact: true }).tap();
    await main.getByRole('link', { name: '내 주문' }).tap();
    await expect(page).toHaveURL('/my/orders');
    await expect(bar.locator('[aria-current=page]')).toHaveText('나');

    await goTo('/');
    await bar.getByRole('link', { name: '새 메시지가 있는 대화 1개' }).tap();
    await expect(main.getByRole('heading', { level: 1, name: '메시지' })).toBeVisible();
    await expect(bar.locator('[aria-current=page]')).toContainText('메시지');
    await main.getByRole('list').getByRole('link').first().tap();
    await expect(main.getByText('내일 돼요.')).toBeVisible();
    await expect(bar.getByText('새 메시지가 있는 대화')).toHaveCount(0);

    await goTo('/');
    await main.getByRole('link', { name: '경매', exact: true }).tap();
    await expect(page).toHaveURL('/auctions');
    await main.locator('a[href^="/auctions/"]:not([href*="jobs"], [href*="create"])').first().tap();
    await expect(page).toHaveURL(/\/auctions\/[\da-f-]{36}$/);
  });

  test('the header goes on the way down and comes back, and back leads to where a list was left', async ({
    page,
    goTo,
  }) => {
    const header = page.getByRole('banner');
    const top = async () => (await header.boundingBox())?.y ?? 0;
    const scrollTo = (y: number) =>
      page.evaluate(async (to) => {
        window.scrollTo(0, to);
        await new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard)));
      }, y);
    await goTo('/resources');
    // Loaded after the page.
    await expect
      .poll(async () => {
        await scrollTo(600);
        await scrollTo(1200);
        return top();
      })
      .toBeLessThan(-100);
    // Near the top it stays, so that its room is not empty.
    await scrollTo(0);
    await scrollTo(40);
    await expect.poll(top).toBe(0);
    await expect(page.locator('.header-away')).toHaveCount(0);
    await scrollTo(600);
    const card = page.getByRole('article').nth(4).getByRole('heading').getByRole('link');
    await card.scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => window.scrollY);
    await card.tap();
    await expect(page).toHaveURL(/\/resources\/[\da-f-]{36}$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(top).toBe(0);
    // Its own bar lies on that of all pages.
    const bottomOf = async (bar: string) => {
      const { y = 0, height = 0 } = (await page.locator(bar).boundingBox()) ?? {};
      return { top: y, bottom: y + height };
    };
    expect((await bottomOf('.action-bar')).bottom).toBeLessThanOrEqual((await bottomOf('.tab-bar')).top + 1);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left);

    await page.getByRole('search').getByRole('combobox').first().focus();
    await expect(page.locator('.tab-bar')).toBeHidden();
    await expect.poll(top).toBe(0);
  });
});

test('the bell lists the latest, which are read where they are opened, in every tab', async ({
  page,
  goTo,
  context,
  playwright,
  baseURL,
  expectAccessible,
}) => {
  await signUp(page.request, baseURL, '알림 받는 사람');
  const answer = await talkWith(page.request, await callsOf(playwright, baseURL), baseURL);
  await answer();
  const bellOf = (where: typeof page) =>
    where.getByRole('banner').getByRole('link', { name: /^알림( 읽지 않은 알림 \d+개)?$/ });
  const another = await context.newPage();
  await another.goto('/about');
  await expect(bellOf(another)).toHaveAccessibleName('알림 읽지 않은 알림 1개');

  await goTo('/about');
  const panel = page.getByRole('dialog', { name: '최근 알림' });
  for (const isOpen of [true, false, true]) {
    await bellOf(page).click();
    await expect(panel).toBeVisible({ visible: isOpen });
  }
  await expect(panel.getByText('읽지 않음')).toHaveCount(1);
  await expectAccessible();
  await panel.getByRole('link', { name: /새 메시지가 왔어요/ }).click();
  await expect(page).toHaveURL(/\/my\/conversations\//);
  for (const tab of [page, another]) await expect(bellOf(tab)).toHaveAccessibleName('알림');

  await goTo('/about');
  await answer();
  for (const tab of [page, another]) {
    await tab.reload();
    await expect(bellOf(tab)).toHaveAccessibleName('알림 읽지 않은 알림 1개');
  }
  await bellOf(page).click();
  await panel.getByRole('button', { name: '모두 읽음으로 표시' }).click();
  for (const tab of [page, another]) await expect(bellOf(tab)).toHaveAccessibleName('알림');
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /알림 받는 사람님/ }).click();
  const menu = page.getByRole('navigation', { name: '내 계정' });
  await expectAccessible();
  await expect(menu.getByRole('link', { name: '자료 올리기' })).toHaveAttribute('href', '/resources/create');
  await menu.getByRole('link', { name: '내 주문' }).click();
  await expect(page).toHaveURL('/my/orders');
  await expect(menu).toBeHidden();

  // Only a new document may open the windows of payments.
  await page.evaluate(() => document.body.classList.add('old-document'));
  await page.getByRole('button', { name: /알림 받는 사람님/ }).click();
  await menu.getByRole('link', { name: '장바구니' }).click();
  await expect(page).toHaveURL('/payment/basket');
  await expect(page.locator('body.old-document')).toHaveCount(0);

  await goTo('/auctions/jobs');
  const places = page.getByRole('navigation', { name: '서비스', exact: true });
  await expect(places.locator('[aria-current=page]')).toHaveText('제작 입찰');
});

test('the desk says what an order waits for and by when, leads there in one tap, and needs no scripts', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const provider = await callsOf(playwright, baseURL);
  const { id: serviceId } = await serviceOfDemo(provider);
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await signUp(page.request, baseURL, '책상 앞 사람');
    const { id } = await placeOrder(page.request, baseURL, serviceId);
    await page.goto('/my');
    const line = page
      .getByRole('region', { name: /^나를 기다리는 일/ })
      .getByRole('link', { name: /^결제하기/ });
    await expect(line).toHaveAttribute('href', `/orders/${id}`);
    await expect(line).toContainText(/(오늘|내일|\d+월 \d+일) (오전|오후)\s\d+:\d\d까지/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await line.click();
    await expect(page).toHaveURL(`/orders/${id}`);
    await context.close();
  }
});
