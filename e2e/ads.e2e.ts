import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';

const slot = (page: Page, name: string) => page.locator(`[data-slot="${name}"]`);
const end = (page: Page) => slot(page, 'content_end');

/** Sum of layout shifts since the page started. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );

const ad = (fields: object) => ({
  id: '01890000-0000-7000-8000-000000000001',
  kind: 'sponsor',
  title: '튼튼한 공구',
  text: '평생 쓰는 공구예요',
  url: 'https://tools.example/',
  language: 'ko',
  picture: null,
  ...fields,
});

/** Opens its details panel. */
async function takeDown(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: '내리기' }).click();
  const dialog = page.getByRole('dialog', { name: '내리기' });
  await dialog.getByLabel('이유').fill('봄이 갔어요');
  await dialog.getByRole('button', { name: '내리기' }).click();
  await expect(dialog).toBeHidden();
}

/** Simulates Safari, where a pressed button does not get the focus. */
const press = (button: Locator) => button.evaluate((element: HTMLElement) => element.click());

test.describe('dialogs', () => {
  test.use({ viewport: { width: 390, height: 400 } });

  test('that close do not scroll the page when nothing had the focus @night', async ({
    page,
    goTo,
    signIn,
  }) => {
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/admin/ads');
    const button = page.getByRole('button', { name: '하우스 배너 만들기' });
    await button.waitFor();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.style.minHeight = '200vh';
      window.scrollTo(0, 350);
    });
    const at = await page.evaluate(() => window.scrollY);
    expect(at).toBeGreaterThan(200);
    // Presses have no effect until the page's script is loaded.
    await expect(async () => {
      await press(button);
      await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('main h1')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(at);
  });
});

test.describe('a picture that the server refuses', () => {
  test.use({ expectedConsoleErrors: [/status of 400/] });

  test('does not affect the picture that is chosen next @night', async ({ page, goTo, signIn }) => {
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/admin/ads');
    await page.getByRole('button', { name: '하우스 배너 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '하우스 배너 만들기' });
    for (const name of ['제목', '설명', '이유']) await dialog.getByLabel(name).fill('시험');
    await dialog.getByLabel('링크(https 또는 /로 시작)').fill('/about');
    const choose = async (name: string) =>
      dialog.getByLabel('그림').setInputFiles({
        name,
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 64, height: 32, channels: 3, background: '#c2410c' } })
          .png()
          .toBuffer(),
      });
    await choose('배너.png');
    await page.route('**/api/admin/ads', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'image_broken', message: '틀렸어요', fields: { image: '읽을 수 없는 그림이에요.' } },
      }),
    );
    const broken = dialog.getByText('읽을 수 없는 그림이에요.');
    const send = dialog.getByRole('button', { name: '하우스 배너 만들기' });
    await send.click();
    await expect(broken).toBeVisible();
    await choose('다른 배너.png');
    await expect(broken).toBeHidden();
    await send.click();
    await expect(broken).toBeVisible();
  });
});

test.describe('ads', () => {
  // Refused by the server.
  test.use({ expectedConsoleErrors: [/status of 400/] });

  test('are labelled, link to the shown address, and cause no layout shift', async ({
    page,
    goTo,
    expectAccessible,
  }) => {
    let letIn = () => {};
    const late = new Promise<void>((resolve) => (letIn = resolve));
    await page.route('**/api/ads', async (route) => {
      // Delayed, as on a bad network.
      await late;
      await route.fulfill({ json: [ad({})] });
    });
    await goTo('/about');
    // The page's own fonts move its lines a little on a slow machine.
    await page.evaluate(() => document.fonts.ready.then(() => null));
    const withoutAds = await shiftOf(page);
    letIn();
    await expect(end(page)).toContainText('광고 · 후원');
    const link = end(page).getByRole('link', { name: /튼튼한 공구/ });
    await expect(link).toHaveAttribute('rel', /sponsored/);
    await expect(slot(page, 'sidebar_bottom')).toContainText('튼튼한 공구');
    expect((await shiftOf(page)) - withoutAds).toBeLessThan(0.01);
    await expectAccessible();
  });

  test('are 320 by 50 px on a phone @night', async ({ page, goTo }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/about');
    await end(page).scrollIntoViewIfNeeded();
    const box = await end(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([320, 50]);
    await expect(slot(page, 'sidebar_bottom')).toBeHidden();
  });

  for (const path of [
    '/login',
    '/LOGIN',
    '/register',
    '/payment/success',
    '/payment-demo',
    '/sponsor',
    '/my/orders',
  ]) {
    test(`do not appear on ${path}${path === '/login' ? '' : ' @night'}`, async ({ page, goTo }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/ads')) asked.push(request.url());
      });
      await goTo(path);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-slot]')).toHaveCount(0);
      expect(asked).toEqual([]);
    });
  }

  test('are not shown to one browser more often in a day than the cap @night', async ({ page, goTo }) => {
    await page.route('**/api/ads', (route) => route.fulfill({ json: [ad({})] }));
    await goTo('/about');
    await expect(end(page)).toContainText('튼튼한 공구');
    await page.evaluate((id) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date());
      localStorage.setItem('gongbang-ads-seen', JSON.stringify({ day, views: { [id]: 8 } }));
    }, ad({}).id);
    await goTo('/about');
    await expect(end(page)).toContainText('이 자리를 후원해 주세요');
    await expect(page.getByText('튼튼한 공구')).toHaveCount(0);
  });

  test('are not shown more often within one visit either, when moving between pages @night', async ({
    page,
    goTo,
  }) => {
    await page.route('**/api/ads', (route) => route.fulfill({ json: [ad({})] }));
    let counted = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/views')) counted += 1;
    });
    // On a phone, where a page has one; coming from a page without any.
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo('/login');
    await page.evaluate((id) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date());
      localStorage.setItem('gongbang-ads-seen', JSON.stringify({ day, views: { [id]: 5 } }));
    }, ad({}).id);
    // The same two pages in the same document.
    for (const [index, name] of ['이용약관', '공방 소개', '이용약관', '공방 소개'].entries()) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page).toHaveURL(name === '이용약관' ? /\/terms$/ : /\/about$/);
      if (index === 3) break;
      await expect(end(page)).toContainText('튼튼한 공구');
      await expect
        .poll(async () => {
          // A new page starts at its top.
          await end(page).scrollIntoViewIfNeeded();
          return counted;
        })
        .toBe(index + 1);
    }
    await expect(end(page)).toContainText('이 자리를 후원해 주세요');
    expect(counted).toBe(3);
  });

  test('of our own are created by admins, counted when seen, and taken down @night', async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    const title = `봄 소식 ${crypto.randomUUID().slice(0, 6)}`;
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/admin/ads');
    await page.getByRole('button', { name: '하우스 배너 만들기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('제목').fill(title);
    await dialog.getByLabel('설명').fill('새 필라멘트가 들어왔어요');
    await dialog.getByLabel(/^링크/).fill('/resources');
    await dialog.getByLabel('이유').fill('봄');
    await dialog.getByRole('button', { name: '하우스 배너 만들기' }).click();
    const row = page.getByRole('row').filter({ hasText: title });
    const views = row.getByRole('cell').nth(3);
    await expect(views).toHaveText('0');
    await expectAccessible();
    await expect
      .poll(async () => JSON.stringify(await (await page.request.get('/api/ads')).json()))
      .toContain(title);
    const counted = page.waitForRequest(/\/api\/ads\/[^/]+\/views/);
    await goTo('/about');
    await end(page).scrollIntoViewIfNeeded();
    await expect(end(page)).toContainText('공방 소식');
    await counted;
    await goTo('/admin/ads');
    await expect(views).not.toHaveText('0');

    // A text is corrected without losing the counts.
    await row.getByRole('button').click();
    const details = page.getByRole('dialog', { name: title });
    await details.getByRole('button', { name: '고치기' }).click();
    const form = page.getByRole('dialog', { name: '고치기' });
    await expect(form.getByLabel('제목')).toHaveValue(title);
    await form.getByLabel('설명').fill('새 필라멘트가 아주 많이 들어왔어요');
    await form.getByLabel('끝(비우면 계속)').fill('2020-01-01');
    await form.getByLabel('이유').fill('봄이 커요');
    await form.getByRole('button', { name: '고치기' }).click();
    await expect(form.getByText('시작하는 날보다 빨라요.')).toBeVisible();
    await expect(form.getByLabel('설명')).toHaveValue('새 필라멘트가 아주 많이 들어왔어요');
    await form.getByLabel('끝(비우면 계속)').fill('');
    await expectAccessible();
    await form.getByRole('button', { name: '고치기' }).click();
    await expect(form).toBeHidden();
    await expect(details).toContainText('새 필라멘트가 아주 많이 들어왔어요');
    await details.getByRole('button', { name: '닫기' }).click();
    await expect(views).not.toHaveText('0');
    await takeDown(page, row);
    await expect(row).toContainText('끝남');
  });

  test('a banner of our own has a picture, which causes no layout shift @night', async ({
    page,
    goTo,
    signIn,
    expectAccessible,
  }) => {
    await signIn('admin@example.com', 'a sentence for the tests');
    await goTo('/admin/ads');
    await page.getByRole('button', { name: '하우스 배너 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '하우스 배너 만들기' });
    const title = `그림 ${Date.now()}`;
    await dialog.getByLabel('제목').fill(title);
    await dialog.getByLabel('설명').fill('작은 그림이 곁에 있어요.');
    await dialog.getByLabel('링크(https 또는 /로 시작)').fill('/about');
    await dialog.getByLabel('그림').setInputFiles({
      name: '배너.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 640, height: 320, channels: 3, background: '#c2410c' } })
        .png()
        .toBuffer(),
    });
    await expect(dialog.getByRole('img', { name: '그림' })).toBeVisible();
    await expectAccessible();
    await dialog.getByLabel('이유').fill('시험');
    await dialog.getByRole('button', { name: '하우스 배너 만들기' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByRole('button').click();
    await expect(page.getByRole('dialog').locator('img')).toBeVisible();
    await expectAccessible();

    // Viewed regardless of the other banners.
    await page.route('**/api/ads', async (route) => {
      const answer = await route.fetch();
      const all: { title: string }[] = await answer.json();
      await route.fulfill({ response: answer, json: all.filter((each) => each.title === title) });
    });
    for (const size of [
      { width: 390, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await goTo('/about');
      const place = end(page);
      await place.scrollIntoViewIfNeeded();
      const picture = place.locator('img');
      await expect(picture).toBeVisible();
      await expect
        .poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBeGreaterThan(0);
      await expect(place).toContainText('공방 소식');
      const box = await place.boundingBox();
      if (size.width === 390) expect(box).toMatchObject({ width: 320, height: 50 });
      const inside = await picture.boundingBox();
      expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual(
        (box?.y ?? 0) + (box?.height ?? 0),
      );
      expect(await shiftOf(page)).toBeLessThan(0.01);
      await expectAccessible();
    }
    // It stays up: other tests that run now would miss a picture that is deleted under their pages.
  });
});
